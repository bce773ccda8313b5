"""Hostile texts wherever a page can show one: nothing runs, nothing breaks out, nothing breaks the layout."""

from __future__ import annotations

import html
import json
import re
from contextlib import suppress
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

import httpx2
import pytest
from tests.scanner_cases import cases
from tests.web.conftest import PATIENCE, Served, hardwon, served_here, window

from hardwon.curation import by_hand
from hardwon.curation.guarded import BlockedText, Proposal
from hardwon.memory import Memory
from hardwon.observations.observation import Observation, Scope
from hardwon.store import observation_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MARKUP = [
    "<script>window.ran = 1</script>",
    "</script><script>window.ran = 1</script>",
    '"><img src=x onerror="window.ran=1">',
    "' onmouseover='window.ran=1' x='",
    "</pre></textarea></title><svg onload=window.ran=1>",
    '<a href="javascript:window.ran=1">here</a>',
    "{{ 7 * 7 }} {% raw %} ${7*7} <%= 7 %>",
    "<!--", "]]>", "&lt;script&gt;", "<style>*{display:none}</style>",
    "<meta http-equiv=refresh content=0;url=http://evil.example>",
    "<base href=http://evil.example/>", "<form action=http://evil.example><button>Confirm</button></form>",
    "\u202etxt.exe\u202c \u200b\u2066hidden\u2069", "a\u0301" * 60, "W" * 180,
    "../../../etc/passwd", "..", ".", "a//b", "%2e%2e%2f", "?x=1#y",
    "\U0001f600" * 20, "العربية עברית", "name\twith\ttabs",
]  # fmt: skip
MOST_CRAWLED = 120
"""Pages that are looked at: all lists, and some of each kind. The corpus is on the lists."""

WORDS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kea", "lark", "moth", "newt", "owl")


def observation(number: int, title: str, content: str) -> Observation:
    name = "-".join(WORDS[(number // 15**place) % 15] for place in range(10))
    return Observation(
        id=f"obs_{name}",
        scope=Scope("products", "shop"),
        title=title,
        content=content,
        trust=0.5,
        created="2026-01-05T10:00:00Z",
        last_confirmed="2026-01-05T10:00:00Z",
        source_test="t",
    )


def texts() -> list[str]:
    attacks = [case.text for case in cases("attacks")]
    return [*MARKUP, *attacks]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A project whose records were written by somebody who wants to harm."""
    project = tmp_path_factory.mktemp("hostile") / "project <script>window.ran=1<"
    (project / ".git").mkdir(parents=True)
    memory = Memory.open(project)
    documents = {}
    for number, text in enumerate(texts()):
        title = " ".join(text.split())[:150] or "empty"
        known = observation(number, title, text.strip() or "empty")
        try:
            raw = observation_file.write(known)
            observation_file.check(raw, known)
        except Exception:  # noqa: BLE001, S112 - not every text can be a title; what cannot stand in a file is not shown
            continue
        documents[f"products/shop/{known.id}.md"] = raw
    memory.observations.keep(documents)
    bad = memory.observations.where + "/products/shop/obs_bad<script>.md"
    with open(bad, "w") as file:  # noqa: PTH123 - it is a text
        file.write("---\n<script>window.ran=1</script>\n")
    tests = "".join(
        f"<testcase classname={quoteattr(_xml(text))} file={quoteattr(_xml(text))} name={quoteattr(_xml(text))}>"
        f"<failure message={quoteattr(_xml(text))}/></testcase>"
        f"<testcase classname='ok{number}' name='ok{number}a'/><testcase classname='ok{number}' name='ok{number}b'/>"
        for number, text in enumerate(MARKUP)
    )
    (project / "report.xml").write_text(f"<testsuite name='x'>{tests}</testsuite>")
    (project / "src").mkdir()
    (project / "src" / "<img src=x onerror=window.ran=1>.py").write_text("a = 1\n")
    rules = [{"area": text, "tests": [f"*{number}*"], "paths": ["src/*"]} for number, text in enumerate(MARKUP[:6])]
    targets = {"shop": {"product": "shop", "url": "http://127.0.0.1:9/?<script>window.ran=1</script>"}}
    (project / "hardwon.yaml").write_text(json.dumps({"areas": rules, "targets": targets}))
    hardwon(project, "ingest", "report.xml", codes=(0, 1))
    for text in MARKUP[:12]:
        hardwon_area(memory, text)
    with memory.run(product="shop", test="t <img src=x onerror=window.ran=1>", area="hostile") as run:
        for text in MARKUP:
            with run.step(text) as step:
                step.report(sub_actions=1, observation=text)
                step.learned(text[:100], text, scope="product")
    for text in texts()[:60]:
        proposal = Proposal(
            scope=Scope("products", "shop"), title="Held", content=text or "x", source_test="t", origin="agent"
        )
        with suppress(BlockedText):
            by_hand.add(memory.desk, proposal)
    memory.outcomes.record(
        "<script>window.ran=1</script>", with_memory=True, passed=False, run="r", test="t", at="2026-01-05T10:00:00Z"
    )
    with served_here(project) as found:
        yield found


def hardwon_area(memory: Memory, name: str) -> None:
    from hardwon.errors import HardwonError  # noqa: PLC0415 - only here

    try:
        memory.record(name, passed=True)
    except HardwonError:
        return  # not every text can be the name of an area


def _xml(text: str) -> str:
    return "".join(char for char in text if char.isprintable() or char == " ")


class Elements(HTMLParser):
    """What a browser would make of a page: its elements and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


FORBIDDEN = {
    "iframe",
    "object",
    "embed",
    "base",
    "style",
    "applet",
    "frame",
    "img",
    "math",
    "template",
    "foreignobject",
}


def crawled(client: httpx2.Client) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    todo = [
        *(
            f"/{name}"
            for name in [
                "areas",
                "observations",
                "quarantine",
                "runs",
                "recall",
                "mandate",
                "breaker",
                "settings",
                "doctor",
            ]
        ),
        "/",
    ]
    todo += [f"/observations?q={html.escape(word)}&product=shop" for word in ("script", "ignore+instructions")]
    todo.append("/recall?step=%3Cscript%3Ewindow.ran%3D1%3C/script%3E&product=%3Cscript%3E")
    while todo:
        path = todo.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code in (200, 404), (path, answer.status_code, answer.text[:500])
        yield path, answer.text
        if len(seen) >= MOST_CRAWLED:
            return
        if len(seen) < MOST_CRAWLED // 2:
            parser = Elements()
            parser.feed(answer.text)
            todo += [
                str(attributes["href"])
                for tag, attributes in parser.found
                if tag == "a" and str(attributes.get("href", "")).startswith("/")
            ]


def test_nothing_breaks_out_on_any_page(hostile: Served) -> None:
    count = 0
    with httpx2.Client(base_url=hostile.address, timeout=PATIENCE) as client:
        for path, page in crawled(client):
            count += 1
            parser = Elements()
            parser.feed(page)
            tags = [tag for tag, _ in parser.found]
            assert tags.count("script") == 1, path
            assert FORBIDDEN.isdisjoint(tags), (path, FORBIDDEN & set(tags))
            for tag, attributes in parser.found:
                assert not [name for name in attributes if name.startswith("on") or name == "style"], (path, tag)
                for name in ("href", "src", "action"):
                    where = urlsplit(attributes.get(name) or "")
                    assert (where.scheme, where.netloc) == ("", ""), (path, tag, attributes)
                if tag == "meta" and "http-equiv" in attributes:
                    assert attributes["content"] == "3", path
            assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b]", page), path
    assert count == MOST_CRAWLED


def test_nothing_runs_and_the_layout_holds(hostile: Served, chromium: Any) -> None:
    run = sorted(path.name for path in (hostile.project / ".hardwon/runs").glob("2*"))
    first = next((hostile.project / ".hardwon/observations/products/shop").glob("obs_*.md")).stem
    pages = ["/", "/areas", "/observations", "/quarantine", "/runs", "/settings", "/doctor", "/mandate", "/breaker"]
    pages += [f"/runs/{run[0]}", f"/runs/{run[-1]}", f"/observations/{first}", "/areas/hostile"]
    with window(chromium) as found:
        found.page.on("dialog", lambda dialog: found.complaints.append(dialog.message))
        for path in pages:
            found.open(hostile.address + path)
            assert found.page.evaluate("window.ran") is None, path
            assert found.overflow <= 0, path
            with found.like_a_phone_in_the_dark():
                assert found.overflow <= 0, path
            assert found.complaints == [], path


def test_an_export_has_none_of_what_is_held_back(hostile: Served, tmp_path: Path) -> None:
    memory = Memory.open(hostile.project)
    held = [memory.quarantine.read(each) for each in memory.quarantine.ids()]
    assert len(held) >= 3
    hardwon(hostile.project, "export", str(tmp_path / "out"))
    pages = {path: html.unescape(path.read_text("utf-8")) for path in (tmp_path / "out").rglob("*.html")}
    assert len(pages) > 100
    for each in held:
        text = each.content.strip()
        if len(text) >= 8:
            assert not [path for path, page in pages.items() if text in page], text
    for page in pages.values():
        assert "Ignore all previous instructions" not in page
