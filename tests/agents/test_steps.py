"""Steps on a small site: carried out on the page where the test stands, as a browser would, or not at all."""

# ruff: noqa: E501 - a row of a table reads best on one line

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.agents.sites.serving import Answered, serve

from hardwon.agents import CannotRun, Hint, PlainStep
from hardwon.agents.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.agents.sites.serving import Asked
    from tests.conftest import Cli

    from hardwon.steps.step import Kind

NAV = "<nav><a href=/>Home</a> <a href=/cart>Cart</a> <a href=/mug>Mug</a> <a href=/tools>Tools</a> <a href=/form>Form</a></nav>"
PAGES = {
    "/": "<h1>Start</h1><p>Hello.",
    "/cart": """<h1>Cart</h1><form action=/done method=post><button disabled>Pay</button><button>Update</button>
        <label>Coupon <input name=coupon readonly></label></form>
        <p>Total: €45.00</p><div class=flash>Your basket was changed.</div>""",
    "/mug": "<h1>Mug</h1><form action=/done method=post><button>Pay</button><button>Add to cart</button></form>",
    "/tools": """<h1>Tools</h1><table><tr><th>Tool<th>Price<th></tr>
        <tr><td>Hammer<td>€12.00<td><form action=/borrow/hammer method=post><button>Borrow</button></form>
        <tr><td>Saw<td>€8.00<td><form action=/borrow/saw method=post><button>Borrow</button></form></table>
        <h2>Ladders</h2><a href=/more/ladders>More</a><h2>Drills</h2><a href=/more/drills>More</a>
        <a href=/cart>Basket</a> <a href=/cart>Basket</a>""",
    "/form": """<h1>Form</h1><form action=/done method=post>
        <label>Name <input name=name required></label> <label>Email <input name=email type=email></label>
        <label>Message for recipient <input name=note></label> <label>Recipient <input name=to></label>
        <label>Gift <input name=gift></label> <label>Code <input name=code maxlength=4></label>
        <label>Number of guests <input name=guests type=number min=1 max=8></label>
        <label>Plate <input name=plate pattern="[A-Z]{2} [0-9]{3}"></label>
        <label>PIN <input name=pin minlength=8 value=1></label> <label>Remark <textarea name=remark minlength=4></textarea></label>
        <label>Customer number <input name=no readonly value=4711></label>
        <label>Old <input name=old disabled></label>
        <label>Extras <select name=extra multiple><option selected>Milk<option>Sugar<option>Salt</select></label>
        <label>Pick up in store <input type=checkbox name=store value=yes></label>
        <label>Country <select name=country><option>Austria<option>Italy</select></label>
        <button>Send</button> <button formnovalidate name=draft value=1>Keep as draft</button></form>""",
    "/drafts": """<h1>Drafts</h1><table><tr><th>Draft<th></tr>
        <tr><td>Letter<td><form action=/delete/letter method=post><button>Delete</button></form>
        <tr><td>Poem<td><form action=/delete/poem method=post><button>Delete</button></form></table>""",
    "/styled": "<link rel=stylesheet href=/s.css><h1>Styled</h1><p class=is-hidden>Out of stock</p><p>In stock</p>",
}
FILLED = "Enter Ada into Name"


def view(asked: Asked) -> Answered:
    if asked.path == "/s.css":
        return Answered(".is-hidden{display:none}", kind="text/css")
    if asked.form is not None:
        said = "; ".join(f"{name}={value}" for name, value in asked.form.items())
        return Answered(f"<h1>Done</h1><p>{asked.path}</p><p>{said or 'nothing'}</p>")
    if asked.path == "/broken":
        return Answered("<h1>Server error</h1>", status=500)
    page = PAGES.get(asked.path)
    return Answered(NAV + page) if page else Answered(f"{NAV}<h1>Not found</h1><p>There is no such page.", status=404)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serve(view) as site:
        yield site.url


def carried_out(url: str, *texts: str, hints: tuple[Hint, ...] = ()) -> tuple[Any, dict[str, Any]]:
    """How the last step went; all before it must have passed."""
    state: dict[str, Any] = {}
    for text in texts[:-1]:
        outcome = Explorer()(PlainStep(text=text, url=url, state=state))
        assert outcome.passed, outcome.observation
    return Explorer()(PlainStep(text=texts[-1], url=url, state=state, observations=hints)), state


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (["Open the cart", "Press Pay"], '"Pay" is disabled on the page "Cart" (/cart)'),
        (["Open the cart", "Press Add to cart"], '"Add to cart" was not found on the page "Cart"'),
        (["Open the cart", "Click Borrow"], "was not found on the page"),
        (["Open the mug page", "Enter Ada into Name"], '"Name" was not found on the page "Mug"'),
        (["Open the mug page", "Choose Italy for Country"], "was not found on the page"),
        (["Open the mug page", "Tick Pick up in store"], "was not found on the page"),
        (["Press Send"], '"Send" was not found on the page "Start"'),
        (["Open the form page", "Press Send"], '"Name" is required'),
        (["Open the form page", FILLED, "Enter nobody into Email", "Press Send"], '"Email" is not an e-mail address'),
        (["Open the form page", FILLED, "Enter 9 into Number of guests", "Press Send"], '"Number of guests" must be 8 or less'),
        (["Open the form page", FILLED, "Enter many into Number of guests", "Press Send"], "is not a number"),
        (["Open the form page", FILLED, "Enter abc into Plate", "Press Send"], "does not match the requested format"),
        (["Open the form page", FILLED, "Enter abc into PIN", "Press Send"], '"PIN" must have 8 characters or more'),
        (["Open the form page", FILLED, "Enter abc into Remark", "Press Send"], '"Remark" must have 4 characters or more'),
        (["Open the form page", "Enter 5 into Customer number"], '"Customer number" is read-only'),
        (["Open the form page", "Enter x into Old"], '"Old" is disabled'),
        (["Open the form page", "Choose Spain for Country"], '"Country" does not offer "Spain" on the page "Form" (/form). It has: Austria, Italy.'),
        (["Visit /nope"], "status 404"),
        (["Visit /broken"], "status 500"),
    ],
)  # fmt: skip
def test_what_a_visitor_could_not_do_fails_and_says_why(url: str, steps: list[str], said: str) -> None:
    outcome, _ = carried_out(url, *steps)
    assert not outcome.passed
    assert said in outcome.observation


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        (["Open the form page", FILLED, "Press Send"], "name=Ada"),
        (["Open the form page", "Press Keep as draft"], "draft=1"),
        (["Open the form page", 'Fill in Name with "Ada", Recipient with "Bo" and Gift with Tea', "Press Send"], "gift=Tea"),
        (["Open the form page", FILLED, "Enter Gift for Anna into Message for recipient", "Press Send"], "note=Gift for Anna"),
        (["Open the form page", FILLED, "Type Tea for two in Message for recipient", "Press Send"], "note=Tea for two"),
        (["Open the form page", FILLED, "Enter Anna for Recipient", "Press Send"], "to=Anna"),
        (["Open the form page", FILLED, "Set Message for recipient to Back to you", "Press Send"], "note=Back to you"),
        (["Open the form page", FILLED, "Set Country to Italy", "Press Send"], "country=Italy"),
        (["Open the form page", FILLED, "Enter 12345678 into PIN", "Press Send"], "pin=12345678"),
        (["Open the form page", FILLED, "Enter 123456 into Code", "Press Send"], "code=1234;"),
        (["Open the form page", FILLED, "Tick Pick up in store", "Press Send"], "store=yes"),
        (["Open the form page", FILLED, "Choose Sugar for Extras", "Press Send"], "extra=Sugar"),
        (["Open the form page", FILLED, "Enter 8 into Number of guests", "Enter AB 123 into Plate", "Press Send"], "plate=AB 123"),
        (["Open the tools page", 'Press "Borrow" in the row of "Saw"'], "/borrow/saw"),
        (["Open the tools page", "Press Borrow for Hammer"], "/borrow/hammer"),
        (["Open the tools page", "Press Borrow in the Saw row"], "/borrow/saw"),
        (["Open /drafts", "Press Delete for Poem"], "/delete/poem"),
        (["Open /drafts", 'Press "Delete" in the row of "Letter"'], "/delete/letter"),
        (["Open /drafts", "Press Delete in the row of Letter"], "/delete/letter"),
        (["Add the mug to the cart"], "/done"),
        (["Press Add to cart on the mug page"], "/done"),
        (["Enter Ada into Name", "Press Send"], "name=Ada"),
    ],
)  # fmt: skip
def test_what_a_visitor_does_is_sent(url: str, steps: list[str], sent: str) -> None:
    outcome, state = carried_out(url, *steps)
    assert outcome.passed, outcome.observation
    assert sent in " | ".join(state["explorer"].page.lines)


def test_two_of_one_name_are_not_chosen_from_in_silence(url: str) -> None:
    with pytest.raises(CannotRun, match=r'2 buttons "Borrow".*Hammer.*Saw'):
        carried_out(url, "Open the tools page", "Press Borrow")
    with pytest.raises(CannotRun, match='2 links "More"'):
        carried_out(url, "Open the tools page", "Follow More")
    _, state = carried_out(url, "Open the tools page", 'Follow "More" under "Drills"')
    assert state["explorer"].page.url.endswith("/more/drills")
    assert carried_out(url, "Open the tools page", "Follow Basket")[0].passed, "both lead to one place"


def test_memory_that_names_the_page_may_lead_there(url: str) -> None:
    note = Hint(id="obs_1", title="Add to cart", content="Add to cart is on the Mug page.", trust=0.5)
    outcome, _ = carried_out(url, "Open the cart", "Press Add to cart", hints=(note,))
    assert (outcome.passed, list(outcome.used)) == (True, ["obs_1"])


def test_an_error_page_can_be_looked_at(project: Any, call: Cli, url: str) -> None:
    (project / "t.yaml").write_text(
        """steps:\n- Visit /nope\n- {step: 'See "There is no such page."', kind: assert}
- {step: The page answers 404, kind: assert}\n- 'Visit /missing and see "Not found"'\n""",
        "utf-8",
    )
    ended = call("run", "t.yaml", "--target", url, "--json")
    assert ended.document["tests"][0]["status"] == "passed", ended.document["tests"][0]
    (project / "t.yaml").write_text("steps:\n- Visit /nope\n- Open the cart\n", "utf-8")
    assert call("run", "t.yaml", "--target", url, "--json").document["tests"][0]["status"] == "failed"
    (project / "t.yaml").write_text(
        "steps:\n- Visit /broken\n- {step: 'See \"Server error\"', kind: assert}\n", "utf-8"
    )
    assert call("run", "t.yaml", "--target", url, "--json").document["tests"][0]["status"] == "failed"


@pytest.mark.parametrize(
    ("sentence", "reason", "seen"),
    [
        ("The total is €50.00", "it is not true: The total is €50.00", "Total: €45.00"),
        ('See "Thank you"', "it is not true", "Your basket was changed."),
        ('The button "Pay" is enabled', "it is not true", 'the button "Pay" is disabled'),
        ("The heading is Checkout", "it is not true", 'heading "Cart"'),
        ("There is no button Update", "it is not true", 'says: the button "Update";'),
        ('The URL contains "/mug"', "it is not true", "says: address /cart;"),
        ("The URL is /mug", "it is not true", "says: address /cart;"),
        ('"Coupon" is required', "it is not true", 'says: the field "Coupon" is not required;'),
        ('The field "Coupon" is editable', "it is not true", 'says: the field "Coupon" is read-only;'),
        ('"Your basket" appears twice', "it is not true", 'says: "Your basket" 1 time;'),
    ],
)
def test_what_is_not_true_says_what_is_there(url: str, sentence: str, reason: str, seen: str) -> None:
    state: dict[str, Any] = {}
    Explorer()(PlainStep(text="Open the cart", url=url, state=state))
    outcome = Explorer()(PlainStep(text=sentence, kind="assert", url=url, state=state))
    assert not outcome.passed
    assert reason in outcome.reason
    assert 'The page "Cart" (/cart) says' in outcome.observation
    assert seen in outcome.observation
    assert outcome.reason not in outcome.observation


def test_the_stylesheet_of_the_site_is_asked_where_it_may_hide_something(url: str) -> None:
    state: dict[str, Any] = {}
    assert Explorer()(PlainStep(text="Open /styled", url=url, state=state)).passed
    for text, passes in (('See "Out of stock"', False), ('See "In stock"', True)):
        assert Explorer()(PlainStep(text=text, kind="assert", url=url, state=state)).passed is passes


def test_a_page_is_learned_under_the_name_by_which_it_was_sought() -> None:
    """Its own heading may say something else, such as whose certificates these are."""
    pages = {
        "/": "<h1>Start</h1><a href=/a>News</a><a href=/b>Prices</a><a href=/doctors>Doctors</a>",
        "/doctors": "<h1>Doctors</h1><a href=/doctors/huber>Huber</a>",
        "/doctors/huber": "<h1>Dr Huber</h1><a href=/doctors/huber/c>Certificates</a>",
        "/doctors/huber/c": "<h1>Dr Huber</h1><p>Vienna, 1998",
    }
    with serve(lambda asked: Answered(pages.get(asked.path, "<h1>Other</h1>"))) as site:
        step = PlainStep(text="Open the Certificates page", url=site.url, state={})
        assert Explorer()(step).passed
    assert [title for title, _, _ in step.lessons] == ["Certificates: reached from Doctors → Huber"]


LEAVING = {"Abmelden", "Se déconnecter", "Cerrar sesión", "Logga ut", "Ausloggen", "Sign off"}


@pytest.mark.parametrize("text", sorted(LEAVING))
@pytest.mark.parametrize("html", ["<a href=/bye>{}</a>", "<form action=/bye method=post><button>{}</button></form>"])
def test_log_out_is_understood_in_the_words_of_the_site(text: str, html: str) -> None:
    pages = {"/": f"<h1>Start</h1>{html.format(text)}<a href=/x>Vom Newsletter abmelden</a>"}
    with serve(lambda asked: Answered(pages.get(asked.path, "<h1>Bye</h1>"))) as site:
        assert Explorer()(PlainStep(text="Log out", url=site.url, state={})).passed
        assert site.requests[-1].endswith(" /bye")


@pytest.mark.parametrize("status", [200, 401, 403, 500])
@pytest.mark.parametrize("text", ["Try to log in as ute with password winter", "Log in as ute with password winter"])
def test_a_refused_login_passes_only_where_the_step_says_try(text: str, status: int) -> None:
    form = "<form method=post><label>User <input name=u></label><label>Password <input type=password name=p></label><button>Log in</button></form>"
    with serve(lambda asked: Answered(f"<h1>Log in</h1>{form}", status=200 if asked.form is None else status)) as site:
        outcome = Explorer()(PlainStep(text=text, url=site.url, state={"next": "assert"}))
    assert outcome.passed is (text.startswith("Try") and status < 500)


@pytest.mark.parametrize(
    ("steps", "sent"),
    [
        ((FILLED, 'Tick "Pick up in store" and send'), "store=yes"),
        ((FILLED, 'Tick "Pick up in store" and send it'), "store=yes"),
        ((FILLED, 'Choose "Italy" for "Country" and send'), "country=Italy"),
        (("Set Name to Ada Lovelace and send",), "name=Ada Lovelace"),
        (("Enter Ada into Name and send the form",), "name=Ada"),
        ((FILLED, 'Tick "Pick up in store" and submit'), "store=yes"),
        ((FILLED, 'Choose "Sugar" and "Salt", then press Send'), "extra=Salt"),
        ((FILLED, "Clear PIN", "Press Send"), "pin="),
    ],
)
def test_a_second_deed_of_a_step_is_done_too(url: str, steps: tuple[str, ...], sent: str) -> None:
    state: dict[str, Any] = {}
    for step in ("Open the Form page", *steps):
        assert Explorer()(PlainStep(text=step, url=url, state=state)).passed
    assert sent in "; ".join(state["explorer"].page.lines).split("; ")


@pytest.mark.parametrize(
    "step",
    [
        'Tick "Pick up in store" and dance',
        'Fill in Name with "Ada" and Gift with Tea unless it is filled in',
        'Tick "Pick up in store" and continue',
        'Tick "Pick up in store" and confirm',
        'Tick "Pick up in store" unless it is ticked',
        "Tick Pick up in store unless it is ticked",
        'Untick "Pick up in store" if the shop is closed',
        'Choose "Italy" for Country or "Austria"',
        'Press "Keep as draft" twice',
        'Enter "Ada" into "Name" without leaving the field',
        'Enter "Ada" as the name and "x" as the code',
    ],
)
def test_a_step_that_is_understood_in_part_is_not_judged(url: str, step: str) -> None:
    state: dict[str, Any] = {}
    assert Explorer()(PlainStep(text="Open the Form page", url=url, state=state)).passed
    with pytest.raises(CannotRun, match="not understood"):
        Explorer()(PlainStep(text=step, url=url, state=state))


def test_an_error_of_the_explorer_itself_is_not_a_verdict(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardwon.agents.explorer.hands.said_by", None)
    with pytest.raises(CannotRun, match="explorer itself failed, with TypeError"):
        Explorer()(PlainStep(text='See "Hello."', kind="assert", url=url, state={}))


ROWS = """<h1>Bookings</h1><table><tr><th>No.<th>Court<th></tr><tr><td>201<td>Court 1<td><a href=/1>Details</a> <a href=/c>Cancel</a>
<tr><td>202<td>Court 4<td><a href=/2>Details</a></table><a href=/more>More</a>"""


@pytest.mark.parametrize(
    ("sentence", "seen"),
    [
        ('There are 3 links "Cancel"', 'says: 1 link "Cancel".'),
        ('The row of booking 202 has a link "Cancel"', 'says: links of that row: "Details"; the row: 202 | Court 4'),
        ('The last row shows "Court 1"', "says: 202 | Court 4 | Details."),
    ],
)
def test_what_is_told_answers_what_was_asked(sentence: str, seen: str) -> None:
    with serve(lambda _: Answered(ROWS)) as site:
        outcome = Explorer()(PlainStep(text=sentence, kind="assert", url=site.url))
    assert not outcome.passed
    assert seen in outcome.observation


def test_a_box_without_a_name_is_ticked_and_not_sent() -> None:
    form = "<h1>News</h1><form><label><input type=checkbox checked> Letters</label><input name=a value=1><button>Go</button></form>"
    with serve(lambda _: Answered(form)) as site:
        state: dict[str, Any] = {}
        steps: tuple[tuple[str, Kind], ...] = (
            ("Untick Letters", "act"),
            ('"Letters" is unchecked', "assert"),
            ("Press Go", "act"),
        )
        for text, kind in steps:
            assert Explorer()(PlainStep(text=text, kind=kind, url=site.url, state=state)).passed
    assert site.requests[-1] == "GET /?a=1"
