"""The explorer on the real shop: what it finds, what memory saves it, and where stale memory leads it."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import threading
import urllib.request
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import hardwon
from hardwon.agents import CannotRun, Hint, Outcome, PlainStep
from hardwon.agents.explorer import Explorer, agent
from hardwon.agents.explorer.browser import Browser
from hardwon.target.exchange import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHOP = Path(__file__).parents[2] / "examples" / "shop"
SUITE = yaml.safe_load((SHOP / "e2e" / "suite.yaml").read_text("utf-8"))
TESTS = {entry["id"]: yaml.safe_load((SHOP / entry["test"]).read_text("utf-8")) for entry in SUITE["tests"]}
EXPLORING = ("t_recovery", "t_gift_cards", "t_newsletter", "t_low_stock")

ALICE = "Log in as alice@example.org with password wonderland"
RECOVERY = Hint(
    id="obs_recovery",
    title="Account recovery: reached from Settings → Security",
    content='The page "Account recovery" is linked on the page "Security".',
    trust=0.5,
)
GIFT_CARDS = Hint(
    id="obs_gifts",
    title="Gift cards: reached from Help → Extras",
    content='The page "Gift cards" is linked on the page "Extras".',
    trust=0.5,
)
VOUCHER = Hint(
    id="obs_voucher",
    title="Voucher code: reached from Cart",
    content='The field "Voucher code" is on the page "Your cart".',
    trust=0.5,
)


@pytest.fixture(scope="module")
def storefront() -> Iterator[Any]:
    sys.path.insert(0, str(SHOP))
    yield importlib.import_module("storefront")
    sys.path.remove(str(SHOP))


@pytest.fixture
def shop(storefront: Any) -> Iterator[Any]:
    with storefront.serve(slow=0.0) as site:
        yield site


@pytest.fixture
def moved(storefront: Any) -> Iterator[Any]:
    with storefront.serve(slow=0.0, moved=True) as site:
        yield site


@dataclass
class Visit:
    """One attempt of the explorer at the shop, step after step."""

    site: Any
    hints: Sequence[Hint] = ()
    explorer: Explorer = field(default_factory=Explorer)
    state: dict[str, Any] = field(default_factory=dict)
    lessons: list[tuple[str, str, str]] = field(default_factory=list)

    def do(self, text: str, kind: Any = "act") -> Outcome:
        step = PlainStep(text=text, kind=kind, url=self.site.url, state=self.state, observations=self.hints)
        before = self.site.loads
        outcome = self.explorer(step)
        assert outcome.sub_actions == self.site.loads - before, "every page load is reported"
        self.lessons += step.lessons
        return outcome

    def do_all(self, *texts: str) -> None:
        for text in texts:
            outcome = self.do(text)
            assert outcome.passed, outcome.observation


def carried_out(test: dict[str, Any], site: Any, hints: Sequence[Hint] = ()) -> tuple[bool, int, Visit]:
    """Whether a test of the example passes, its page loads, and the visit."""
    visit, began = Visit(site, hints), site.loads
    for entry in test["steps"]:
        text, kind = (entry, "act") if isinstance(entry, str) else (entry["step"], entry["kind"])
        if not visit.do(text, kind).passed:
            return False, site.loads - began, visit
    return True, site.loads - began, visit


def as_hints(visit: Visit, trust: float = 0.5) -> list[Hint]:
    return [
        Hint(id=f"obs_{number}", title=title, content=content, trust=trust)
        for number, (title, content, _) in enumerate(visit.lessons)
    ]


@pytest.mark.parametrize("name", sorted(TESTS))
def test_every_test_of_the_example_passes_without_memory(shop: Any, name: str) -> None:
    passed, _, _ = carried_out(TESTS[name], shop)
    assert passed


@pytest.mark.parametrize("name", EXPLORING)
def test_what_was_learned_saves_page_loads(storefront: Any, name: str) -> None:
    with storefront.serve(slow=0.0) as first:
        _, without, visit = carried_out(TESTS[name], first)
    assert visit.lessons
    with storefront.serve(slow=0.0) as second:
        passed, with_memory, again = carried_out(TESTS[name], second, as_hints(visit))
    assert passed
    assert with_memory <= 0.6 * without
    assert again.lessons == [], "what memory already says is not learned again"


@pytest.mark.parametrize("name", sorted(TESTS))
def test_what_is_learned_is_an_observation_to_the_scanner(shop: Any, name: str) -> None:
    _, _, visit = carried_out(TESTS[name], shop)
    for title, content, scope in visit.lessons:
        scan = hardwon.scan(title, content, origin="agent")
        assert (scan.outcome, scan.reason, scope) == ("safe", "", "product")


def test_the_figures_in_the_docs_are_those_of_the_shop(storefront: Any) -> None:
    def measured(test: dict[str, Any], hints: Sequence[Hint] = (), *, moved: bool = False) -> tuple[str, Visit]:
        with storefront.serve(slow=0.0, moved=moved) as site:
            passed, loads, visit = carried_out(test, site, hints)
        return f"{loads}{'' if passed else ', fails'}", visit

    table = (SHOP.parents[1] / "docs" / "explorer.md").read_text("utf-8")
    for name, test in TESTS.items():
        alone, visit = measured(test)
        known = as_hints(visit)
        figures = [alone, measured(test, known)[0], measured(test, known, moved=True)[0], measured(test, moved=True)[0]]
        assert f"| {name.removeprefix('t_').replace('_', ' ')} | {' | '.join(figures)} |" in table


def test_the_same_site_gives_the_same_requests(storefront: Any) -> None:
    def requests() -> list[str]:
        with storefront.serve(slow=0.0) as site:
            carried_out(TESTS["t_recovery"], site)
            return list(site.requests)

    assert requests() == requests()


def test_good_memory_leads_straight_there_and_is_said_to_be_used(shop: Any) -> None:
    visit = Visit(shop, [RECOVERY, GIFT_CARDS])
    visit.do_all(ALICE)
    outcome = visit.do("Open the account recovery page")
    assert (outcome.passed, outcome.sub_actions, outcome.used, outcome.contradicted) == (True, 3, ["obs_recovery"], [])


def test_stale_memory_makes_a_test_fail_that_passes_without_it(storefront: Any) -> None:
    """After the move the old form is still there, and does nothing: only memory leads to it."""
    with storefront.serve(slow=0.0, moved=True) as site:
        passed, _, _ = carried_out(TESTS["t_recovery"], site, [RECOVERY])
        assert not passed
    with storefront.serve(slow=0.0, moved=True) as site:
        passed, _, visit = carried_out(TESTS["t_recovery"], site)
        assert passed
        assert [title for title, _, _ in visit.lessons] == ["Account recovery: reached from Account → Privacy"]
    fallen = Hint(id="obs_old", title=RECOVERY.title, content=RECOVERY.content, trust=0.4)
    with storefront.serve(slow=0.0, moved=True) as site:
        passed, _, _ = carried_out(TESTS["t_recovery"], site, [fallen, *as_hints(visit)])
        assert passed, "what the unassisted attempt learned outweighs what is less trusted"


def test_stale_memory_costs_page_loads_and_is_contradicted(storefront: Any) -> None:
    with storefront.serve(slow=0.0, moved=True) as site:
        alone = Visit(site).do("Open the gift cards page")
    with storefront.serve(slow=0.0, moved=True) as site:
        misled = Visit(site, [GIFT_CARDS]).do("Open the gift cards page")
    assert misled.passed
    assert misled.sub_actions > alone.sub_actions
    assert (misled.used, misled.contradicted) == ([], ["obs_gifts"])


def test_a_field_that_moved_contradicts_memory(moved: Any) -> None:
    visit = Visit(moved, [VOUCHER])
    visit.do_all("Open the mug page", "Press Add to cart", "Open the start page")
    outcome = visit.do("Enter WELCOME10 into Voucher code")
    assert (outcome.passed, outcome.used, outcome.contradicted) == (True, [], ["obs_voucher"])
    assert visit.lessons[-1][0] == "Voucher code: reached from Cart → Checkout → Payment"


def test_a_visitor_without_account_finds_recovery_from_the_login(shop: Any) -> None:
    visit = Visit(shop)
    visit.do_all("Open the log in page", "Follow Trouble", "Follow Account recovery")
    assert shop.requests[-1] == "GET /login/recovery"


def test_login_brings_the_token_back_and_a_wrong_password_fails(shop: Any) -> None:
    assert not Visit(shop).do("Log in as alice@example.org with password nonsense").passed
    visit = Visit(shop)
    visit.do_all(ALICE)
    assert visit.do("Hello Alice", "assert").passed


def test_a_form_without_the_token_is_refused_by_the_shop(shop: Any) -> None:
    browser = Browser(shop.url)
    assert browser.load(f"{shop.url}login", b"email=alice@example.org&password=wonderland").status == 403


def test_searching_does_not_log_out(shop: Any) -> None:
    visit = Visit(shop)
    visit.do_all(ALICE)
    with pytest.raises(CannotRun, match="was not found"):
        visit.do("Open the page of unheard-of things")
    assert not any("logout" in request for request in shop.requests)
    visit.do_all("Log out")
    assert shop.requests[-2:] == ["GET /logout", "GET /"]
    assert visit.do("You are logged out", "assert").passed


def test_an_endless_calendar_does_not_eat_the_budget(shop: Any) -> None:
    visit = Visit(shop, explorer=Explorer(budget=200))
    outcome = visit.do("Open the page of unheard-of things")
    assert not outcome.passed
    assert outcome.sub_actions < 70, "all of the shop was seen, and little of the calendar"
    assert sum(request.startswith("GET /events?") for request in shop.requests) <= 4
    assert sum(request.startswith("GET /events/day") for request in shop.requests) <= 4


def test_the_budget_is_kept(shop: Any) -> None:
    visit = Visit(shop, explorer=Explorer(budget=3))
    visit.do_all("Open the start page")
    before = len(shop.requests)
    with pytest.raises(CannotRun, match="the step may load no more"):
        visit.do("Open the low stock report")
    assert len(shop.requests) - before <= 5


def test_a_search_that_fails_leaves_the_visitor_where_it_stood(shop: Any) -> None:
    visit = Visit(shop, explorer=Explorer(budget=4))
    visit.do_all("Open the mug page")
    with pytest.raises(CannotRun, match="was not found"):
        visit.do("Open the low stock report")
    assert visit.do("Holds 0.3 litres", "assert").passed


def test_a_huge_page_is_read_in_part_and_no_absence_is_claimed(shop: Any) -> None:
    visit = Visit(shop)
    visit.do_all("Open /help/archive")
    assert visit.do('See "Question 1:"', "assert").passed
    with pytest.raises(CannotRun, match="too long"):
        visit.do('Do not see "Question 59999:"', "assert")


def test_a_slow_page_is_given_up(storefront: Any) -> None:
    with storefront.serve(slow=2.0) as site:
        outcome = Visit(site, explorer=Explorer(limits=Limits(seconds=0.3))).do("Open /stores/stock")
    assert not outcome.passed
    assert "no answer in time" in outcome.observation


def test_an_assertion_does_not_go_looking(shop: Any) -> None:
    visit = Visit(shop)
    visit.do_all("Open the start page")
    outcome = visit.do('See "Shipping is 4.90 EUR"', "assert")
    assert (outcome.passed, outcome.sub_actions) == (False, 0)


def test_a_page_that_is_not_there_fails_the_step(shop: Any) -> None:
    outcome = Visit(shop).do("Open /no/such/page")
    assert not outcome.passed
    assert "status 404" in outcome.observation


def test_a_page_behind_the_login_is_not_taken_for_found(shop: Any) -> None:
    visit = Visit(shop)
    with pytest.raises(CannotRun, match="was not found"):
        visit.do("Open the settings page")
    visit.do_all(ALICE, "Open the settings page")


def test_a_step_that_names_nothing_loads_nothing_more(shop: Any) -> None:
    visit = Visit(shop)
    visit.do_all("Open the start page")
    for text in ("Open", "Press", "Submit"):
        outcome = visit.do(text)
        assert (outcome.passed, outcome.sub_actions) == (False, 0)


def test_what_is_typed_is_not_repeated(shop: Any) -> None:
    visit = Visit(shop)
    assert "wonderland" not in visit.do(ALICE).observation
    assert "s3cret" not in visit.do("Enter s3cret into Display name").observation


def test_a_target_that_does_not_answer_cannot_be_run(storefront: Any) -> None:
    with storefront.serve() as site:
        url = site.url
    with pytest.raises(CannotRun, match="could not be loaded"):
        agent(PlainStep(text="Open Help", url=url))


@pytest.mark.parametrize("url", ["", "ftp://example.org/", "http://user:hunter2@127.0.0.1/"])
def test_a_target_without_a_usable_address_cannot_be_run(url: str) -> None:
    with pytest.raises(CannotRun) as caught:
        agent(PlainStep(text="Open Help", url=url))
    assert "hunter2" not in str(caught.value)


HOSTILE = """<h1>Maze<a href="{other}">Treasure</a><a href="{other}treasure">Treasure map</a>
<a href="//{host}/treasure">Treasure</a><a href="javascript:alert(1)">Treasure</a>
<a href="mailto:t@example.org">Treasure</a>
<a href="/leave">Treasure island</a><a href="/treasure.zip">Treasure</a><base href="{other}">
<form action="{other}" method=post><input name=gold><button>Dig for gold</button>
<a href="/{long}">Treasure</a> \x00\x1b[2J <b><i><table><a href='/loop?n={n}'>Treasure loop"""


def test_a_hostile_site_cannot_send_the_explorer_elsewhere() -> None:
    """Links, redirects, forms and a base to a second server: it receives nothing."""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        do_POST = do_GET  # noqa: N815 - the name that http.server asks for

    class Maze(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked_here.append(self.path)
            leaves = self.path.startswith("/leave")
            self.send_response(302 if leaves else 200)
            self.send_header("Content-Type", "text/html")
            if leaves:
                self.send_header("Location", other)
            self.end_headers()
            host = other.split("/")[2]
            self.wfile.write(HOSTILE.format(other=other, host=host, long="x" * 1_000_000, n=len(asked_here)).encode())

        def log_message(self, *_: object) -> None: ...

    asked: list[str] = []
    asked_here: list[str] = []
    said: list[str] = []
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as elsewhere, HTTPServer(("127.0.0.1", 0), Maze) as maze:
        other = f"http://127.0.0.1:{elsewhere.server_address[1]}/"
        for server in (elsewhere, maze):
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        state: dict[str, Any] = {}
        url = f"http://127.0.0.1:{maze.server_address[1]}/"
        for text in (
            "Open the treasure chest",
            "Click Treasure",
            "Enter 1 into gold",
            "Press Dig for gold",
            f"Open {other}",
        ):
            try:
                outcome = agent(PlainStep(text=text, url=url, state=state))
            except CannotRun as error:
                said.append(str(error))
                continue
            said.append(outcome.observation)
            assert outcome.sub_actions <= 30
        for server in (elsewhere, maze):
            server.shutdown()
    assert all(each.isprintable() for each in said)
    assert [each for each in said if "outside the site" in each]
    assert asked_here
    assert asked == []


def test_the_shop_runs_on_its_own_and_things_can_be_moved() -> None:
    process = subprocess.Popen(
        [sys.executable, str(SHOP / "serve.py"), "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert Explorer()(PlainStep(text="Open Help", url=url)).passed
        with urllib.request.urlopen(f"{url}-/loads") as answer:  # noqa: S310 - the address that the shop printed
            assert json.load(answer) == {"loads": 2}
        with urllib.request.urlopen(f"{url}-/moved", data=b"yes") as answer:  # noqa: S310 - as above
            assert json.load(answer) == {"moved": True}
        assert Explorer()(PlainStep(text="Open the catalogue and open Gifts", url=url)).passed
    finally:
        process.terminate()
        process.communicate()
