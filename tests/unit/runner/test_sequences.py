"""Sequences of requests against a real server: one cookie jar, captured values, and every kind of expectation."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from hardwon.runner.execution import execute
from hardwon.runner.variables import Variables
from hardwon.scenarios.reading import parse
from hardwon.scenarios.scenario import HttpCalls
from hardwon.target.origin import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardwon.runner.outcome import ScenarioResult

PAGE = """<html><head><meta name="csrf-meta" content="m&amp;1"></head><body><h1>It&#39;s  here</h1>
<form><input type=hidden name=token value="t-42"><b>Log</b> in</form>&lt;script&gt;</body></html>"""


class Site(BaseHTTPRequestHandler):
    """Orders for whoever has signed in with the token of the form."""

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/form":
            self.answer(200, PAGE, kind="text/html")
        elif self.path.startswith("/orders/"):
            known = "session=ada" in (self.headers["Cookie"] or "")
            order = {"id": int(self.path.rpartition("/")[2]), "items": [{"price": 9.5}], "note": "Grüße", "paid": False}
            self.answer(200 if known else 401, json.dumps(order), kind="application/json")
        elif self.path == "/echo":
            self.answer(200, json.dumps(dict(self.headers.items())), kind="application/json")
        elif self.path == "/moved":
            self.answer(302, "", kind="application/json", Location="/form")
        else:
            self.answer(500 if self.path == "/broken" else 404, "no")

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        if self.path == "/login":
            right = parse_qs(sent).get("token") == ["t-42"] and parse_qs(sent).get("name") == ["ada"]
            self.answer(302 if right else 403, "", Set_Cookie="session=ada", Location="/orders/7")
        elif self.path == "/orders":
            self.answer(201, json.dumps({"order": {"id": 7, "said": json.loads(sent)}}), kind="application/json")
        else:
            self.answer(200, sent)

    do_DELETE = do_GET  # noqa: N815 - a name of the standard library

    def answer(self, status: int, body: str, kind: str = "text/plain", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())


@pytest.fixture(scope="module")
def origin() -> Iterator[Origin]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Origin.of(f"http://127.0.0.1:{server.server_address[1]}")
    server.shutdown()
    thread.join()
    server.server_close()


def run(
    origin: Origin, variables: Variables | None = None, hidden: list[str] | None = None, **call: Any
) -> ScenarioResult:
    item = {"id": "s", "title": "t", "steps": ["x"], "expected_behavior": "e", "area": "a", "priority": "low"}
    [scenario] = parse(json.dumps([{**item, "exec": call}]).encode()).scenarios
    assert isinstance(scenario.exec, HttpCalls)
    return execute("s", scenario.exec, origin, variables, (hidden if hidden is not None else []).extend)


FORM = {"path": "/form", "capture": {"token": {"field": "token"}}}
LOGIN = {"method": "POST", "path": "/login", "form": {"name": "ada", "token": "{{token}}"}, "expected_status": 302}


def test_a_session_with_a_token_of_a_form_and_a_captured_id(origin: Origin) -> None:
    order = {
        "method": "POST",
        "path": "/orders",
        "body": {"n": 1},
        "expected_status": 201,
        "capture": {"own": "$.order.id"},
    }
    seen = {
        "path": "/orders/{{own}}",
        "expected_status": 200,
        "expected_json": {"id": "{{own}}", "items[0].price": 9.5},
    }
    hidden: list[str] = []
    result = run(origin, hidden=hidden, requests=[FORM, LOGIN, order, seen])
    assert (result.status, result.reason) == ("passed", "request 4 of 4: GET /orders/{{own}} answered 200")
    assert len(result.exchanges) == 4
    assert hidden == ["t-42"], "what is called a token is kept out of the evidence"


def test_without_the_session_it_fails_at_its_request(origin: Origin) -> None:
    result = run(
        origin, requests=[{"path": "/form", "expected_status": 200}, {"path": "/orders/7", "expected_status": 200}]
    )
    assert (result.status, result.reason) == ("failed", "request 2 of 2: GET /orders/7 answered 401, expected 200")


def test_an_address_that_was_captured_is_followed_on_the_target_only(origin: Origin) -> None:
    login = {**LOGIN, "capture": {"next": {"header": "Location"}}}
    assert run(origin, requests=[FORM, login, {"path": "{{next}}", "expected_status": 200}]).status == "passed"
    away = {"method": "POST", "path": "/say", "body": "http://evil.example/x", "capture": {"next": {"text": "{{}}"}}}
    result = run(origin, requests=[away, {"path": "/{{next}}", "expected_status": 200}])
    assert result.status == "error"
    assert "leads away from" in result.reason


@pytest.mark.parametrize(
    ("body", "around", "value"),
    [
        ('<a href="/static">x</a>\n<a href="/7/update">', 'href="/{{}}/update', "7"),
        ("Order 12 was placed. Order 13 was placed.", "Order {{}} was", "12"),
        ("token=ab-1; path", "token={{}}", "ab-1"),
        ("id: 5", "id: (\\d+)", "5"),
    ],
)
def test_a_value_between_texts(origin: Origin, body: str, around: str, value: str) -> None:
    say = {"method": "POST", "path": "/say", "body": body, "capture": {"own": {"text": around}}}
    back = {"method": "POST", "path": "/say", "body": "{{own}}", "expected_text": [value], "absent_text": [" "]}
    assert run(origin, requests=[say, back]).status == "passed"


def test_a_captured_value_cannot_become_another_path(origin: Origin) -> None:
    say = {"method": "POST", "path": "/say", "body": "7/../8", "capture": {"own": {"text": "{{}}"}}}
    result = run(origin, setup=[FORM, LOGIN], requests=[say, {"path": "/orders/{{own}}", "expected_status": 404}])
    assert "cannot" not in result.reason
    assert result.exchanges[-1].status != 200


def test_setup_that_fails_judges_nothing_and_teardown_is_done(origin: Origin) -> None:
    result = run(
        origin,
        setup=[{"path": "/nowhere"}],
        path="/form",
        expected_status=200,
        teardown=[{"method": "DELETE", "path": "/broken"}],
    )
    assert result.status == "error"
    assert result.reason.startswith(
        "the set-up failed: GET /nowhere answered 404 (afterwards DELETE /broken answered 500"
    )
    assert len(result.exchanges) == 2


EXPECTED: list[tuple[dict[str, Any], str, str]] = [
    ({"expected_text": ["It's here"]}, "passed", ""),
    ({"expected_text": ["Log in"]}, "passed", ""),
    ({"expected_text": ['name=token value="t-42"']}, "passed", ""),
    ({"expected_text": ["Sign in"]}, "failed", "without the text 'Sign in'"),
    ({"absent_text": ["<script>"]}, "passed", ""),
    ({"absent_text": ["It's here"]}, "failed", "which must not be there"),
    ({"expected_headers": {"content-type": "text/HTML"}}, "passed", ""),
    ({"expected_headers": {"Content-Type": "json"}}, "failed", "expected 'json'"),
    ({"expected_headers": {"Location": None}}, "passed", ""),
    ({"expected_headers": {"Content-Type": None}}, "failed", "must not be there"),
    ({"expected_headers": {"X-Frame-Options": "DENY"}}, "failed", "without the header X-Frame-Options"),
    ({"expected_json": {"a": 1}}, "failed", "not JSON"),
    ({"expected_status": [200, 201]}, "passed", ""),
    ({"expected_status": [301, 302]}, "failed", "expected 301 or 302"),
    ({}, "error", "does not say what is expected"),
    ({"capture": {"x": {"field": "nothing"}}, "expected_status": 200}, "error", "no field 'nothing'"),
    ({"capture": {"x": {"field": "csrf-meta"}}, "expected_status": 200}, "passed", ""),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "status", "said"), EXPECTED, ids=lambda each: json.dumps(each)[:40])
def test_expectations_of_a_page(origin: Origin, expected: dict[str, Any], status: str, said: str) -> None:
    result = run(origin, path="/form", **expected)
    assert (result.status, said in result.reason) == (status, True), result.reason


@pytest.mark.parametrize(
    ("path", "value", "status"),
    [
        ("id", 7, "passed"),
        ("$.items.length", 1, "passed"),
        ("items[0]['price']", 9.5, "passed"),
        ("items[-1].price", 9.5, "passed"),
        ("paid", False, "passed"),
        ("paid", 0, "failed"),
        ("refund", None, "passed"),
        ("id", None, "failed"),
        ("items[3].price", 1, "failed"),
        ("note", "Grüße", "passed"),
        ("items", [{"price": 9.5}], "passed"),
        ("items", [{}], "passed"),
        ("items", [{"price": 9.5, "name": "x"}], "failed"),
        ("items", [], "failed"),
        ("items[*].price", 9.5, "error"),
        ("id", "integer", "error"),
        ("note", "integer", "failed"),
        ("note", {"contains": "G"}, "error"),
        ("items", {"length": 1}, "error"),
        ("gone", "string", "failed"),
    ],
)
def test_values_in_json(origin: Origin, path: str, value: Any, status: str) -> None:
    result = run(origin, setup=[FORM, LOGIN], path="/orders/7", expected_json={path: value})
    assert result.status == status, result.reason


def test_an_error_of_the_server_fails_even_if_nothing_is_expected(origin: Origin) -> None:
    assert run(origin, path="/broken").status == "failed"


def test_braces_that_nobody_captures_are_text(origin: Origin) -> None:
    body = "{{7*7}} {{config}} ${x}"
    assert run(origin, method="POST", path="/say", body=body, expected_text=[body]).status == "passed"


def test_what_nobody_captures_is_not_a_failure_of_the_system(origin: Origin) -> None:
    """A token that the scenario forgot to capture is refused by a sound system."""
    form = {"name": "ada", "token": "{{token}}"}
    result = run(origin, method="POST", path="/login", form=form, expected_status=302)
    assert (result.status, "{{token}} was sent as it stands" in result.reason) == ("error", True)
    assert run(origin, path="/broken", headers={"X-A": "{{token}}"}, expected_status=200).status == "failed"


def test_unique_values_differ_from_run_to_run(origin: Origin) -> None:
    call: dict[str, Any] = {"method": "POST", "path": "/say", "body": "n-{{unique}}", "expected_text": ["n-{{unique}}"]}
    assert run(origin, **call).status == "passed"
    assert run(origin, **{**call, "expected_text": ["{{unique}}"], "body": "{{7*7}}"}).status == "failed"


@pytest.mark.parametrize(
    ("path", "expected", "status"),
    [
        ("/form", {"expected_headers": {"Content-Type": "text/html;charset=utf-8"}}, "passed"),
        ("/form", {"expected_headers": {"Content-Type": "text/html; charset=latin-1"}}, "failed"),
        ("/form", {"expected_text": ["tok.*n"]}, "error"),
        ("/form", {"absent_text": ["Trace.*back"]}, "error"),
        ("/moved", {"expected_headers": {"Location": r"/f\w+"}}, "error"),
        ("/moved", {"expected_headers": {"Location": "/other"}}, "failed"),
        ("/orders/7", {"expected_status": 401, "expected_json": {"note": r"^Gr.*$"}}, "error"),
        ("/orders/7", {"expected_status": 401, "expected_json": {"items": [{"price": "number"}]}}, "error"),
        (
            "/orders/7",
            {"expected_status": 401, "expected_json": {"": None, "items[0]": {"price": "number", "no": 1}}},
            "failed",
        ),
        ("/form", {"absent_text": ["name="], "expected_status": 200}, "failed"),
    ],
)
def test_notations_that_are_not_judged(origin: Origin, path: str, expected: dict[str, Any], status: str) -> None:
    result = run(origin, path=path, **expected)
    assert result.status == status, result.reason


def test_an_address_of_the_target_is_one_with_its_path(origin: Origin) -> None:
    item = {"id": "s", "title": "t", "steps": ["x"], "expected_behavior": "e", "area": "a", "priority": "low"}
    call = {"path": "/moved", "expected_status": 302, "expected_headers": {"Location": f"{origin}/form"}}
    [scenario] = parse(json.dumps([{**item, "exec": call}]).encode(), target=origin).scenarios
    assert isinstance(scenario.exec, HttpCalls)
    assert execute("s", scenario.exec, origin).status == "passed"


def test_variables_of_the_environment_only_if_allowed(origin: Origin) -> None:
    call: dict[str, Any] = {"path": "/echo", "headers": {"X-Key": "{{env:SHOP_KEY}}"}, "expected_text": ["k-12345"]}
    environ = {"SHOP_KEY": "k-12345"}
    assert run(origin, Variables(environ=environ, allowed=frozenset({"SHOP_KEY"})), **call).status == "passed"
    refused = run(origin, Variables(environ=environ), **call)
    assert (refused.status, "not allowed" in refused.reason, refused.exchanges) == ("error", True, ())


def test_a_value_that_no_request_captured_before(origin: Origin) -> None:
    result = run(origin, requests=[{"path": "/a/{{late}}"}, {"path": "/form", "capture": {"late": {"field": "token"}}}])
    assert (result.status, "was not captured before" in result.reason) == ("error", True)
