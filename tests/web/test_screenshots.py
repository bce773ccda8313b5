"""Screenshots that an agent handed over: in the page of their run, as pictures and as nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from tests.pictures import JPEG, PNG
from tests.web.conftest import PATIENCE, Served, hardwon, served_here, window

from hardwon.evidence import pictures
from hardwon.memory import Memory
from hardwon.web.addresses import slug

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "a-token-of-sixteen"  # noqa: S105 - it guards nothing
HOSTILE = 'Open the "><script>window.ran = 1</script> page'


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A project, and the run in it that has pictures."""
    project = tmp_path_factory.mktemp("seen") / "shop"
    (project / ".git").mkdir(parents=True)
    with Memory.open(project).run(product="shop", test="t_login", area="auth") as run:
        with run.step("Open the login modal") as step:
            step.report(screenshot=PNG)
        with run.step(HOSTILE) as step:
            step.report(screenshot=JPEG)
        with run.step("See the login modal", kind="assert") as step:
            step.report(screenshot=b"<svg onload='window.ran = 1'/>")
    return project, run.id


@pytest.fixture(scope="module")
def reading_it(seen: tuple[Path, str]) -> Iterator[Served]:
    with served_here(seen[0]) as found:
        yield found


def addresses(project: Path, run: str) -> list[str]:
    parts = sorted(path.name for path in (project / ".hardwon/runs" / run).glob("screenshot-*"))
    return [f"/runs/{run}/screenshots/{name}" for name in parts]


def test_they_are_seen_in_the_page(seen: tuple[Path, str], reading_it: Served, chromium: Any) -> None:
    with window(chromium, width=390) as found:
        assert found.open(f"{reading_it.address}/runs/{seen[1]}") == 200
        shots = found.page.locator(".shot img")
        assert shots.count() == 2
        for place in range(2):
            shots.nth(place).scroll_into_view_if_needed()
            found.page.wait_for_function("place => document.images[place].naturalWidth === 12", arg=place)
        assert shots.nth(0).get_attribute("alt") == "Screenshot of step 1: Open the login modal"
        assert "A screenshot was not kept: it is not a PNG or JPEG" in found.page.inner_text("main")
        assert found.barriers() == []
        assert found.overflow <= 0
        with found.like_a_phone_in_the_dark():
            assert found.barriers() == []
        assert found.page.evaluate("window.ran") is None
        assert found.complaints == []


def test_they_come_as_pictures_and_as_nothing_else(seen: tuple[Path, str], reading_it: Served) -> None:
    kinds = set()
    for address in addresses(*seen):
        answer = reading_it.get(address)
        assert answer.status_code == 200
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.content in (pictures.checked(PNG), pictures.checked(JPEG))
        kinds.add(answer.headers["content-type"])
    assert kinds == {"image/png", "image/jpeg"}
    run = seen[1]
    for other in ("run.json", "steps.jsonl", "..%2frun.json", "screenshot-000000000000.png", "%00"):
        assert reading_it.get(f"/runs/{run}/screenshots/{other}").status_code == 404, other
    assert reading_it.get(f"/runs/..%2f..%2f/screenshots/{addresses(*seen)[0]}").status_code == 404


def test_who_has_no_token_sees_none(seen: tuple[Path, str]) -> None:
    project, run = seen
    with served_here(project, token=TOKEN) as found:
        [address, _] = addresses(project, run)
        assert found.get(address).status_code == 401
        assert found.get(address, Authorization=f"Bearer {TOKEN}").status_code == 200
        assert (
            httpx2.get(found.address + address, headers={"Host": "evil.example"}, timeout=PATIENCE).status_code >= 400
        )


def test_export_copies_what_is_a_picture_and_takes_it_away_with_its_run(
    seen: tuple[Path, str], tmp_path: Path, chromium: Any
) -> None:
    project, run = seen
    folder = tmp_path / "public"
    hardwon(project, "export", str(folder))
    copies = sorted(path.read_bytes() for path in folder.rglob("screenshot-*"))
    assert copies == sorted((pictures.checked(PNG), pictures.checked(JPEG)))
    with window(chromium) as found:
        found.page.goto((folder / "runs" / f"{slug(run)}.html").as_uri())
        found.page.locator(".shot img").first.scroll_into_view_if_needed()
        found.page.wait_for_function("document.images[0].naturalWidth === 12")
        assert found.complaints == []
    mark = folder / ".hardwon-export.json"
    listed = json.loads(mark.read_text())["files"]
    (folder / "runs" / "old.png").write_bytes(PNG)
    mark.write_text(json.dumps({"files": [*listed, "runs/old.png"]}))
    hardwon(project, "export", str(folder))
    assert not (folder / "runs" / "old.png").exists()
