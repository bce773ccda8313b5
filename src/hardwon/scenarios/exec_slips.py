"""Slips in the `exec` of a scenario, mended with a note: methods, paths, statuses, and keys of many names. Pure."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any
from urllib.parse import urlencode

from hardwon.scenarios import key_names
from hardwon.scenarios.expected_slips import EXPECTED, expectations, headers, judges, listed, plain
from hardwon.scenarios.form import METHODS
from hardwon.text.plain import one_line

_REQUEST_KEYS = key_names.meanings(key_names.OF_REQUEST)
_RUN_KEYS = key_names.meanings(key_names.OF_RUN)
_PARTS = ("setup", "requests", "teardown", "runs")
_OF_CLI = frozenset({"args", "command", "expected_exit", "runs", "expected_stdout", "stdin", "expected_stderr"})
_EXPECTED_OF_RUN = ("expected_exit", "expected_stdout", "expected_stderr", "expected_files")
_FAILS = re.compile(r"non-?zero|not (?:0|zero)|!=\s?0|(?:> ?|>= ?1)0?|fail(?:s|ure|ed)?|error", re.IGNORECASE)
_SHELL = frozenset({"|", "||", "&&", ";", "&", ">", ">>", "<", "<<", "2>", "2>&1"})
_PIPES = frozenset({"|", "||", "&&", "2>", "2>&1"})
_OF_ALL = ("headers", "timeout", "follow_redirects", "retries", "env")
_IN_QUOTES = re.compile(r"""\\.|'[^']*'|"(?:\\.|[^"\\])*\"""")
_ATTACHED = re.compile(r"(?:^|\s)[^\s<]*?(;|\|{1,2}|&&|>{1,2})")
"""A sign of a shell in a word of a line; `<b>` and `<script>` are none."""

_BASE = re.compile(
    r"^(?:\{\{?\s*(?:base_?url|target(?:_?url)?|host)\s*\}?\}|\$\{?(?:BASE_?URL|TARGET(?:_?URL)?|HOST)\}?|<(?:base_?url|target|host)>)",
    re.IGNORECASE,
)
_CAPTURED = {
    **dict.fromkeys(("json", "jsonpath", "json_path", "path", "body", "body_path"), "json"),
    **dict.fromkeys(("header", "response_header"), "header"),
    **dict.fromkeys(
        ("field", "form_field", "input", "html_field", "form_token", "form", "html_input", "token"), "field"
    ),
    **dict.fromkeys(("text", "around", "between"), "text"),
}


def mended(given: Any) -> tuple[dict[str, Any] | None, list[str]]:
    """The `exec` as the schema has it, and notes; None where an agent must carry the scenario out."""
    if given in (None, {}, [], "", False):
        return None, []
    given = _as_object(given)
    if isinstance(given, list):
        given = {"requests": given}
    if not isinstance(given, dict):
        return None, ["`exec` is not an object: an agent must carry it out"]
    slips = _ExecSlips()
    return slips.exec(given), list(dict.fromkeys(slips.notes))


class _ExecSlips:
    def __init__(self) -> None:
        self.notes: list[str] = []

    def exec(self, given: dict[str, Any]) -> dict[str, Any] | None:
        keys = {key_names.plain(key): value for key, value in given.items()}
        word = next((keys[key] for key in ("mode", "type", "kind", "executor") if isinstance(keys.get(key), str)), "")
        mode = key_names.MODES.get(key_names.plain(word))
        if word and mode is None:
            self.notes.append(f"`exec` of the mode {one_line(word, 20)!r} was left out: an agent must carry it out")
            return None
        if mode is None:
            mode = "cli" if any(_RUN_KEYS.get(key) in _OF_CLI for key in keys if key not in _REQUEST_KEYS) else "http"
        return self._whole(given, mode)

    def _whole(self, given: dict[str, Any], mode: str) -> dict[str, Any]:
        each = self._request if mode == "http" else self._run
        made = each(given)
        for part in _PARTS:
            if isinstance(made.get(part), dict):
                made[part] = [made[part]]
            if isinstance(made.get(part), list):
                whole = _as_object if mode == "http" else _as_call
                made[part] = [each(inner) if isinstance(inner, dict) else inner for inner in map(whole, made[part])]
            elif made.get(part) in ("", None):
                made.pop(part, None)
        if made.get("requests") and "path" not in made:
            made.pop("method", None)
        if mode == "http" and "path" in made and not made.get("requests"):
            made.pop("requests", None)
        self._beside(made)
        return {"mode": mode, **{key: value for key, value in made.items() if key != "mode"}}

    def _beside(self, made: dict[str, Any]) -> None:
        """What stands beside `requests` or `runs` put into those that it is meant for, where that is certain."""
        own = made.get("requests") or made.get("runs")
        if not isinstance(own, list) or not all(map(_is_object, own)) or "path" in made or "args" in made:
            return
        for key in [key for key in made if key not in (*_PARTS, "mode")]:
            last = own[-1:] if len(own) == 1 or key in EXPECTED or key in _EXPECTED_OF_RUN else ()
            meant = own if key in _OF_ALL else last
            if meant and not any(key in each for each in own):
                value = made.pop(key)
                for each in meant:
                    each[key] = value
                self.notes.append(
                    f"`{key}` beside several was read as that of {'each' if key in _OF_ALL else 'the last'}"
                )

    def _named(self, given: dict[str, Any], keys: dict[str, str], known: dict[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        others: list[str] = []
        for key, value in sorted(given.items(), key=lambda pair: pair[0] not in known):
            meant = keys.get(key_names.plain(key))
            if meant and meant not in found:
                found[meant] = value
                if meant not in (key, "mode", "data"):
                    self.notes.append(f"`exec.{one_line(key, 40)}` was read as `{meant}`")
            elif (judges(key) or key_names.changes(key)) and not meant:
                found[key] = value  # refused later: what was to be sent or judged must not be left out
            elif key_names.plain(key) not in key_names.SILENT_IN_REQUEST:
                others.append(one_line(key, 40))
        if others:
            self.notes.append(f"unknown keys of exec were left out: {', '.join(others[:10])}")
        return {key: value for key, value in found.items() if value is not None}

    def _request(self, given: dict[str, Any]) -> dict[str, Any]:
        inner = given.get("request")
        if isinstance(inner, dict):
            given = {**{key: value for key, value in given.items() if key != "request"}, **inner}
        made = self._named(given, _REQUEST_KEYS, key_names.OF_REQUEST)
        if isinstance(made.get("request"), str):
            method, _, path = made.pop("request").strip().partition(" ")
            made = {"method": method, "path": path.strip(), **made}
        expectations(made, self.notes)
        self._address(made)
        self._sent(made)
        if isinstance(made.get("capture"), dict | list):
            made["capture"] = self._captures(made["capture"])
        self._numbers(made)
        return made

    def _address(self, made: dict[str, Any]) -> None:
        path = made.get("path")
        if isinstance(path, str):
            made["path"] = self._path(path.strip())
        query = made.pop("query", None)
        if isinstance(query, dict) and isinstance(made.get("path"), str):
            query = urlencode({key: plain(value) for key, value in query.items()}, doseq=True)
        if isinstance(query, str) and query and isinstance(made.get("path"), str):
            made["path"] += ("&" if "?" in made["path"] else "?") + query.lstrip("?")
            self.notes.append("the query was put behind the path")
        method = made.get("method")
        if isinstance(method, str) and method not in METHODS and method.strip().upper() in METHODS:
            made["method"] = method.strip().upper()
            self.notes.append(f"the method {one_line(method, 20)!r} was read as {made['method']}")
        elif method is None and "path" in made:
            made["method"] = "POST" if "body" in made or "form" in made else "GET"
            self.notes.append(f"`method` is missing: {made['method']}")

    def _path(self, path: str) -> str:
        first, blank, rest = path.partition(" ")
        if blank and first.upper() in METHODS and rest.lstrip().startswith("/"):
            path = rest.lstrip()  # `GET /login`, with the method said again
        bare = _BASE.sub("", path)
        if bare != path:
            self.notes.append("the place holder for the target was left out of a path")
        if bare and "://" not in bare and not bare.startswith(("/", "\\")):
            bare = bare if bare.startswith("?") else "/" + bare
            bare = "/" + bare if bare.startswith("?") else bare
            self.notes.append("a slash was put before a path")
        if "#" in bare and not bare.startswith("//"):
            bare = bare.partition("#")[0]
            self.notes.append("the fragment of a path was left out: it is never sent")
        encoded = re.sub(r" (?![^{]*\}\})", "%20", bare)
        if encoded != bare:
            bare = encoded
            self.notes.append("blanks in a path were encoded")
        return bare or "/"

    def _sent(self, made: dict[str, Any]) -> None:
        told = headers(made.get("headers") or {})
        if told is None:
            return  # the schema says what is wrong with them
        if "cookies" in made:
            cookies = made.pop("cookies")
            whole = isinstance(cookies, dict)
            told["Cookie"] = "; ".join(f"{key}={plain(value)}" for key, value in cookies.items()) if whole else cookies
        if told or "headers" in made:
            made["headers"] = {key: plain(value) for key, value in told.items() if value is not None}
        kind = _kind(made.get("headers"))
        self._data(made, kind)
        body = made.get("body")
        if isinstance(body, dict) and "x-www-form-urlencoded" in kind and "form" not in made:
            made["form"] = made.pop("body")
            self.notes.append("the body was sent as a form, as its content type says")
        if isinstance(body, str) and not kind and _is_json(body):
            made["headers"] = {**made.get("headers", {}), "Content-Type": "application/json"}
            self.notes.append("the body is JSON: its content type was added")
        if isinstance(made.get("form"), str):
            made["body"] = made.pop("form")
            made["headers"] = {"Content-Type": "application/x-www-form-urlencoded", **made.get("headers", {})}

    def _data(self, made: dict[str, Any], kind: str) -> None:
        """`data` is JSON to some, and a form to others: only its content type or its own shape can tell."""
        data = made.get("data")
        meant = "form" if "urlencoded" in kind else "body" if kind or not isinstance(data, dict) else ""
        if "data" in made and meant and meant not in made:
            made[meant] = made.pop("data")
            self.notes.append(f"`exec.data` was read as `{meant}`")

    def _captures(self, given: Any) -> dict[str, Any]:
        if isinstance(given, list):
            given = {str(each.pop("name", each.pop("as", ""))): each for each in map(dict, filter(_is_object, given))}
        return {key: self._capture(value) for key, value in given.items()}

    @staticmethod
    def _capture(value: Any) -> Any:
        if isinstance(value, str):
            head, colon, rest = value.partition(":")
            if colon and _CAPTURED.get(key_names.plain(head)):
                return {_CAPTURED[key_names.plain(head)]: rest.strip()}
            return {"json": value}
        if not isinstance(value, dict):
            return value
        source = next((value[key] for key in ("from", "source", "in", "type") if isinstance(value.get(key), str)), "")
        found = {_CAPTURED.get(key_names.plain(key), key): inner for key, inner in value.items()}
        if source:
            where = next(
                (value[key] for key in ("path", "name", "key", "selector", "field", "header") if key in value), ""
            )
            return {_CAPTURED.get(key_names.plain(source), "json"): where}
        return found

    def _run(self, given: dict[str, Any]) -> dict[str, Any]:
        made = self._named(given, _RUN_KEYS, key_names.OF_RUN)
        inner = made.pop("expect", None)
        if isinstance(inner, dict):
            told = {_RUN_KEYS.get(key_names.plain(str(key)), str(key)): value for key, value in inner.items()}
            made.update({key: value for key, value in told.items() if key not in made})
        command = line = made.pop("command", None)
        if isinstance(command, str):
            try:
                command = shlex.split(command)
            except ValueError:
                command = command.split()
        if isinstance(made.get("args"), str):
            made["args"] = shlex.split(made["args"]) if made["args"].count("'") % 2 == 0 else made["args"].split()
        if isinstance(line, str) and (shell := _of_shell_in(line, command)):
            made["shell"] = shell
        if isinstance(made.get("args"), list) and (asked := _of_shell(made["args"])):
            made["shell"] = asked
        if isinstance(command, list) and command:
            made["program"] = str(command[0])
            made["args"] = [*map(plain, command[1:]), *made.get("args", [])]
        if isinstance(made.get("args"), list):
            made["args"] = [plain(each) for each in made["args"]]
        for key in ("expected_stdout", "expected_stderr", "absent_text", "env"):
            listed(made, key)
        self._exits(made)
        self._numbers(made)
        return made

    def _exits(self, made: dict[str, Any]) -> None:
        exits = made.get("expected_exit")
        if isinstance(exits, str) and _FAILS.fullmatch(exits.strip()):
            made["expected_exit"] = [*range(1, 256)]
            self.notes.append(f"the exit code {one_line(exits, 20)!r} was read as 1 to 255")
        if isinstance(exits, str) and exits.strip().lstrip("-").isdigit():
            made["expected_exit"] = int(exits)

    @staticmethod
    def _numbers(made: dict[str, Any]) -> None:
        milliseconds = made.pop("timeout_ms", None)
        if isinstance(milliseconds, int | float):
            made.setdefault("timeout", milliseconds / 1000)
        if isinstance(made.get("timeout"), str):
            found = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,3})?)\s*(ms|s|sec|seconds)?\s*", made["timeout"])
            made["timeout"] = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else made["timeout"]
        if made.get("timeout") == 0:
            del made["timeout"]
        for key in ("concurrency", "retries", "winners"):
            if isinstance(made.get(key), str) and made[key].strip().isdigit():
                made[key] = int(made[key])
        if made.get("concurrency") == 0:
            del made["concurrency"]


def _kind(headers: Any) -> str:
    if not isinstance(headers, dict):
        return ""
    return next((str(value).lower() for key, value in headers.items() if key.lower() == "content-type"), "")


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _of_shell_in(line: str, words: list[str]) -> str:
    """What only a shell would understand in a line; "" if nothing is."""
    attached = _ATTACHED.search(_IN_QUOTES.sub("''", line))
    return min(_SHELL.intersection(words), default="") or (attached[1] if attached else "")


def _of_shell(args: list[Any]) -> str:
    """What only a shell would understand among arguments; "" if nothing is. A sign may well be an argument: `5 > 3`."""
    between = [str(each) for each in args[1:-1]]
    if piped := _PIPES.intersection(between):
        return min(piped)
    last = str(args[-1]) if args else ""
    return between[-1] if between and between[-1] in _SHELL and re.search(r"[^.]\.\w|/", last) else ""


def _as_call(given: Any) -> Any:
    """A call that is written as its arguments, or as a line, as an object."""
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        return {"args": given}
    return {"command": given} if isinstance(given, str) and given.strip() else given


def _as_object(given: Any) -> Any:
    """A request that is written as a line, `GET /health`, or as JSON in a text, as an object."""
    if not isinstance(given, str):
        return given
    method, _, path = given.strip().partition(" ")
    if method.upper() in METHODS and path.lstrip().startswith("/") and " " not in path.strip():
        return {"method": method, "path": path.strip()}
    if not _is_json(given):
        return given
    return json.loads(given)
