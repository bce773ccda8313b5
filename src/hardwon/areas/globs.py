"""Globs as regular expressions that take time in proportion to the path, however many wildcards a glob has. Pure.

Between two wildcards the first place that fits is as good as any later one. So what has matched is never taken back
(atomic groups), and eight globstars cost eight passes instead of the eighth power.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

MOST_ALTERNATIVES = 1000
"""What one pattern with braces may stand for."""

LONGEST = 1000
"""Characters of a glob, or of a regular expression."""

DEEPEST = 20
"""Braces in braces."""

ANYWHERE = "**"
_FOLDERS = r"(?:[^/]*+/)"
_CLASS = re.compile(r"\[(?P<negated>[!^]?)(?P<members>\]?(?:\\.|[^\]\\])*)\]", re.DOTALL)
_POSIX = re.compile(r"\[:\w+:\]")


def problem(pattern: str) -> str:
    """Why a glob cannot be used; empty if it can."""
    if len(pattern) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if _POSIX.search(pattern):
        return "has a class like [:alpha:], which is not known here: write the letters, as in [a-z]"
    if _depth(pattern) > DEEPEST:
        return f"has more than {DEEPEST} braces inside of each other"
    try:
        expanded(pattern)
    except ValueError as error:
        return str(error)
    return ""


def _depth(pattern: str) -> int:
    deepest = depth = 0
    for char in pattern:
        depth += (char == "{") - (char == "}" and depth > 0)
        deepest = max(deepest, depth)
    return deepest


def expanded(pattern: str) -> list[str]:
    """The globs without braces that one with braces stands for; ValueError if they are too many."""
    if "{" not in pattern:
        return [pattern]
    import bracex  # noqa: PLC0415 - only for patterns with braces

    try:
        return list(dict.fromkeys(bracex.expand(pattern, keep_escapes=True, limit=MOST_ALTERNATIVES)))
    except bracex.ExpansionLimitException:
        raise ValueError("stands for too many patterns") from None


@lru_cache(maxsize=1024)
def compiled(pattern: str) -> re.Pattern[str]:
    """The glob as an expression for whole paths: `**` is any depth, `*` and `?` stay in their folder."""
    return re.compile("|".join(dict.fromkeys(_expression(each) for each in expanded(pattern))))


def _expression(pattern: str) -> str:
    parts = [part for part in pattern.split("/") if part]
    runs = [list(run) for is_anywhere, run in groupby(parts, lambda part: part == ANYWHERE) if not is_anywhere]
    starts_anywhere, ends_anywhere = parts[:1] == [ANYWHERE], parts[-1:] == [ANYWHERE]
    last = runs.pop() if runs and not ends_anywhere else None
    first = "" if starts_anywhere or not runs else _run(runs.pop(0))
    between = "".join(f"(?>{_FOLDERS}*?{_run(run)})" for run in runs)
    if last is None:
        return f"{first}{between}(?s:.+)" if parts else "(?!)"
    # Nothing but the end of the path says where the last run begins.
    anywhere = f"{_FOLDERS}*" if ANYWHERE in parts else ""
    return f"{first}{between}{anywhere}{_run(last[:-1])}(?>{_segment(last[-1])}\\Z)"


def _run(segments: list[str]) -> str:
    """Segments without a globstar between them, each with the slash after it."""
    return "".join(f"(?>{_segment(each)}/)" for each in segments)


def _segment(pattern: str) -> str:
    """One segment of a path."""
    chunks = _chunks(pattern)
    if len(chunks) == 1:
        return chunks[0]
    first, *middle, last = chunks
    if not first and not last and not any(middle):
        return "[^/]++"
    return first + "".join(f"(?>[^/]*?{chunk})" for chunk in middle if chunk) + f"[^/]*{last}"


def _chunks(pattern: str) -> list[str]:
    """What stands between the stars of a segment, each matching texts of one length only."""
    chunks = [""]
    at = 0
    while at < len(pattern):
        char = pattern[at]
        members = _CLASS.match(pattern, at) if char == "[" else None
        if char == "*":
            chunks.append("")
        elif char == "?":
            chunks[-1] += "[^/]"
        elif members and members["members"]:
            chunks[-1] += _class(members["members"], negated=bool(members["negated"]))
            at = members.end() - 1
        elif char == "\\" and at + 1 < len(pattern):
            at += 1
            chunks[-1] += re.escape(pattern[at])
        else:
            chunks[-1] += re.escape(char)
        at += 1
    return chunks


def _class(members: str, *, negated: bool) -> str:
    """One letter of a class such as `[a-z_]`; never a slash."""
    letters = re.findall(r"\\.|[^\\]|\\$", members, re.DOTALL)
    found = ""
    while letters:
        low = high = letters.pop(0)[-1]
        if len(letters) > 1 and letters[0] == "-":
            high = letters[1][-1]
            del letters[:2]
        if low <= high:
            found += f"{_letter(low)}-{_letter(high)}" if high != low else _letter(low)
    if negated:
        return f"[^/{found}]"
    return f"(?!/)[{found}]" if found else "(?!)"


def _letter(char: str) -> str:
    return f"\\{char}" if char in r"\]^-[&~|" else char
