"""Which HTML parser reads pages as browsers do, how fast, and what hostile pages cost.

Compared are those that are installed: `pip install html5lib selectolax lxml` for all of them. The cases are written in
the manner of html5lib-tests: markup, and the way from the root to what matters in it.
"""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGES = Path(__file__).parents[1] / "tests" / "agents" / "pages"
CASES = (
    ("<title>T</title><nav><a href=/x>X</a></nav>", "a", "html body nav a"),
    ("<!doctype html><link rel=icon href=i><section><h1>T", "h1", "html body section h1"),
    ("<ul><li>a<li>b</ul>", "li", "html body ul li"),
    ("<p>a<p>b<div>c", "div", "html body div"),
    ("<table><tr><th>a<td>b<tr><th>c", "td", "html body table tbody tr td"),
    ("<table><a href=/x>out</a><tr><td>in", "a", "html body a"),
    ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "dd", "html body dl dd"),
    ("<form><p><input name=a></form><input name=b>", "input", "html body form p input"),
    ("<select><option>a<option selected>b</select><button>c", "button", "html body button"),
    ("<b><p>x</b>y</p>", "p", "html body p"),
    ("<main><article><details><summary>s</summary>t", "summary", "html body main article details summary"),
    ("<body><template><a>x</a></template><a>y</a>", "template", "html body template"),
    ("<svg><title>x</title></svg><h1>y</h1>", "h1", "html body h1"),
    ("a<br/>b<hr>c<custom-tag>d", "custom-tag", "html body custom-tag"),
    ("<head><meta charset=utf-8></head>text<a>x", "a", "html body a"),
    ("<a href=1>x<a href=2>y", "a", "html body a"),
)
HOSTILE = {"nested": "<div>", "attributes": "a=1 b=2 ", "options": "<option>", "brackets": "<", "tables": "<table><td>"}
SIZE = 20_000


def parsers() -> Iterator[tuple[str, Callable[[str], Any], Callable[[Any, str], str]]]:
    """Those that are installed: how each parses, and how it gives the way to an element."""
    justhtml = importlib.import_module("justhtml")
    yield "justhtml", lambda html: justhtml.JustHTML(html, sanitize=False, scripting_enabled=False), _in_justhtml
    for name, load in (("html5lib", _html5lib), ("selectolax", _selectolax), ("lxml", _lxml)):
        try:
            yield name, *load()
        except ImportError:
            print(f"{name:<12} is not installed")


def _in_justhtml(tree: Any, tag: str) -> str:
    node = tree.query(tag)[0]
    names: list[str] = []
    while node is not None and not node.name.startswith("#"):
        names.insert(0, node.name)
        node = node.parent
    return " ".join(names)


def _html5lib() -> tuple[Callable[[str], Any], Callable[[Any, str], str]]:
    library = importlib.import_module("html5lib")

    def way(tree: Any, tag: str) -> str:
        parents = {child: parent for parent in tree.iter() for child in parent}
        node = next(tree.iter(tag), None)
        names: list[str] = []
        while node is not None:
            names.insert(0, node.tag)
            node = parents.get(node)
        return " ".join(names)

    return lambda html: library.parse(html, namespaceHTMLElements=False), way


def _selectolax() -> tuple[Callable[[str], Any], Callable[[Any, str], str]]:
    library = importlib.import_module("selectolax.lexbor")

    def way(tree: Any, tag: str) -> str:
        node = tree.css_first(tag)
        names: list[str] = []
        while node is not None and node.tag and not node.tag.startswith("-"):
            names.insert(0, node.tag)
            node = node.parent
        return " ".join(name for name in names if name != "#document")

    return library.LexborHTMLParser, way


def _lxml() -> tuple[Callable[[str], Any], Callable[[Any, str], str]]:
    library = importlib.import_module("lxml.html")

    def way(tree: Any, tag: str) -> str:
        node = next(tree.iter(tag), None)
        return (
            " ".join([*(each.tag for each in reversed(list(node.iterancestors()))), node.tag])
            if node is not None
            else ""
        )

    return library.document_fromstring, way


def seconds(work: Callable[[str], Any], html: str) -> float:
    began = time.perf_counter()
    work(html)
    return time.perf_counter() - began


def hostile(kind: str, size: int) -> str:
    part = HOSTILE[kind]
    body = (part * (size // len(part) + 1))[:size]
    if kind == "attributes":
        return "<a " + " ".join(f"a{number}=1" for number in range(size // 8)) + ">"
    return f"<select>{body}" if kind == "options" else body


def cost(parse: Callable[[str], Any], kind: str, size: int) -> str:
    return f"{1000 * seconds(parse, hostile(kind, size)):.0f}"


def main() -> None:
    pages = [path.read_text("utf-8") for path in sorted(PAGES.glob("*.html"))]
    kilobytes = sum(len(page) for page in pages) / 1000
    print(f"{'':<12} {'as browsers':>12} {'real pages':>12}   hostile pages of {SIZE} and {2 * SIZE} bytes, ms")
    for name, parse, way in parsers():
        right = sum(way(parse(html), tag) == expected for html, tag, expected in CASES)
        parse(pages[0])
        speed = kilobytes / min(sum(seconds(parse, page) for page in pages) for _ in range(5))
        costs = (f"{kind} {cost(parse, kind, SIZE)}/{cost(parse, kind, 2 * SIZE)}" for kind in HOSTILE)
        print(f"{name:<12} {right:>5} of {len(CASES):<3} {speed:>8.0f} kB/s   {', '.join(costs)}", flush=True)


if __name__ == "__main__":
    main()
