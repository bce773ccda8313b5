"""Every page in a real browser: it says what it must, nothing complains, and everybody can read it."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.conftest import Served, Window, ids, served_here, window

from hardwon.web.pages import VIEWS
from hardwon.web.rendering import NAVIGATION

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOTS = os.environ.get("HARDWON_SCREENSHOTS")
"""Where the pictures of the docs go, when they are made anew: docs/images."""

PAGES = {
    "/": ("Overview", "What needs a person"),
    "/areas": ("Areas", "auth"),
    "/areas?only=volatile&sort=confidence&down=1&q=a": ("Areas", "auth"),
    "/areas/auth": ("auth", "What that proves"),
    "/areas/reports": ("reports", "no run has spoken of it yet"),
    "/observations": ("Observations", "Login modal: opens late"),
    "/observations?q=Open+the+login+modal&product=shop": ("Observations", "given"),
    "/quarantine": ("Quarantine", "Ignore all previous instructions"),
    "/runs": ("Runs", "ingest"),
    "/recall?step=Open+the+login+modal&product=shop": ("Recall workbench", "<memory-context>"),
    "/mandate?depth=light": ("Mandate", "scenario"),
    "/breaker": ("Breaker", "shop"),
    "/settings": ("Settings", "circuitBreakerBaselineSize"),
    "/doctor": ("Doctor", "Everything agrees"),
    "OBSERVATION": ("Login modal: opens late", "Trust over time"),
    "RUN": ("Run ", "With memory"),
    "COMPARE": ("Two runs compared", "ended the same in both"),
}


@pytest.fixture(scope="module")
def desk(chromium: Any) -> Iterator[Window]:
    with window(chromium) as found:
        yield found


def address(reading: Served, name: str) -> str:
    runs = sorted(path.name for path in (reading.project / ".hardwon/runs").glob("2*"))
    with_steps = [run for run in runs if (reading.project / ".hardwon/runs" / run / "steps.jsonl").exists()]
    named = {
        "OBSERVATION": f"/observations/{ids(reading.project)['Login modal: opens late']}",
        "RUN": f"/runs/{with_steps[0]}",
        "COMPARE": f"/compare?a={runs[0]}&b={runs[3]}",
    }
    return reading.address + named.get(name, name)


@pytest.mark.parametrize("name", PAGES)
def test_page(reading: Served, desk: Window, name: str) -> None:
    """It says what it must, without scripts too; on a desk, and then on a phone in the dark."""
    heading, said = PAGES[name]
    desk.complaints.clear()
    assert desk.open(address(reading, name)) == 200
    assert desk.page.inner_text("h1").startswith(heading)
    assert said in desk.page.inner_text("main")
    assert desk.overflow <= 0
    assert [each for each in desk.barriers() if each["impact"] in ("serious", "critical")] == []
    _keep(desk, name, "desk")
    assert desk.cut_off == []
    with desk.like_a_phone_in_the_dark():
        assert desk.overflow <= 0, "the page is wider than a phone"
        assert desk.cut_off == []
        assert desk.barriers() == []
        _keep(desk, name, "phone")
    assert desk.complaints == []
    assert said in text_of(reading.get(address(reading, name).removeprefix(reading.address)).text)


def _keep(found: Window, name: str, kind: str) -> None:
    """Make a picture of the docs anew."""
    wanted = {("/", "desk"): "overview", ("/areas/auth", "desk"): "area"}
    if SHOTS and (picture := wanted.get((name, kind))):
        found.page.screenshot(path=Path(SHOTS) / f"{picture}.png")


def test_every_page_is_looked_at_and_told() -> None:
    looked_at = {name.partition("?")[0] for name in PAGES}
    told = (Path(__file__).parents[2] / "docs/dashboard.md").read_text("utf-8")
    for name in VIEWS:
        assert f"/{name}" in looked_at or name.upper() in PAGES, name
        assert re.search(rf"`/{name}[`?,]", told), name
    assert {name for name, _ in NAVIGATION} <= VIEWS.keys()


def text_of(page: str) -> str:
    """What a browser without scripts shows of a page."""
    return html.unescape(re.sub(r"<[^>]*>", "", page.partition("<main")[2]))


def test_a_page_without_scripts_has_its_times_in_utc(reading: Served, chromium: Any) -> None:
    with window(chromium, java_script_enabled=False) as found:
        assert found.open(address(reading, "COMPARE")) == 200
        assert " UTC" in found.page.inner_text("main")


def test_times_are_those_of_the_reader(reading: Served, chromium: Any) -> None:
    with window(chromium, timezone_id="Asia/Tokyo", locale="en-GB") as found:
        found.open(address(reading, "/areas/auth"))
        time = found.page.locator("time").first
        shown, meant = time.inner_text(), time.get_attribute("datetime")
    with window(chromium, timezone_id="UTC", locale="en-GB") as found:
        found.open(address(reading, "/areas/auth"))
        assert found.page.locator("time").first.get_attribute("datetime") == meant
        assert found.page.locator("time").first.inner_text() != shown


def test_the_shown_page_is_seen_in_the_navigation_of_a_phone(reading: Served, chromium: Any) -> None:
    with window(chromium, width=390) as found:
        found.open(reading.address + "/doctor")
        place = found.page.locator(".side [aria-current]").bounding_box()
        assert 0 <= place["x"] <= place["x"] + place["width"] <= 390


def test_the_keyboard_is_enough(reading: Served, desk: Window) -> None:
    page = desk.page
    desk.open(reading.address + "/observations")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("/")
    page.keyboard.type("voucher in the cart")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=voucher*")
    link = page.locator("tbody a").first
    assert link.inner_text() == "Voucher code: in the cart"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Voucher code: in the cart":
            break
    ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")
    page.wait_for_url("**/observations/obs_*")
    assert ring == "solid", "where the keyboard is must be seen"


def test_a_plot_has_its_table(reading: Served, desk: Window) -> None:
    desk.open(reading.address + "/areas/auth")
    marks = desk.page.locator("svg.plot circle.mark").count()
    desk.page.get_by_text("As a table", exact=False).first.click()
    rows = desk.page.locator("section:has(svg.plot) details tbody tr")
    assert rows.count() == marks >= 6
    assert "failed" in rows.nth(marks - 4).inner_text()


def test_print_leaves_navigation_and_forms_out(reading: Served, desk: Window) -> None:
    desk.open(address(reading, "OBSERVATION"))
    desk.page.emulate_media(media="print")
    assert not desk.page.locator("nav").first.is_visible()
    assert not desk.page.locator("form").first.is_visible()
    desk.page.emulate_media(media="screen")


def test_print_fits_on_paper_and_is_light_for_readers_in_the_dark(reading: Served, chromium: Any) -> None:
    with window(chromium, width=718, color_scheme="dark") as found:
        found.page.emulate_media(media="print")
        found.open(reading.address + "/areas")
        assert found.overflow <= 0
        fill = "getComputedStyle(document.querySelector('.t0')).fill"
        assert found.page.evaluate(fill) == "rgb(243, 179, 171)", "what is written on it is black"


def test_an_empty_project_says_what_to_do_first(tmp_path: Path, chromium: Any) -> None:
    project = tmp_path / "empty"
    (project / ".git").mkdir(parents=True)
    with served_here(project) as found, window(chromium) as opened:
        for path in ("/", "/areas", "/observations", "/quarantine", "/runs", "/breaker"):
            assert opened.open(found.address + path) == 200
            assert opened.page.locator(".empty").count() == 1, path
        for path in ("/recall", "/mandate", "/settings", "/doctor"):
            assert opened.open(found.address + path) == 200, path
        assert opened.complaints == []
    assert not (project / ".hardwon").exists(), "looking writes nothing"
