"""Which areas a file is part of, asked of many files: each pays for the rules near it, not for all of them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardwon.areas.rules import belongs, covers, static_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardwon.areas.rules import Rule


class Owners:
    """The rules, found by the folder or file that their patterns begin with."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._near: dict[str, list[Rule]] = {}
        for rule in rules:
            for prefix in dict.fromkeys(static_prefix(pattern) for pattern in rule.paths):
                self._near.setdefault(prefix, []).append(rule)

    def areas_of(self, path: str) -> tuple[str, ...]:
        """The areas that a file is part of, each once."""
        return tuple(dict.fromkeys(rule.area for rule in self._rules_near(path) if belongs(rule, path)))

    def is_left_out(self, path: str) -> bool:
        """Whether a rule has the file among its `paths` and takes it out again with `exclude`."""
        return any(covers(rule.paths, path) and covers(rule.exclude, path) for rule in self._rules_near(path))

    def _rules_near(self, path: str) -> Iterator[Rule]:
        while path:
            yield from self._near.get(path, ())
            path = path.rpartition("/")[0]
        yield from self._near.get("", ())
