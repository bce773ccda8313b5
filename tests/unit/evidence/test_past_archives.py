"""Archives of past reports: every report in them is read, and a damaged one stops nothing."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import warnings
import zipfile
from typing import TYPE_CHECKING

import pytest

from hardwon.areas.spellings import Naming
from hardwon.errors import ReportError
from hardwon.evidence.past_files import PastFiles
from hardwon.evidence.past_reports import PastReader

if TYPE_CHECKING:
    from pathlib import Path

    from hardwon.evidence.past_reports import PastReport

PASSED = '<testsuite name="s"><testcase classname="tests.shop.test_cart" name="adds"/></testsuite>'
FAILED = PASSED.replace("/></", "><failure>no</failure></testcase></")
KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def read(folder: Path) -> tuple[list[PastReport], list[str]]:
    """The reports in a folder, and why others were left out."""
    found = PastFiles.named([str(folder)], folder)
    reader = PastReader(naming=Naming(), root=folder, now=1.9e9)
    read, refused = [], [each.reason for each in found.left_out]
    for file in found.files:
        try:
            read.append(reader.read(file))
        except ReportError as error:
            refused.append(str(error))
    return read, refused


def archive(path: Path, kind: int, *contents: str) -> bytes:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", kind) as packed:
        warnings.simplefilter("ignore", UserWarning)  # of names that are there twice
        for content in contents:
            packed.writestr("junit.xml", content)
    return path.read_bytes()


@pytest.mark.parametrize("contents", [(FAILED, PASSED), (PASSED, FAILED)])
def test_reports_of_one_name_are_all_read(tmp_path: Path, contents: tuple[str, str]) -> None:
    """The one that failed is not hidden behind the other, whichever comes last."""
    archive(tmp_path / "run-1.zip", zipfile.ZIP_DEFLATED, *contents)
    found, refused = read(tmp_path)
    assert sorted(each.areas["shop"].failed for each in found) == [0, 1]
    assert refused == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_archive_is_left_out_and_says_why(tmp_path: Path, kind: int) -> None:
    """Whatever byte of it is another one, and wherever it ends: there is a report, or a reason."""
    chance = random.Random(kind)  # the same damage each time
    path = tmp_path / "run-1.zip"
    sound = archive(path, kind, FAILED)
    for place in range(len(sound)):
        damaged = bytearray(sound)
        damaged[place] ^= chance.randrange(1, 256)
        path.write_bytes(damaged)
        found, refused = read(tmp_path)
        assert len(found) + len(refused) <= 1
        assert all(not each.endswith(": .") for each in refused)
    for length in range(0, len(sound), 7):
        path.write_bytes(sound[:length])
        assert read(tmp_path)[0] == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process cannot be kept from taking memory")
def test_a_dictionary_that_no_memory_holds_stops_nothing(tmp_path: Path) -> None:
    """What LZMA is told to set aside is a number in the file."""
    artefacts = tmp_path / "artifacts"
    artefacts.mkdir()
    path = artefacts / "run-1.zip"
    sound = bytearray(archive(path, zipfile.ZIP_LZMA, FAILED))
    start = 30 + len("junit.xml")
    assert sound[start + 2 : start + 4] == b"\x05\x00"
    sound[start + 5 : start + 9] = struct.pack("<I", 0xFFFFFFFF)
    path.write_bytes(sound)
    archive(artefacts / "run-2.zip", zipfile.ZIP_LZMA, PASSED)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31)); "
    code = limited + "from hardwon.cli.main import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", code, "ingest", "--history", str(artefacts), "--project", str(tmp_path), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    said = json.loads(told.stdout)
    assert len(said["runs"]) == 1
    assert [each["reason"] for each in said["left_out"]] != []
