"""Observations: what runs have learned about the product, and how trust in it moves.

Pure values and functions: no clock, no disk, no configuration lookup.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Literal

from hardwon.errors import UsageError
from hardwon.text.plain import one_line

Tier = Literal["products", "suites", "tests"]
TIERS: tuple[Tier, ...] = ("products", "suites", "tests")

WrittenBy = Literal["person", "curator", "agent", "import"]
ORIGINS: tuple[WrittenBy, ...] = ("person", "curator", "agent", "import")
"""Who wrote an observation: a person, or a machine of some kind."""

_ALWAYS = ("id", "title", "trust", "created", "last_confirmed", "confirmed_count", "contradicted_count", "source_test")
_IF_GIVEN = ("position", "origin", "source_run", "released_by", "released_digest")

NEW_TRUST = 0.5
ID = re.compile(r"obs_[a-z]+(?:-[a-z]+){5}(?:(?:-[a-z]+){4})?")
"""`obs_` and ten words; six in files of an earlier format."""

LONGEST_SCOPE = 200
DIGEST = 16
"""Letters of the digest that a long name ends in."""

"""Bytes: what every file system takes as the name of a folder, with room to spare."""

LONGEST_TITLE = 1000
LONGEST_CONTENT = 20_000
"""Characters, ten pages. Each observation is scanned, ranked and read by people, so a longer one is not used."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an observation is about: a product, one suite, or one test. Its name is a folder in its tier."""

    tier: Tier
    name: str

    def __post_init__(self) -> None:
        if self.tier not in TIERS:  # it is a folder, too, and comes from files
            raise UsageError(
                f"{one_line(str(self.tier), 80)!r} is not a tier.", remedy=f"A tier is one of {', '.join(TIERS)}."
            )
        reason = _unsafe_scope(self.name)
        if reason:
            raise UsageError(
                f"{one_line(self.name, 80)!r} cannot be the name of a scope: {reason}.",
                remedy="A scope is one visible name without slashes, such as `shop` or `t_login`.",
            )


def scope_of_test(test: str) -> Scope:
    """The scope of a test. Ids with separators, as pytest's, are kept percent-encoded; a long one ends in a digest."""
    if "/" not in test and "\\" not in test:
        return Scope("tests", test)
    name = test.replace("%", "%25").replace("/", "%2F").replace("\\", "%5C")
    if len(name.encode("utf-8", "surrogatepass")) > LONGEST_SCOPE:
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
        start = name.encode("utf-8", "surrogatepass")[: LONGEST_SCOPE - DIGEST - 1].decode("utf-8", "ignore")
        name = f"{start.rstrip()}~{digest}"
    return Scope("tests", name)


def _unsafe_scope(name: str) -> str:
    """Why the name could leave its tier or look like another one; empty if it cannot."""
    if not name.strip() or name != name.strip():
        return "it is empty or has blanks around it"
    plain = unicodedata.normalize("NFKC", name)  # so that a look-alike of a slash or a dot counts as one
    if "/" in plain or "\\" in plain:
        return "it holds a separator"
    if ".." in plain or plain.startswith("."):
        return "it starts with a dot or holds two in a row"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in name):
        return "it holds an invisible character"
    return f"it is longer than {LONGEST_SCOPE} bytes" if len(name.encode()) > LONGEST_SCOPE else ""


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """One test in the order of a suite."""

    test: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One fact about the product's behaviour, with the trust that it has earned."""

    id: str
    scope: Scope
    title: str
    content: str
    trust: float
    created: str
    last_confirmed: str
    confirmed_count: int = 0
    contradicted_count: int = 0
    source_test: str

    position: int | None = None
    """Place in the suite; only observations of suites have one."""

    suite_snapshot: tuple[SuiteEntry, ...] = ()
    """The suite as it was when this was learned: in another order it may not hold."""

    origin: WrittenBy | None = None
    """Who wrote it, as far as hardwon knows: never taken from text that an agent supplied."""

    source_run: str | None = None

    released_by: str | None = None
    """Who let it pass although the scanner blocked it, and why."""

    released_digest: str | None = None
    """Of the text that was let pass: any other text under this name is judged anew."""

    @property
    def digest(self) -> str:
        return text_digest(self.title, self.content)

    @property
    def is_released(self) -> bool:
        """Whether a person let exactly this text pass."""
        return bool(self.released_by) and self.released_digest == self.digest

    def document(self) -> dict[str, Any]:
        """The observation as JSON gives it."""
        snapshot = [{"test": entry.test, "id": entry.id} for entry in self.suite_snapshot]
        return {
            **{key: getattr(self, key) for key in _ALWAYS},
            **{key: value for key in _IF_GIVEN if (value := getattr(self, key)) is not None},
            **({"suite_snapshot": snapshot} if snapshot else {}),
            "tier": self.scope.tier,
            "scope": self.scope.name,
            "content": self.content,
        }


def text_digest(title: str, content: str) -> str:
    """What tells one text from another, wherever it is read."""
    return hashlib.sha256(f"{title}\0{content}".encode("utf-8", "replace")).hexdigest()


def rounded(trust: Decimal | float) -> float:
    """Trust as records keep it: three decimals, half up, never outside of 0 to 1."""
    exact = trust if isinstance(trust, Decimal) else Decimal(str(trust))
    return float(min(Decimal(1), max(Decimal(0), exact.quantize(Decimal("0.001"), ROUND_HALF_UP))))


def confirmed(observation: Observation, *, delta: float, at: str) -> Observation:
    """The observation after a run found it right."""
    return replace(
        observation,
        trust=rounded(_exact(observation.trust) + _exact(delta)),
        confirmed_count=observation.confirmed_count + 1,
        last_confirmed=at,
    )


def deprecated(observation: Observation, *, delta: float) -> Observation:
    """The observation after a run contradicted it; at zero trust it is to be deleted."""
    return replace(
        observation,
        trust=rounded(_exact(observation.trust) - _exact(delta)),
        contradicted_count=observation.contradicted_count + 1,
    )


def reworded(observation: Observation, *, title: str, content: str, at: str) -> Observation:
    """The observation with another text by a person: what was found about the old one does not hold for it."""
    return replace(
        observation,
        title=title,
        content=content,
        trust=NEW_TRUST,
        confirmed_count=0,
        contradicted_count=0,
        last_confirmed=at,
        origin=observation.origin and "person",
    )


def _exact(value: float) -> Decimal:
    # Through the text: 0.15 + 0.05 is 0.2 to people, and must be to us.
    return Decimal(str(value))
