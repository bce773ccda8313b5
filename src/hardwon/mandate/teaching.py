"""What a tester is taught about handing in: how scenarios are judged, and their form in few lines. Pure data.

The form is that of `scenarios/form.py` in words; a test holds one to the other.
"""

from __future__ import annotations

COMMON = """\
{"id": "lower-case-with-hyphens",
 "title": "the doubt, in one line",
 "user_perspective": "who does this, and why it seems sensible to them",
 "preconditions": ["what must be so before"],
 "steps": ["what the person does, one thing each"],
 "chaos_factors": ["what goes wrong meanwhile; empty if nothing does"],
 "expected_behavior": "what a sound system does, seen from outside",
 "failure_modes": ["what a weak system would do instead"],
 "priority": "critical | high | medium | low",
 "area": "an area as listed above, exactly; a new short name only where none fits",
 "exec": {…}}"""

HTTP = """\
exec over HTTP, one request or several:
{"mode": "http",
 "setup": [REQUEST, …], "requests": [REQUEST, …], "teardown": [REQUEST, …]}
REQUEST: {"method": "GET | HEAD | OPTIONS | POST | PUT | PATCH | DELETE", "path": "/path?query on the target",
 "headers": {"Name": "text"}, "body": text or JSON, "form": {"field": "text"},
 "expected_status": 200 or [302, 303], "expected_text": ["in the body"], "absent_text": ["not in the body"],
 "expected_json": {"order.items[0].price": 9.5}, "expected_headers": {"Location": "/login", "X-Debug": null},
 "capture": {"order_id": {"json": "order.id"} or {"header": "Location"} or {"field": "csrf_token"}},
 "follow_redirects": false, "timeout": 30, "retries": 0, "concurrency": 1, "winners": 1}
Cookies are kept from one request to the next. {{order_id}} stands for a captured value in later requests, {{unique}}
for letters and digits that are new in each run, {{env:NAME}} for an environment variable that is listed above.
Texts and values are compared as they stand, letter case included: no patterns, no types, no operators.
With concurrency N the request is sent N times at once, and exactly `winners` of them must get expected_status."""

CLI = """\
exec of the program, one call or several in one fresh folder:
{"mode": "cli", "setup": [CALL, …], "runs": [CALL, …]}
CALL: {"args": ["one", "text", "each; not the program itself"], "stdin": "text", "files": {"in.txt": "content"},
 "expected_exit": 0 or [1, 2], "expected_stdout": ["text"], "expected_stderr": ["text"], "absent_text": ["text"],
 "expected_files": {"out.txt": "text in it", "gone.txt": null}, "env": ["NAME"], "timeout": 30}"""

JUDGED: tuple[str, ...] = (
    "What has an `exec` is executed as written, once, against the running system; nobody reads the prose then.",
    (
        "It passes if every expectation is met, and fails at the first that is not. Expect what a sound system does,"
        " not what you think this one does."
    ),
    (
        "An `exec` that expects nothing judges nothing. Give expected_status with every request, and a text, value or"
        " header wherever the status alone could be right by accident."
    ),
    "Where several answers would be sound, list them all: a wrong guess about 200 or 302 is a false alarm.",
    "What a scenario needs (an account, an item) it makes in `setup`; names are made up, with {{unique}} in them.",
    "Without an `exec` an agent carries out the steps as a visitor and judges expected_behavior: say what is seen.",
    "Nothing but the target can be reached: no other host, no shell, no other program.",
)

JUDGED_PROGRAM: tuple[str, ...] = (
    "What has an `exec` is executed as written, in a fresh folder, without a shell; nobody reads the prose then.",
    (
        "It passes if every expectation is met, and fails at the first that is not. Expect what a sound program does,"
        " not what you think this one does."
    ),
    (
        "An `exec` that expects nothing judges nothing. Give expected_exit with every call, and a text or a file"
        " wherever the code alone could be right by accident."
    ),
    "Files that it needs stand in `files`; the text a person would type goes into `stdin`.",
    "Nothing but the program of the target can be started: no pipes, no other tools, no network.",
)

NO_PROGRAM = (
    "No target with a `command` is configured yet: hand in `exec` all the same, it is executed once there is one."
)

JUDGED_WORDS: tuple[str, ...] = (
    "Nothing here can be executed as requests or calls: leave `exec` out. An agent or a person carries out the steps",
    "and judges expected_behavior, so say exactly what is called with what, and what comes of it.",
)

VARIETY: tuple[str, ...] = (
    "At least a third must be refused by a sound system: bad input, no right to it, too late, twice.",
    "At least one follows a whole way through: several steps that depend on each other.",
    "At least one is about what belongs to somebody else, wherever there are accounts.",
    "At least one has limits: nothing, one, far too much, another alphabet.",
    "At most a quarter may be the plain way that everyone has tried.",
)
RACE = "At least one has two do the same at once (`concurrency`), wherever something can be had only once."

BAD = '{"title": "Test login", "steps": ["Log in"], "expected_behavior": "It works"}'
WHY_BAD = "no doubt, no person, nothing that anyone could decide, and nothing to execute."
