"""The markdown file of an observation: what is read, what is refused and why, and what a change leaves alone."""

import difflib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardwon.observations.observation import Observation, Scope, SuiteEntry, confirmed, deprecated
from hardwon.store import observation_file
from hardwon.store.observation_file import UnreadableObservation

ID = "obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-jay"
SHOP = Scope("products", "shop")
SUITE = Scope("suites", "smoke")
GOLD = Path(__file__).parents[2] / "gold" / "observations"

FILE = f"""---
id: {ID}
title: Login modal opens late
trust: 0.5
created: 2026-01-05T10:00:00Z
last_confirmed: 2026-01-05T10:00:00Z
confirmed_count: 0
contradicted_count: 0
source_test: t_login
---
The login modal appears about two seconds after the page.
"""


def read(text: str | bytes, scope: Scope = SHOP) -> Observation:
    return observation_file.read(text.encode() if isinstance(text, str) else text, id=ID, scope=scope)


def observation(**parts: object) -> Observation:
    base: dict[str, object] = {
        "id": ID,
        "scope": SHOP,
        "title": "A title",
        "content": "A body.",
        "trust": 0.5,
        "created": "2026-01-05T10:00:00Z",
        "last_confirmed": "2026-01-05T10:00:00Z",
        "source_test": "t",
    }
    return Observation(**(base | parts))  # type: ignore[arg-type]


def test_reads_what_agent_qa_writes() -> None:
    found = read(FILE)
    assert found.title == "Login modal opens late"
    assert found.content == "The login modal appears about two seconds after the page."
    assert (found.trust, found.confirmed_count, found.origin) == (0.5, 0, None)


@pytest.mark.parametrize("title", ["no", "12:30:45", "2026-01-05T10:00:00Z", "404", "1e3", "true", "null-ish", "0x1F"])
def test_strings_stay_strings(title: str) -> None:
    assert read(FILE.replace("Login modal opens late", title)).title == title


def test_crlf_is_read() -> None:
    found = read(FILE.replace("\n", "\r\n").replace("page.", "page.\r\nAnd stays."))
    assert found.content == "The login modal appears about two seconds after the page.\nAnd stays."


REFUSED: dict[str, tuple[str | bytes, str]] = {
    "no frontmatter": ("Just text.", "no frontmatter"),
    "frontmatter not closed": (FILE.replace("---\nThe", "The"), "no frontmatter"),
    "bad YAML": (FILE.replace("title: ", "title: [ "), "bad YAML"),
    "list as frontmatter": ("---\n- a\n---\nbody\n", "must hold keys and values"),
    "alias": (FILE.replace("trust: 0.5", "trust: &t 0.5").replace("count: 0\ns", "count: *t\ns"), "alias"),
    "key twice": (FILE.replace("trust: 0.5", "trust: 0.5\ntrust: 0.9"), "given twice"),
    "blank body": (FILE.split("The login", maxsplit=1)[0] + " \n\n", "blank"),
    "content in the frontmatter": (FILE.replace("trust:", "content: x\ntrust:"), "must stand in the body"),
    "other id": (FILE.replace("obs_ant", "obs_ape"), "the file is named"),
    "id with three words": (FILE.replace(ID, "obs_a-b-c"), "ten lower-case words"),
    "id in capitals": (FILE.replace(ID, ID.upper()), "ten lower-case words"),
    "no title": (FILE.replace("title: Login modal opens late\n", ""), "title is missing"),
    "empty title": (FILE.replace("Login modal opens late", '""'), "title must be non-empty"),
    "title as list": (FILE.replace("Login modal opens late", "[a]"), "title must be non-empty text"),
    "trust too high": (FILE.replace("0.5", "1.5"), "from 0 to 1"),
    "trust negative": (FILE.replace("0.5", "-0.1"), "from 0 to 1"),
    "trust as text": (FILE.replace("0.5", '"0.5"'), "from 0 to 1"),
    "trust not a number": (FILE.replace("0.5", ".nan"), "from 0 to 1"),
    "count negative": (FILE.replace("confirmed_count: 0", "confirmed_count: -1"), "integer >= 0"),
    "count fractional": (FILE.replace("confirmed_count: 0", "confirmed_count: 1.5"), "integer >= 0"),
    "time without zone": (FILE.replace("10:00:00Z", "10:00:00"), "RFC 3339"),
    "time not in UTC": (FILE.replace("created: 2026-01-05T10:00:00Z", "created: 2026-01-05T10:00:00+01:00"), "UTC"),
    "no such day": (FILE.replace("created: 2026-01-05", "created: 2026-02-30"), "RFC 3339"),
    "empty source": (FILE.replace("t_login", "''"), "source_test must be non-empty"),
    "position outside of a suite": (FILE.replace("trust:", "position: 1\ntrust:"), "suites only"),
    "unknown origin": (FILE.replace("trust:", "origin: oracle\ntrust:"), "one of person"),
    "not UTF-8": (FILE.encode() + b"\xff", "not UTF-8"),
    "too large": (FILE.encode() + b"x" * 250_000, "the file is larger than 250000 bytes"),
    "long content": (FILE + "x" * 20_000, "line 10: the body, which is the content, is longer than 20000 characters"),
    "long title": (FILE.replace("Login modal", "x" * 1000), "line 3: title is longer than 1000 characters"),
    "deep nesting": (FILE.replace("Login modal opens late", "[" * 5000), "nested deeper"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_with_its_reason(kind: str) -> None:
    text, reason = REFUSED[kind]
    with pytest.raises(UnreadableObservation, match=reason):
        read(text)


def test_the_line_of_the_fault_is_named() -> None:
    with pytest.raises(UnreadableObservation, match=r"^line 4: trust"):
        read(FILE.replace("0.5", "5"))


@pytest.mark.parametrize(
    ("front", "reason"),
    [
        ("", "position is missing"),
        ("position: 0\n", "suite_snapshot is missing"),
        ("position: -1\nsuite_snapshot: [{test: a, id: b}]\n", "integer >= 0"),
        ("position: 0\nsuite_snapshot: []\n", "non-empty list"),
        ("position: 0\nsuite_snapshot: [{test: a}]\n", "non-empty list"),
        ("position: 0\nsuite_snapshot: [{test: a, id: b, x: c}]\n", "non-empty list"),
        ("position: 0\nsuite_snapshot: [{test: [a], id: b}]\n", "non-empty list"),
    ],
)
def test_suite_form_is_checked(front: str, reason: str) -> None:
    with pytest.raises(UnreadableObservation, match=reason):
        read(FILE.replace("trust:", f"{front}trust:"), SUITE)


def test_suite_form_is_read_and_written() -> None:
    entries = (SuiteEntry("login.yaml", "t_login"), SuiteEntry("cart.yaml", "12"))
    written = observation(scope=SUITE, position=1, suite_snapshot=entries)
    assert read(observation_file.write(written), SUITE) == written


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(lambda text: text.strip())


@given(title=TEXT, body=st.lists(TEXT | st.sampled_from(["---", "```", "| a | b |", "# x", ""]), min_size=1))
def test_any_title_and_body_survive(title: str, body: list[str]) -> None:
    content = "\n".join(body)
    if content.strip():
        written = observation(title=title, content=content)
        assert read(observation_file.write(written)) == written


LINES = st.lists(
    st.from_regex(r"[a-z_:'\"# -]{0,8}:? ?(?:\"(?:[ -~\\\u00a0\u2028é東]|\\.)*\"|[ -~]{0,12}) ?", fullmatch=True)
    | st.from_regex(observation_file._SIMPLE, fullmatch=True)
    | st.from_regex(r"[a-z]{1,2}: [A-Za-z0-9_ /.:-]{0,9}", fullmatch=True),
    min_size=1,
    max_size=4,
)


@given(LINES)
@example(["a: no", "b: 12:30:45", "c: 2026-01-05T10:00:00Z", "d: 0.5", 'e: ""', 'f: " a  \\" \\\\ "', "g: - b"])
@example(["a: b -", "c: d ..", "e: f"])
@example(["a: " + "b" * 3000, 'c: "' + "d" * 3000 + '"'])
def test_simple_frontmatter_is_read_as_yaml_reads_it(lines: list[str]) -> None:
    front = "\n".join(lines)
    quick = observation_file.simple_values(front)
    if quick is not None:
        slow = observation_file.yaml_values(front)
        assert [(key, one.text, one.is_plain, one.line) for key, one in quick.items()] == [
            (key, one.text, one.is_plain, one.line) for key, one in slow.items()
        ]


def test_what_hardwon_writes_is_simple() -> None:
    written = observation_file.write(observation(title='The "Total: 5" # of — the cart \\', origin="curator"))
    assert observation_file.simple_values(observation_file._split(written.decode())[1]) is not None


@given(st.lists(st.sampled_from(["---", "\n", "\r\n", "a: b", " ", "x", "\ufeff"]), max_size=12).map("".join))
def test_the_frontmatter_ends_where_an_expression_finds_its_end(text: str) -> None:
    parts = observation_file._PARTS.match(text)
    if parts:
        assert observation_file._split(text) == (parts[1], parts[2], text[parts.end() :])


def test_large_body_survives() -> None:
    written = observation(content="line — ✓ 👩‍💻\n" * 1300 + "end")
    assert read(observation_file.write(written)) == written


def touched(before: bytes, after: bytes) -> set[str]:
    """Keys of the lines that differ."""
    pairs = zip(before.splitlines(keepends=True), after.splitlines(keepends=True), strict=True)
    return {old.split(b":")[0].decode() for old, new in pairs if old != new}


STYLES = {
    "plain": FILE,
    "CRLF": FILE.replace("\n", "\r\n"),
    "BOM": "\ufeff" + FILE,
    "quoted time and comment": FILE.replace(
        "last_confirmed: 2026-01-05T10:00:00Z", "last_confirmed: '2026-01-05T10:00:00Z'  # by hand"
    ),
    "other order and unknown keys": FILE.replace("id: ", "ticket: [SHOP-1,  SHOP-2]\nid: ").replace(
        "---\nThe", "x: y\n---\nThe"
    ),
    "wide unicode before": FILE.replace("Login modal", "👩‍💻 日本"),
    "body with the same words": FILE + "trust: 0.5\nlast_confirmed: x\n---\n",
    "no final newline": FILE.rstrip("\n"),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_confirmation_touches_only_its_lines(style: str) -> None:
    raw = STYLES[style].encode()
    before = read(raw)
    after = confirmed(before, delta=0.05, at="2026-03-01T08:00:00Z")
    changed = observation_file.changed(raw, before, after)
    assert touched(raw, changed) == {"trust", "confirmed_count", "last_confirmed"}
    assert read(changed) == after


@pytest.mark.parametrize("style", STYLES)
def test_a_deprecation_touches_only_its_lines(style: str) -> None:
    raw = STYLES[style].encode()
    before = read(raw)
    changed = observation_file.changed(raw, before, deprecated(before, delta=0.1))
    assert touched(raw, changed) == {"trust", "contradicted_count"}


def test_flow_style_frontmatter_is_changed_in_place() -> None:
    values = ", ".join(line for line in FILE.split("---\n")[1].splitlines())
    raw = f"---\n{{{values}}}\n---\nBody.\n".encode()
    before = read(raw)
    changed = observation_file.changed(raw, before, confirmed(before, delta=0.05, at="2026-03-01T08:00:00Z"))
    differences = [
        op for op in difflib.SequenceMatcher(a=raw.decode(), b=changed.decode()).get_opcodes() if op[0] != "equal"
    ]
    assert read(changed).trust == 0.55
    assert differences


@given(
    st.binary(max_size=400)
    | st.text(max_size=200).map(lambda text: f"---\n{text}\n---\nbody".encode("utf-8", "replace"))
)
def test_arbitrary_bytes_give_an_observation_or_a_reason(raw: bytes) -> None:
    with suppress(UnreadableObservation):
        read(raw)
