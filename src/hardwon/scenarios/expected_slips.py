"""Slips in what an answer is expected to be, mended: statuses in words, expectations under other names. Pure.

What may be an expectation and cannot be read stays where it is, and the scenario is refused: with an expectation left
out it could pass without being judged.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hardwon.scenarios import key_names
from hardwon.text.plain import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

EXPECTED = ("expected_status", "expected_text", "absent_text", "expected_json", "expected_headers")

_KEYS = key_names.meanings(key_names.OF_REQUEST)
_INNER = {"json": "expected_json", "body": "expected_text", "headers": "expected_headers", "header": "expected_headers"}
_JUDGES = re.compile(
    r"^(?:expect(?:ed|s)?|assert|must|should|unexpected|forbidden|absent|not|response|json|status|body)_\w"
    r"|^max_(?:response|duration|latency|time)|_(?:contains|equals|matches|absent|schema|not)$"
)
_CLASSES = {f"{digit}xx": tuple(range(digit * 100, digit * 100 + 100)) for digit in range(1, 6)}
_RANGE = re.compile(r"\s*([1-5])00\s*(?:-|\u2013|\.\.|to)\s*\1(?:99|[0-9]{2})\s*")
_PROTOCOL = re.compile(r"^\s*HTTP(?:/[0-9.]{1,3})?\s+", re.IGNORECASE)
_CODE = re.compile(r"\b[1-5][0-9]{2}\b|\b[1-5]xx\b", re.IGNORECASE)
_STATUS_TEXT = re.compile(
    r"\s*(?:[1-5](?:[0-9]{2}|xx)(?:\s*[A-Za-z][A-Za-z '-]*?)?\s*(?:[,/|]|or|$)\s*)+", re.IGNORECASE
)
_OF_ASSERTION = {
    **dict.fromkeys(("status", "status_code", "http_status"), "expected_status"),
    **dict.fromkeys(("json", "jsonpath", "json_path", "json_value"), "expected_json"),
    **dict.fromkeys(("body", "text", "contains", "body_contains", "text_contains"), "expected_text"),
    **dict.fromkeys(("not_contains", "body_not_contains", "absent_text"), "absent_text"),
    **dict.fromkeys(("header", "headers"), "expected_headers"),
}
_VALUES = ("value", "equals", "expected", "contains", "is")
_EXACT = ("value", "equals", "expected", "is")


def judges(key: str) -> bool:
    """Whether a key that is not known may say what is expected."""
    return bool(_JUDGES.search(key_names.plain(key)))


def expectations(made: dict[str, Any], notes: list[str]) -> None:
    """What stands under `expect` put beside the request; a body that is expected as JSON taken by its values."""
    inner = made.pop("expect", None)
    if isinstance(inner, dict):
        inner = _take(inner, made)
    elif isinstance(inner, list):
        inner = None if _assertions(inner, made) else inner
    elif _codes(inner) is not None:
        made.setdefault("expected_status", inner)
        inner = None
    if inner:
        made["expect"] = inner
    _body(made)
    values = made.get("expected_json")
    if isinstance(values, list) and all(_is_value(each) for each in values):
        made["expected_json"] = {str(each["path"]): each[next(key for key in _EXACT if key in each)] for each in values}
    _header_lists(made)
    for key in ("expected_text", "absent_text"):
        listed(made, key)
    if "expected_status" in made:
        _status(made, notes)


def _take(inner: Mapping[str, Any], made: dict[str, Any]) -> dict[str, Any]:
    """Put what is told beside the request; what is left is not known."""
    left: dict[str, Any] = {}
    for key, value in inner.items():
        meant = _inner_key(key)
        if meant in EXPECTED and meant not in made:
            made[meant] = value["contains"] if meant == "expected_text" and _is_contains(value) else value
        elif key_names.plain(key) not in key_names.SILENT_IN_REQUEST:
            left[key] = value
    return left


def _is_contains(value: Any) -> bool:
    return isinstance(value, dict) and list(value) == ["contains"]


def _assertions(given: list[Any], made: dict[str, Any]) -> bool:
    """Whether every assertion of a list could be read; they are then beside the request."""
    found: dict[str, Any] = {}
    for each in given:
        if not isinstance(each, dict):
            return False
        kind = _OF_ASSERTION.get(key_names.plain(str(each.get("type", ""))))
        value = next((each[key] for key in _VALUES if key in each), None) if kind else None
        name = next((str(each[key]) for key in ("path", "name", "header", "key", "field") if key in each), "")
        if kind is None or value is None or (kind in ("expected_json", "expected_headers")) != bool(name):
            return False
        if name:
            found.setdefault(kind, {})[name] = value
        elif kind == "expected_status":
            found[kind] = value
        else:
            found.setdefault(kind, []).append(value)
    made.update({key: value for key, value in found.items() if key not in made})
    return bool(found)


def _body(made: dict[str, Any]) -> None:
    """A whole body of JSON is expected by its values."""
    text = made.get("expected_text")
    if isinstance(text, list) and len(text) == 1:
        [text] = text
    if isinstance(text, str) and text.lstrip().startswith("{"):
        try:
            text = json.loads(text)
        except (ValueError, RecursionError):
            return
    if isinstance(text, dict) and text and "expected_json" not in made:
        del made["expected_text"]
        made["expected_json"] = text


def _is_value(each: Any) -> bool:
    return isinstance(each, dict) and "path" in each and any(key in each for key in _EXACT) and len(each) == 2  # noqa: PLR2004 - the path and its value


def _header_lists(made: dict[str, Any]) -> None:
    told = headers(made.get("expected_headers"))
    if told is not None:
        made["expected_headers"] = told


def headers(given: Any) -> dict[str, Any] | None:
    """Headers in any of the shapes that they are written in; None if that is none."""
    if isinstance(given, str):
        given = [line for line in given.splitlines() if line.strip()]
    if isinstance(given, dict):
        return dict(given)
    if not isinstance(given, list) or not given:
        return None
    found: dict[str, Any] = {}
    for each in given:
        if isinstance(each, str) and ":" in each:
            name, _, value = each.partition(":")
            found[name.strip()] = value.strip()
        elif isinstance(each, dict) and isinstance(each.get("name"), str):
            found[each["name"]] = each.get("value")
        elif isinstance(each, dict) and len(each) == 1:
            found |= each
        elif isinstance(each, list) and len(each) == 2 and isinstance(each[0], str):  # noqa: PLR2004 - name and value
            found[each[0]] = each[1]
        else:
            return None
    return found


def listed(made: dict[str, Any], key: str) -> None:
    """One text or number made a list of it."""
    if isinstance(made.get(key), str | int | float):
        made[key] = [plain(made[key])]
    elif isinstance(made.get(key), list):
        made[key] = [plain(each) if isinstance(each, int | float) else each for each in made[key]]


def plain(value: Any) -> str:
    """A value as the text that it is sent or expected as."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | bool) else str(value)


def _status(made: dict[str, Any], notes: list[str]) -> None:
    given = made["expected_status"]
    codes = _codes(given)
    if isinstance(given, int) and given and not isinstance(given, bool):
        return
    if given in (0, "0", "", "any", []):
        del made["expected_status"]
    elif codes is not None and codes != given:
        made["expected_status"] = codes[0] if len(codes) == 1 else codes
        if not isinstance(given, list) or codes != [int(each) for each in given if str(each).isdigit()]:
            notes.append(f"the status {one_line(str(given), 40)!r} was read as {statuses(codes, ', ')}")


def statuses(codes: list[int] | tuple[int, ...], between: str = " or ") -> str:
    """Statuses as people write them: all of a hundred as `4xx`."""
    whole = [name for name, each in _CLASSES.items() if set(each) <= set(codes)]
    rest = [code for code in codes if f"{code // 100}xx" not in whole]
    return between.join([*map(str, rest), *whole])


def _inner_key(key: str) -> str:
    plain_key = key_names.plain(key)
    return _INNER.get(plain_key, _KEYS.get(plain_key, plain_key))


def _codes(given: Any) -> list[int] | None:
    """The statuses that are meant; None if that is not certain."""
    if isinstance(given, list):
        found = [_codes(each) for each in given]
        return None if None in found else list(dict.fromkeys(code for each in found if each for code in each))
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    if isinstance(given, int) and not isinstance(given, bool):
        return [given]
    if not isinstance(given, str):
        return None
    if match := _RANGE.fullmatch(given):
        return [*_CLASSES[f"{match[1]}xx"]] if given.strip().endswith("99") else None
    given = _PROTOCOL.sub("", given)
    if not _STATUS_TEXT.fullmatch(given):
        return None
    codes: list[int] = []
    for word in _CODE.findall(given):
        codes += _CLASSES.get(word.lower()) or [int(word)]
    return list(dict.fromkeys(codes))
