"""What texts say is found in work that grows with their length, whoever wrote them and however they quote."""

from __future__ import annotations

import time

import pytest

from hardwon.likeness.sameness import compare

UNITS = {
    "plain": "The list shows 7 entries. ",
    "one mark at the end": "word ",
    "quoted": 'the button "Save" is not shown, ',
    "inches": "a 15\" screen isn't in the list, ",
    "letters": "a",
    "figures": "1,",
    "denials": "not no longer any more ",
    "brackets": "((",
    "dates": "1-",
    "names": "Room 301 of Anna's ",
}


def cost(text: str) -> float:
    """Processor time of a comparison: the least of three, so that other work on the machine does not count."""
    times = []
    for attempt in range(3):
        start = time.process_time()
        compare("The list", text + f" {attempt}", "The list", f"{attempt} " + text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("end", ['"', "x"])
@pytest.mark.parametrize("kind", UNITS)
def test_eight_times_the_text_is_not_much_more_than_eight_times_the_work(kind: str, end: str) -> None:
    """Quadratic work would be 64 times as much. Small constant parts make the ratio smaller, never larger."""
    small, large = ((UNITS[kind] * size)[:size] + end for size in (250, 2_000))
    assert cost(large) < 28 * max(cost(small), 0.002)
