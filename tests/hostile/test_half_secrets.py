"""Redact, then cut: wherever a text is shortened, half a secret must not be left over.

The texts here are secrets from end to end. Whatever length somebody cuts them to, the cut goes through a secret, so one
that comes before the redaction shows itself without anyone knowing its length.
"""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING

import pytest

from hardwon.guard.scanner import brief, brief_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli
    from tests.hostile.conftest import Answering

TOKEN = "ghp_" + "a8Kd03nQzX7Lw2RtYv5Bc9Jm4Hs6Pf1GeUo0"
HALF = re.compile(r"ghp_[A-Za-z0-9]{4,}|[A-Za-z0-9]*(?:QzX7Lw2R|9Jm4Hs6P)[A-Za-z0-9]*")
VALUE = "moss-and-fern-lantern"
"""A secret that does not look like one: only who gave it knows."""

HALF_VALUE = re.compile(r"moss-and-\w*|\w*-lantern")
SECRETS = {"token": (TOKEN, HALF), "value": (VALUE, HALF_VALUE)}
KEY = f"-----BEGIN PRIVATE KEY-----\n{'a1B2' * 3000}"
PADS = (0, 17)
"""Characters before the first secret: a cut may happen to fall between two."""

AGENT = """
from pathlib import Path
from hardwon import CannotRun, Outcome
TEXT = Path("tiles.txt").read_text()

class Stuck:
    def close(self):
        raise RuntimeError(TEXT)

def raises(step):
    raise RuntimeError(TEXT)

def cannot(step):
    raise CannotRun(TEXT)

def reports(step):
    step.report(observation=TEXT, sub_actions=5)

def returns(step):
    return Outcome(passed=False, observation=TEXT)

def leaves_open(step):
    step.state["stuck"] = Stuck()

def learns(step):
    step.report(sub_actions=5)
    step.learned("Cart page: " + " ".join(TEXT.split()[:3]), "The cart page shows " + " ".join(TEXT.split()[:300]))
"""


def tiles(secret: str, pad: int, length: int = 16_000) -> str:
    return "x" * pad + f" {secret}" * (length // len(secret))


def everything(folder: Path) -> str:
    """All that was written, as text."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".txt", ".yaml")]
    contents = (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes() for path in found)
    return b"\n".join(contents).decode("utf-8", "replace")


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("agent", ["raises", "cannot", "reports", "returns", "leaves_open", "learns"])
@pytest.mark.parametrize("kind", SECRETS)
def test_of_what_an_agent_says_no_half_secret_is_kept_or_shown(
    call: Cli, project: Path, agent: str, kind: str, pad: int
) -> None:
    secret, half = SECRETS[kind]
    (project / "tiles.txt").write_text(tiles(secret, pad))
    name = f"hostile_{agent}_{kind}_{pad}"
    (project / f"{name}.py").write_text(AGENT)
    (project / "t.yaml").write_text("test-id: t\nsteps: [Open the cart page]\n")
    reports = ("--junit-xml", str(project / "r.xml"), "--ctrf", str(project / "r.json"))
    given = ("--variable", f"password={VALUE}")
    plain = call("run", "t.yaml", "--agent", f"{name}:{agent}", *given, *reports)
    as_json = call("run", "t.yaml", "--agent", f"{name}:{agent}", *given, "--json")
    shown = "".join((plain.stdout, plain.stderr, as_json.stdout, as_json.stderr, everything(project)))
    assert half.findall(shown) == []
    assert "[hidden]" in shown or "[redacted" in shown or "never remembered" in shown


SCENARIO = {
    "title": "x y",
    "user_perspective": "u",
    "preconditions": [],
    "steps": ["a"],
    "chaos_factors": [],
    "expected_behavior": "e",
    "failure_modes": ["f"],
    "priority": "low",
    "area": "a",
    "id": "s1",
}


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("where", ["answer", "path", "location"])
def test_of_a_scenarios_requests_no_half_secret_is_kept_or_shown(
    call: Cli, project: Path, server: Answering, where: str, pad: int
) -> None:
    text = tiles(TOKEN, pad, 1800)
    path = "/a" + text.replace(" ", "/") if where == "path" else "/a"
    headers = {"Location": f"http://other.example/?t={text.replace(' ', '&')}"} if where == "location" else {}
    server.answer = lambda _: (302 if headers else 500, headers, text.encode() if where == "answer" else b"")
    asked = {"method": "GET", "path": path, "expected_status": 200, "follow_redirects": True}
    (project / "s.json").write_text(json.dumps([SCENARIO | {"exec": asked}]))
    done = call("run", "s.json", "--target", server.url)
    assert done.code == 1, done.stderr
    assert HALF.findall(done.stdout + done.stderr + everything(project / ".hardwon")) == []


PAGES = {
    "title": "<title>{}</title><a href='/b'>Cart</a>",
    "link": "<title>Home</title><a href='/b'>{} cart</a><a href='/c'>{}</a>",
    "heading": "<h1>{}</h1><a href='/b'>Cart</a>",
    "label": "<title>Home</title><form action='/b'><label>{} cart <input name=q></label><button>{}</button></form>",
}


@pytest.mark.parametrize("pad", [*PADS, 150, 180])
@pytest.mark.parametrize("where", PAGES)
def test_of_a_page_no_half_secret_is_kept_or_shown(
    call: Cli, project: Path, server: Answering, where: str, pad: int
) -> None:
    page = PAGES[where].replace("{}", tiles(TOKEN, pad, 3000)).encode()
    server.answer = lambda _: (200, {}, page)
    (project / "hardwon.yaml").write_text(f"targets: {{web: {{product: shop, url: '{server.url}'}}}}\n")
    steps = ["Open the start page", "Click the cart", "Enter 1 into the cart field", "Open the wishlist page"]
    (project / "t.yaml").write_text(json.dumps({"test-id": "t", "target": "web", "steps": steps}))
    done = call("run", "t.yaml", "--json")
    assert done.document["tests"][0]["status"] in ("passed", "failed"), done.stdout
    assert HALF.findall(done.stdout + done.stderr + everything(project / ".hardwon")) == []


@pytest.mark.parametrize("pad", PADS)
def test_of_a_decisions_reasoning_no_half_secret_is_kept(call: Cli, project: Path, pad: int) -> None:
    decision = {"action": "add", "title": "Cart: lines", "content": "The cart page shows a line for each product."}
    document = {"decisions": [decision | {"scope": "product", "reasoning": tiles(TOKEN, pad)}]}
    (project / "d.txt").write_text(json.dumps(document))
    done = call("curate", "--product", "shop", "--decisions", "d.txt", "--json")
    assert done.document["added"] == 1
    assert HALF.findall(done.stdout + done.stderr + everything(project / ".hardwon")) == []


@pytest.mark.parametrize("limit", [*range(40, 90), 300, 1000])
@pytest.mark.parametrize("text", [tiles(TOKEN, 0), tiles(TOKEN, 3, 200), KEY])
def test_brief_masks_before_it_cuts(text: str, limit: int) -> None:
    for short in (brief(text, limit), brief_line(text, limit)):
        assert len(short) <= limit
        assert HALF.findall(short) == []
        assert "a1B2a1B2" not in short


def test_brief_shows_no_secret_that_it_did_not_see_to_its_end() -> None:
    """What is looked at ends somewhere, too: a key before it makes room for what stands there."""
    key = "-----BEGIN PRIVATE KEY-----\n" + "a1B2c3D4" * 520 + "\n-----END PRIVATE KEY----- "
    for pad in range(60):
        assert HALF.findall(brief(key + "x" * pad + f" {TOKEN}" * 400, 100)) == []


@pytest.mark.parametrize("pad", PADS)
@pytest.mark.parametrize("how", ["raise RuntimeError(TEXT)", "pytest.skip(TEXT)", "pytest.fail(TEXT)"])
def test_of_a_pytest_failure_no_half_secret_is_kept(pytester: pytest.Pytester, how: str, pad: int) -> None:
    text = tiles(TOKEN, pad, 3000)
    code = f"def test_s(hardwon):\n    with hardwon.step('Open'):\n        pass\n    {how}\n"
    pytester.makepyfile(f"import pytest\nTEXT = {text!r}\n{code}")
    pytester.mkdir(".hardwon")
    pytester.runpytest_subprocess("--hardwon", "-p", "no:cacheprovider", "-p", "no:randomly")
    kept = everything(pytester.path / ".hardwon")
    assert "test_s" in kept
    assert HALF.findall(kept) == []
