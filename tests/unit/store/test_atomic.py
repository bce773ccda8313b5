"""Writing a record: whole or not at all, on the disk, and without a way to harm other files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from hardwon.errors import StorageError
from hardwon.store import atomic

if TYPE_CHECKING:
    from pathlib import Path

durably = pytest.mark.parametrize("durable", [True, False])


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@durably
def test_new_file_with_its_folders(tmp_path: Path, durable: bool) -> None:
    atomic.write(tmp_path / "a" / "b" / "record", b"content", durable=durable)
    assert (tmp_path / "a" / "b" / "record").read_bytes() == b"content"


@durably
def test_replaces_the_content_and_leaves_nothing_else(tmp_path: Path, durable: bool) -> None:
    for content in (b"long content", b"short", b""):
        atomic.write(tmp_path / "record", content, durable=durable)
        assert (tmp_path / "record").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["record"]


def test_existing_mode_is_kept(tmp_path: Path) -> None:
    (tmp_path / "record").touch()
    (tmp_path / "record").chmod(0o640)
    atomic.write(tmp_path / "record", b"x")
    assert mode(tmp_path / "record") == 0o640


@pytest.mark.parametrize(("umask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_new_file_has_the_mode_of_any_new_file(tmp_path: Path, umask: int, expected: int) -> None:
    before = os.umask(umask)
    try:
        atomic.write(tmp_path / "record", b"x")
        assert mode(tmp_path / "record") == expected
        assert os.umask(umask) == umask
    finally:
        os.umask(before)


@pytest.mark.parametrize("content", [b"old", None], ids=["there", "dangling"])
def test_link_in_place_of_a_record_is_refused(tmp_path: Path, content: bytes | None) -> None:
    target = tmp_path / "target"
    if content is not None:
        target.write_bytes(content)
    (tmp_path / "link").symlink_to(target)
    with pytest.raises(StorageError, match="it is a link"):
        atomic.write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (target.read_bytes() if target.exists() else None) == content


def test_link_in_place_of_something_rebuildable_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"precious")
    (tmp_path / "cache").symlink_to(tmp_path / "victim")
    atomic.write(tmp_path / "cache", b"new", durable=False)
    assert (tmp_path / "victim").read_bytes() == b"precious"
    assert (tmp_path / "cache").read_bytes() == b"new"


@durably
def test_folder_in_the_way_is_an_error(tmp_path: Path, durable: bool) -> None:
    (tmp_path / "record").mkdir()
    with pytest.raises(StorageError, match=r"Could not write .*record"):
        atomic.write(tmp_path / "record", b"x", durable=durable)
    assert [path.name for path in tmp_path.iterdir()] == ["record"]


def test_file_in_place_of_the_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "folder").write_bytes(b"")
    with pytest.raises(StorageError):
        atomic.write(tmp_path / "folder" / "record", b"x")


def test_full_disk_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk: the write itself fails half way."""
    code = """
import resource, sys
from pathlib import Path
from hardwon.errors import StorageError
from hardwon.store import atomic
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    atomic.write(Path("record"), b"x" * 100_000)
except StorageError as error:
    print(error)
"""
    (tmp_path / "record").write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Could not write record: File too large. The file is as it was." in done.stdout
    assert (tmp_path / "record").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["record"]


def test_reaches_the_disk_before_it_takes_the_place_of_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a power cut would show it, so the order of the calls is looked at while they really happen."""
    order: list[str] = []
    fsync, replace = os.fsync, os.replace

    def seen_fsync(descriptor: int) -> None:
        order.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def seen_replace(source: str, target: str) -> None:
        order.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(os, "replace", seen_replace)
    atomic.write(tmp_path / "record", b"x")
    assert order == ["file", "replace", "folder"]
    order.clear()
    atomic.write(tmp_path / "new" / "record", b"x")
    assert order == ["folder", "file", "replace", "folder"], "the entry of a new folder can be lost, too"
    order.clear()
    atomic.write(tmp_path / "cache", b"x", durable=False)
    assert order == ["replace"]


def test_readers_see_the_old_or_the_new_content_never_a_part(tmp_path: Path) -> None:
    contents = {b"a" * 100_000, b"b" * 200_000}
    path = tmp_path / "record"
    path.write_bytes(b"a" * 100_000)
    seen: set[bytes] = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add(path.read_bytes())

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for _ in range(50):
        for content in sorted(contents):
            atomic.write(path, content, durable=False)
    done.set()
    for reader in readers:
        reader.join()
    assert seen <= contents


def test_writers_without_a_lock_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "record"
    contents = [bytes([65 + number]) * 50_000 for number in range(4)]

    def write(content: bytes) -> None:
        for _ in range(20):
            atomic.write(path, content, durable=False)

    writers = [threading.Thread(target=write, args=[content]) for content in contents]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_bytes() in contents
    assert [each.name for each in tmp_path.iterdir()] == ["record"]


def test_new_file_is_made_once(tmp_path: Path) -> None:
    atomic.create(tmp_path / "hardwon.yaml", b"first")
    with pytest.raises(FileExistsError):
        atomic.create(tmp_path / "hardwon.yaml", b"second")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"hardwon.yaml": b"first"}


def test_removed_file_is_gone(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    atomic.remove(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
