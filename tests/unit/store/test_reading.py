"""Reading what others wrote: as much as agreed, from plain files, and without waiting."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardwon.store import reading


def refusal(path: Path) -> OSError:
    with pytest.raises(OSError) as caught:
        reading.opened(path)
    return caught.value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    return path


def test_a_file_up_to_the_agreed_size_is_read_whole(file: Path) -> None:
    assert reading.content(file, 5) == b"12345"
    assert reading.content(file, 6) == b"12345"


def test_one_byte_more_is_refused_in_words(file: Path) -> None:
    with pytest.raises(reading.TooLarge) as caught:
        reading.content(file, 4)
    assert caught.value.strerror == "larger than 4 bytes"


@pytest.mark.parametrize("size", [9_999, 10_000, 10_001, 30_000])
def test_a_file_is_read_whole_in_however_many_pieces(file: Path, size: int) -> None:
    file.write_bytes(b"x" * size)
    assert len(reading.content(file, size)) == len(reading.content(file, 2 * size)) == size
    with pytest.raises(reading.TooLarge):
        reading.content(file, size - 1)


def test_a_pipe_is_refused_without_waiting_for_its_other_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").strerror == "it is a pipe or a device, not a file"
    assert refusal(Path(os.devnull)).strerror == "it is a pipe or a device, not a file"


def test_a_folder_and_what_is_not_there_are_refused_as_the_system_says_it(tmp_path: Path) -> None:
    assert isinstance(refusal(tmp_path), IsADirectoryError)
    assert isinstance(refusal(tmp_path / "none"), FileNotFoundError)
    assert refusal(tmp_path / "none").strerror == "No such file or directory"


def test_a_name_that_no_file_can_have_is_refused_like_any_other() -> None:
    assert refusal(Path("a\0b")).strerror == "embedded null byte"
    with pytest.raises(OSError, match="embedded null byte"):
        reading.given("a\0b")


def test_a_link_is_followed_only_where_it_may_be(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file)
    assert reading.content(link, 5, follow=True) == b"12345"
    assert refusal(link).strerror == reading.LINK


def test_a_refused_file_does_not_stay_open(tmp_path: Path) -> None:
    def lowest_free() -> int:
        found = os.open(tmp_path, os.O_RDONLY)
        os.close(found)
        return found

    before = lowest_free()
    refusal(tmp_path)
    assert lowest_free() == before


def test_a_person_may_name_a_pipe(tmp_path: Path) -> None:
    """`hardwon select --tests <(pytest --collect-only -q)` hands over a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"a test",))
    writer.start()
    with reading.given(str(pipe)) as file:
        assert reading.bounded(file, 100) == b"a test"
    writer.join()


def test_standard_input_has_a_name_and_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.BytesIO(b"from the pipe")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=given))
    with reading.given("-") as file:
        assert file.read() == b"from the pipe"
    assert not given.closed
    assert (reading.called("-"), reading.called("list.txt")) == ("standard input", "list.txt")
