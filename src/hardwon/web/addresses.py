"""Addresses: where each page is, on the server and among exported files."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

LONGEST_SLUG = 96
"""Ids of observations, ten words of eight letters, are the names of their pages."""

LONGEST_STEM = 60

MOST_STEP = 2_000
"""Characters of a step that an address carries."""


class Addresses:
    """On the server."""

    is_live = True

    def page(self, name: str = "", /, **query: Any) -> str:
        """One of the pages in the navigation, with what is asked of it."""
        given = {key: value for key, value in query.items() if value not in (None, "")}
        return f"/{name}" + (f"?{urlencode(given)}" if given else "")

    def area(self, name: str, number: int = 1) -> str:
        """The page of an area; a further one where its tests take several."""
        page = number if number > 1 else None
        if any(part in ("", ".", "..") for part in name.split("/")):
            # A browser would resolve such parts of a path.
            return self.page("areas/-", name=name, page=page)
        return self.page(f"areas/{quote(name, safe='', errors='replace')}", page=page)

    def observation(self, observation_id: str) -> str:
        return f"/observations/{quote(observation_id, safe='')}"

    def run(self, run: str) -> str:
        return f"/runs/{quote(run, safe='')}"

    def screenshot(self, run: str, name: str) -> str:
        """A picture of a step."""
        return f"/runs/{quote(run, safe='')}/screenshots/{quote(name, safe='')}"

    def numbered(self, name: str, number: int, /, **query: Any) -> str:
        """A page of a long list."""
        return self.page(name, **query, page=number if number > 1 else None)

    def file(self, name: str) -> str:
        """A style sheet, a script, an image."""
        return f"/static/{name}"


@dataclass(frozen=True, slots=True)
class FileAddresses(Addresses):
    """Among exported files: relative, so that they work wherever the folder lies."""

    base: str = ""
    """The way from the present page to the folder."""

    known: frozenset[str] = frozenset()
    """The observations and runs that have a page; what is gone has none."""

    is_live = False

    def page(self, name: str = "", /, **_query: Any) -> str:
        return f"{self.base}{name or 'index'}.html"

    def area(self, name: str, number: int = 1) -> str:
        return self.numbered(f"areas/{slug(name)}", number)

    def observation(self, observation_id: str) -> str:
        if observation_id not in self.known:
            return self.page("observations")
        return f"{self.base}observations/{slug(observation_id)}.html"

    def run(self, run: str) -> str:
        return f"{self.base}runs/{slug(run)}.html" if run in self.known else self.page("runs")

    def screenshot(self, run: str, name: str) -> str:
        return f"{self.base}{self.kept_screenshot(run, name)}"

    @staticmethod
    def kept_screenshot(run: str, name: str) -> str:
        """Where a picture is in the folder."""
        return f"runs/{slug(run)}/{name}"

    def numbered(self, name: str, number: int, /, **_query: Any) -> str:
        return f"{self.base}{name}/page-{number}.html" if number > 1 else self.page(name)

    def file(self, name: str) -> str:
        return f"{self.base}static/{name}"


def slug(name: str) -> str:
    """The name of a file that no other name has, whatever the name is."""
    if re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name) and len(name) <= LONGEST_SLUG and not name.startswith("page-"):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower())[:LONGEST_STEM].strip("-")
    return f"{plain or 'x'}--{digest}"
