"""The tables once more, changed: a sentence, or a page, of which it is known what must not be said of it any more."""

from __future__ import annotations

import re
from zlib import crc32

from tests.agents.hidden import WAYS, hidden, miscounted, without
from tests.agents.mutations import DENIED, mutations
from tests.agents.tables import VERDICTS, pages_and_sentences

from hardwon.agents.explorer.checking import judged
from hardwon.agents.explorer.parsing import parse

URL = "http://site.example/"
ONE_OF = 9
"""Of so many mutations one is tried: all take a minute."""

_ELSEWHERE = re.compile(r"title|the url |page \"|I am on|visible: ", re.IGNORECASE)
"""What is not in the body of a page."""


def _is_drawn(*texts: str) -> bool:
    return crc32("|".join(texts).encode()) % ONE_OF == 0


def test_a_sentence_that_was_changed_gets_no_verdict_that_it_cannot_have() -> None:
    wrong, tried = [], 0
    for html, sentences in pages_and_sentences():
        page = parse(html, URL)
        for right, text in sentences:
            for each in mutations(right, text, html):
                if _is_drawn(each.text, html):
                    tried += 1
                    got = VERDICTS[judged(each.text, page)]
                    if got == each.never or (each.never == "verdict" and got != "undecidable"):
                        wrong.append((right, text, each.text, got))
    assert tried > 3000
    assert wrong == []


def test_what_is_hidden_taken_away_or_another_number_is_not_seen() -> None:
    wrong, tried = [], 0
    for html, sentences in pages_and_sentences():
        true = [text for right, text in sentences if right == "true" and not DENIED.search(text)]
        pages = {way: parse(hidden(html, way), URL) for way in WAYS if _is_drawn(way, html)}
        for text in (each for each in true if not _ELSEWHERE.search(each)):
            tried += len(pages)
            wrong += [(text, way) for way, page in pages.items() if judged(text, page) is True]
            changed = [each for each in (*without(html, text), *miscounted(html, text)) if each != html]
            tried += len(changed)
            wrong += [(text, "changed") for each in changed if judged(text, parse(each, URL)) is True]
    assert tried > 1000
    assert wrong == []
