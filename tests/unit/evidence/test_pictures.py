"""Pictures of a step: a plain PNG or JPEG is kept, anything else is said and left out."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.pictures import JPEG, PNG

import hardwon
from hardwon.evidence import journal, pictures
from hardwon.store.run_record import Flaw

if TYPE_CHECKING:
    from tests.conftest import Cli

SCRIPT = b"<html><script>alert(1)</script></html>"
DOCS = Path(__file__).parents[3] / "docs" / "images"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


HEAD_END = 8 + 25
"""Where the first chunk of a PNG ends."""


@pytest.mark.parametrize("name", ["overview.png", "area.png"])
def test_a_real_screenshot_is_kept_whole(name: str) -> None:
    content = (DOCS / name).read_bytes()
    assert pictures.checked(content) == content


def test_what_programs_note_in_a_file_is_left_out_and_nothing_else() -> None:
    noted = PNG[:HEAD_END] + chunk(b"tEXt", b"Comment\0" + SCRIPT) + PNG[HEAD_END:]
    assert pictures.checked(noted) == pictures.checked(PNG)
    noted = JPEG[:2] + segment(0xFE, SCRIPT) + segment(0xE1, b"Exif\0\0" + SCRIPT) + JPEG[2:]
    assert pictures.checked(noted) == pictures.checked(JPEG)
    assert b"Google" in JPEG.replace(b"\0", b"")
    assert b"Google" not in pictures.checked(JPEG).replace(b"\0", b"")
    assert pictures.checked(pictures.checked(JPEG)) == pictures.checked(JPEG)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a PNG or JPEG"),
        (SCRIPT, "not a PNG or JPEG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "not a PNG or JPEG"),
        (b"GIF89a" + PNG, "not a PNG or JPEG"),
        (b"\n" + PNG, "not a PNG or JPEG"),
        (PNG + SCRIPT, "behind its end"),
        (PNG + b"PK\x03\x04", "behind its end"),
        (JPEG + SCRIPT, "behind its end"),
        (PNG[:8] + SCRIPT, "cut off"),
        (PNG[:-1], "cut off"),
        (PNG[:60], "cut off"),
        (JPEG[:-2], "cut off"),
        (JPEG[:2] + SCRIPT, "damaged"),
        (b"\xff\xd8\xff\xd9", "nothing is drawn"),
        (PNG[:HEAD_END] + chunk(b"IEND", b""), "nothing is drawn"),
        (PNG[:8] + chunk(b"IDAT", b"") + PNG[8:], "does not begin"),
        (PNG[:8] + PNG[8:HEAD_END] + PNG[8:], "does not begin"),
        (PNG[:-5] + b"?" + PNG[-4:], "damaged"),
        (PNG[:8] + chunk(b"IHDR", struct.pack(">II", 100_000, 100_000) + PNG[24:29]) + PNG[HEAD_END:], "pixels"),
        (JPEG.replace(b"\0\x08\0\x0c\x03", b"\xff\xff\xff\xff\x03"), "pixels"),
        (PNG + bytes(pictures.LARGEST), "more than 1,000,000 bytes"),
    ],
)
def test_anything_else_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(pictures.RefusedPicture, match=why):
        pictures.checked(content)


def told(memory: hardwon.Memory, run: str) -> list[journal.KeptStep]:
    steps = journal.steps_in(memory.runs.record, run).values()
    return [each for attempt in steps for each in attempt if not isinstance(each, Flaw)]


def test_a_step_names_its_pictures_and_the_run_keeps_them(project: Path) -> None:
    (project / "seen.jpg").write_bytes(JPEG)
    memory = hardwon.Memory.open(project)
    with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal") as step:
        step.report(screenshot=PNG)
        step.report(screenshot=project / "seen.jpg")
    [kept] = told(memory, run.id)
    first, second = kept.screenshots
    assert pictures.shown(memory.runs.record, run.id, first) == (PNG, "image/png")
    assert pictures.shown(memory.runs.record, run.id, second) == (pictures.checked(JPEG), "image/jpeg")
    assert kept.no_screenshot == ""
    memory.runs.forget(run.id)
    assert pictures.shown(memory.runs.record, run.id, first) is None


def test_a_picture_that_cannot_be_kept_is_said_and_the_step_passes(project: Path, tmp_path: Path) -> None:
    memory = hardwon.Memory.open(project)
    (project / "link.png").symlink_to("/etc/passwd")
    (project / "folder.png").mkdir()
    (project / "large.png").write_bytes(PNG + bytes(pictures.LARGEST))
    wanted = [
        (SCRIPT, "not a PNG or JPEG"),
        ("/etc/passwd", "neither in the project"),
        (project / "link.png", "neither in the project"),
        (project / ".." / ".." / ".." / ".." / ".." / ".." / "etc" / "passwd", "neither in the project"),
        (project / "folder.png", "cannot be read"),
        (tmp_path / "missing.png", "cannot be read"),
        (project / "large.png", "larger than"),
        ("nul\0.png", "cannot be read"),
        (5, "neither the bytes"),
    ]
    with memory.run(product="shop", test="t_login", area="auth") as run:
        for screenshot, _ in wanted:
            with run.step("Open the login modal") as step:
                step.report(screenshot=screenshot)  # type: ignore[arg-type]  # agents say what they like
    kept = told(memory, run.id)
    assert [each.seen.status for each in kept] == ["passed"] * len(wanted)
    for each, (_, why) in zip(kept, wanted, strict=True):
        assert why in each.no_screenshot
        assert each.screenshots == ()
    assert not [part for part in memory.runs.record.parts(run.id) if part.startswith("screenshot")]


def numbered(number: int) -> bytes:
    """A PNG that is no other."""
    return PNG[:HEAD_END] + chunk(b"gAMA", struct.pack(">I", number)) + PNG[HEAD_END:]


def test_a_run_keeps_twenty_whoever_takes_part_in_it(project: Path) -> None:
    memory = hardwon.Memory.open(project)
    with memory.run(product="shop", test="t_login", area="auth") as run:
        for number in range(4):
            with run.step("Open the login modal") as step:
                for place in range(6):
                    step.report(screenshot=numbered(10 * number + place))
            run.session.journal = memory.runs.journal_of(run.id)  # another process joins
            run.attempt.journal = run.session.journal
    kept = told(memory, run.id)
    assert [len(each.screenshots) for each in kept] == [6, 6, 6, 2]
    assert [each.no_screenshot for each in kept] == ["", "", "", pictures.TOO_MANY]
    assert len([part for part in memory.runs.record.parts(run.id) if part.startswith("screenshot")]) == pictures.MOST


def test_what_is_put_in_the_place_of_a_picture_is_not_shown(project: Path) -> None:
    memory = hardwon.Memory.open(project)
    with memory.run(product="shop", test="t_login", area="auth") as run, run.step("Open the login modal") as step:
        step.report(screenshot=PNG)
    [name] = told(memory, run.id)[0].screenshots
    for content in (SCRIPT, PNG + SCRIPT, b""):
        memory.runs.record.keep(run.id, {name: content})
        assert pictures.shown(memory.runs.record, run.id, name) is None
    for other in ("run.json", "steps.jsonl", f"../{run.id}/{name}", "screenshot-000000000000.svg", ""):
        assert pictures.shown(memory.runs.record, run.id, other) is None
    row = {"screenshots": [name, "run.json", "../x.png", 5, None]}
    assert pictures.names_in(row) == (name,)
    assert pictures.names_in({"screenshots": name}) == ()


def test_an_outcome_brings_a_picture_and_nothing_of_it_is_in_what_agents_read(project: Path, call: Cli) -> None:
    (project / "agents.py").write_text(
        "import base64, hardwon\n"
        f"PNG = base64.b64decode({base64.b64encode(PNG).decode()!r})\n"
        "def agent(step):\n    return hardwon.Outcome(passed=False, observation='it broke', screenshot=PNG)\n"
    )
    (project / "login.yaml").write_text("test-id: t_login\nname: Login\narea: auth\nsteps:\n  - Open the login modal\n")
    done = call("run", "login.yaml", "--agent", "agents:agent", "--json").stdout
    assert "screenshot" not in done
    memory = hardwon.Memory.open(project)
    assert len(told(memory, json.loads(done)["run_id"])[0].screenshots) == 1
