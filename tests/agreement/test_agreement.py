"""Every store agrees with every other: the same operations give the same values, errors, order and log.

The state machine runs on the file stores and on those in memory, each with two handles on one record, as two processes
have them. What one refuses the other refuses with the same words. Three stores with a fault prove that it would notice.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from hardwon.areas.area import Area
from hardwon.areas.learning import with_areas
from hardwon.errors import HardwonError, LockTimeout, StorageError, UsageError
from hardwon.guard.breaker import CircuitBreaker
from hardwon.observations.observation import Observation, Scope, SuiteEntry
from hardwon.store import observation_file
from hardwon.store.areas import AreaStore
from hardwon.store.documents import DocumentCuration
from hardwon.store.in_memory import (
    AreasInMemory,
    ObservationsInMemory,
    OutcomesInMemory,
    QuarantineInMemory,
)
from hardwon.store.observations import ObservationStore
from hardwon.store.outcomes import Outcomes
from hardwon.store.protocol import Concern, Held, Listing, Stored, place_of
from hardwon.store.quarantine import Quarantine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hardwon.areas.ledger import Ledger
    from hardwon.observations.deltas import Delta
    from hardwon.store.protocol import (
        AreaRecord,
        ChangeLog,
        Curating,
        Mark,
        ObservationRecord,
        OutcomeRecord,
        QuarantineRecord,
        Revision,
    )

AT = ("2026-01-05T10:00:00Z", "2026-01-06T10:00:00Z", "2026-01-07T10:00:00Z", "yesterday")
SCOPES = (
    Scope("products", "shop"),
    Scope("products", "shop-2"),
    Scope("products", "Läden 店"),
    Scope("suites", "smoke"),
    Scope("tests", "t_login"),
)
IDS = tuple(f"obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-{last}" for last in ("auk", "jay", "yak"))
ASKED = ("obs_ant-bee-cat-dog-elk-fox-gnu-hen-ibis-emu", "obs_UPPER", "../../etc/passwd", "")
ENTRIES = (SuiteEntry("a.yaml", "t_a"), SuiteEntry("ü.yaml", "t_ü"))
PRODUCTS = ("shop", "Läden 店", "a/b", "", "x" * 1001)
AREAS = ("cart", "Kasse: Größe", "支払い", "cart/sub")
SOUND = ("Login modal: opens late", "no", "12:30:45", 'says "yes"', "Größe: 店 🙂", "trailing \\ and # : -")
ODD = ("two\nlines", "", " ", "tab\there", "\u2028")

handles = st.integers(0, 1)
ids = st.sampled_from(IDS) | st.sampled_from(IDS) | st.sampled_from(ASKED)
texts = st.sampled_from(SOUND) | st.sampled_from(SOUND) | st.sampled_from(ODD) | st.text(max_size=20)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves is not asked here, and waiting for the disk is what would take long."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def observations() -> st.SearchStrategy[Observation]:
    """Mostly sound ones; also some that no store may take."""
    return st.builds(
        Observation,
        id=st.sampled_from(IDS),
        scope=st.sampled_from(SCOPES),
        title=texts,
        content=texts,
        trust=st.sampled_from((0.5, 0.05, 1.0, 0.333)),
        created=st.sampled_from(AT[:3]),
        last_confirmed=st.sampled_from((*AT[:3], *AT)),
        source_test=st.sampled_from(("manual", "t_login", "Prüfung")),
        origin=st.sampled_from((None, "person", "curator")),
        source_run=st.sampled_from((None, "20260105T100000-000000-ab12")),
    ).map(_in_suite)


def _in_suite(observation: Observation) -> Observation:
    is_suite = observation.scope.tier == "suites"
    return replace(observation, position=1, suite_snapshot=ENTRIES) if is_suite else observation


def held() -> st.SearchStrategy[Held]:
    return st.builds(
        Held,
        id=st.builds("q-2026010{}T100000-000000-{}".format, st.integers(1, 3), st.sampled_from(("aa", "bb", "cc"))),
        time=st.sampled_from(AT[:3]),
        outcome=st.just("unsafe"),
        reason=texts,
        findings=st.just([{"rule": "override", "reason": "It drops instructions.", "secret": False}]),
        origin=st.just("curator"),
        run=st.sampled_from((None, "r")),
        tier=st.just("suites"),
        scope=st.just("smoke"),
        title=texts,
        content=texts,
        source_test=st.just("t"),
        position=st.sampled_from((None, 1)),
        suite_snapshot=st.just([{"test": "a", "id": "b"}]),
        has_secret=st.booleans(),
    )


@dataclass(slots=True)
class Told:
    """A log that keeps what it is told, and can refuse."""

    rows: list[tuple[str, Delta]] = field(default_factory=list)
    is_full: bool = False

    def announce(self, change: Delta) -> None:
        if self.is_full:
            raise StorageError("Could not write the log: no space.")
        self.rows.append(("announced", change))

    def undone(self, change: Delta) -> None:
        self.rows.append(("undone", change))


@dataclass(slots=True, kw_only=True)
class Side:
    """One store of each record with two handles on it, and what was told to its log."""

    root: str
    """What messages call it: cut out before two sides are compared."""

    areas: tuple[AreaRecord, AreaRecord]
    observations: tuple[ObservationRecord, ObservationRecord]
    outcomes: tuple[OutcomeRecord, OutcomeRecord]
    quarantine: tuple[QuarantineRecord, QuarantineRecord]
    damage: Callable[[bytes], None]
    """Puts something into the place of memory.json."""

    log: Told = field(default_factory=Told)
    holding: AbstractContextManager[Curating] | None = None
    curation: Curating | None = None
    revisions: Mapping[str, Revision] = field(default_factory=dict)
    documents: Mapping[str, bytes | None] = field(default_factory=dict)
    mark: Mark = None

    def came_to(self, do: Callable[[Side], object]) -> object:
        """What an operation gave, or how it was refused."""
        try:
            return _plain(do(self), self.root)
        except LockTimeout as error:
            return "LockTimeout", error.remedy  # who holds it is told differently
        except HardwonError as error:
            return type(error).__name__, str(error).replace(self.root, "…")

    @property
    def places(self) -> dict[str, bytes | None]:
        return {each.place: each.document for each in self.observations[0].unparsed(SCOPES)}


def _plain(value: Any, root: str) -> Any:
    """A value in which nothing names the store that gave it."""
    if isinstance(value, str):
        return value.replace(root, "…")
    if isinstance(value, CircuitBreaker):
        return value.memory, value.baseline, value.tripped, value.reason
    if isinstance(value, (list, tuple)):
        return [_plain(each, root) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(getattr(value, key), root) for key in value.__dataclass_fields__}
    return value


def file_side(folder: Path) -> Side:
    area_store = AreaStore(folder / "areas", lock_timeout=0)

    def damage(content: bytes) -> None:
        area_store.folder.mkdir(exist_ok=True)
        area_store.memory_file.write_bytes(content)

    return Side(
        root=str(folder),
        areas=(area_store, AreaStore(folder / "areas", lock_timeout=0)),
        observations=(
            ObservationStore(folder / "observations", lock_timeout=0),
            ObservationStore(folder / "observations", lock_timeout=0),
        ),
        outcomes=(Outcomes(folder=folder / "outcomes", window=6), Outcomes(folder=folder / "outcomes", window=6)),
        quarantine=(Quarantine(folder / "quarantine"), Quarantine(folder / "quarantine")),
        damage=damage,
    )


def memory_side() -> Side:
    areas = AreasInMemory("in memory/areas", lock_timeout=0)
    known = ObservationsInMemory("in memory/observations", lock_timeout=0)
    outcomes = OutcomesInMemory(window=6)
    quarantine = QuarantineInMemory()
    return Side(
        root="in memory",
        areas=(areas, replace(areas)),
        observations=(known, replace(known)),
        outcomes=(outcomes, replace(outcomes)),
        quarantine=(quarantine, replace(quarantine)),
        damage=areas.keep,
    )


class Agreement(RuleBasedStateMachine):
    """The same operations on both sides."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="hardwon-agreement-"))
        self.sides: tuple[Side, ...] = self.made(self.folder)

    def made(self, folder: Path) -> tuple[Side, ...]:
        return file_side(folder), memory_side()

    def teardown(self) -> None:
        self.let_go()
        shutil.rmtree(self.folder)

    def agree(self, do: Callable[[Side], object]) -> None:
        first, *others = (side.came_to(do) for side in self.sides)
        for other in others:
            assert first == other

    # Observations

    def curate(self, handle: int, do: Callable[[Curating], Delta]) -> None:
        """Change through the curation that is open, or through one of its own."""

        def change(side: Side) -> object:
            if side.curation is not None and handle == 0:
                return asdict(do(side.curation))
            with side.observations[handle].curating(side.log) as curation:
                return asdict(do(curation))

        self.agree(change)

    @rule(handle=handles, observation=observations(), why=texts)
    def add(self, handle: int, observation: Observation, why: str) -> None:
        self.curate(handle, lambda curation: curation.add(observation, why))

    @rule(handle=handles, known=ids, title=texts, content=texts, at=st.sampled_from(AT[:3]))
    def edit(self, handle: int, known: str, title: str, content: str, at: str) -> None:
        self.curate(handle, lambda curation: curation.edit(known, title=title, content=content, at=at))

    @rule(handle=handles, known=ids, by=st.sampled_from((0.05, 0.0, 1.0, 0.0005)), at=st.sampled_from(AT))
    def confirm(self, handle: int, known: str, by: float, at: str) -> None:
        self.curate(handle, lambda curation: curation.confirm(known, by=by, at=at, reasoning="seen"))

    @rule(handle=handles, known=ids, by=st.sampled_from((0.1, 0.0, 0.5, 1.0)))
    def deprecate(self, handle: int, known: str, by: float) -> None:
        """Down to nothing, where it is deleted."""
        self.curate(handle, lambda curation: curation.deprecate(known, by=by, reasoning="wrong"))

    @rule(handle=handles, known=ids)
    def delete(self, handle: int, known: str) -> None:
        self.curate(handle, lambda curation: curation.delete(known, "gone"))

    @rule(observation=observations(), scope=st.sampled_from(SCOPES), ends=st.sampled_from((b"\n", b"\r\n")))
    def edit_by_hand(self, observation: Observation, scope: Scope, ends: bytes) -> None:
        """Any text in any place: also one that belongs elsewhere, an id that is given already, and what is no text."""
        document = observation_file.write(observation).replace(b"\n", ends)
        self.agree(lambda side: side.observations[0].keep({place_of(scope, observation.id): document}))

    @rule(known=st.sampled_from(IDS), scope=st.sampled_from(SCOPES), document=st.sampled_from((b"", b"\xff", b"---\n")))
    def damage_by_hand(self, known: str, scope: Scope, document: bytes) -> None:
        self.agree(lambda side: side.observations[1].keep({place_of(scope, known): document}))

    @rule(place=st.sampled_from(("products/shop/notes.md", "elsewhere/shop/obs_a.md", "obs_a.md", "tests/../obs_a.md")))
    def keep_where_nothing_belongs(self, place: str) -> None:
        self.agree(lambda side: side.observations[0].keep({place: b"text"}))

    @precondition(lambda self: self.sides[0].holding is None)
    @rule()
    def take_hold(self) -> None:
        """The first handle keeps the lock: the second has to wait, readers do not."""
        for side in self.sides:
            side.holding = side.observations[0].curating(side.log)
            side.curation = side.holding.__enter__()

    @precondition(lambda self: self.sides[0].holding is not None)
    @rule()
    def let_go(self) -> None:
        for side in self.sides:
            if side.holding is not None:
                side.holding.__exit__(None, None, None)
            side.holding = side.curation = None

    @rule(is_full=st.booleans())
    def fill_the_log(self, is_full: bool) -> None:
        for side in self.sides:
            side.log.is_full = is_full

    @rule(handle=handles, known=ids)
    def find(self, handle: int, known: str) -> None:
        self.agree(lambda side: side.observations[handle].find(known))
        self.agree(lambda side: side.observations[handle].standing(known))

    @rule(handle=handles, scopes=st.sets(st.sampled_from(SCOPES)), only=st.none() | st.sets(ids))
    def ask_for_scopes(self, handle: int, scopes: set[Scope], only: set[str] | None) -> None:
        self.agree(lambda side: side.observations[handle].of_scopes(scopes, only))
        self.agree(lambda side: sorted(side.observations[handle].documents(scopes).items()))

    @rule(scope=st.sampled_from(SCOPES), known=st.sampled_from(IDS))
    def ask_for_a_place(self, scope: Scope, known: str) -> None:
        place = place_of(scope, known)
        self.agree(lambda side: side.observations[0].where_of(scope, known))
        self.agree(lambda side: side.observations[1].read(place, scope))
        self.agree(lambda side: side.observations[1].document(place))
        self.agree(lambda side: side.observations[1].revision(place) is None)

    @invariant()
    def observations_are_the_same(self) -> None:
        self.agree(lambda side: side.observations[1].listing())
        self.agree(lambda side: side.log.rows)
        self.agree(lambda side: list(side.places.items()))
        self.agree(lambda side: [(place, seen.scope) for place, seen in side.observations[0].revisions().of.items()])
        self.agree(lambda side: side.observations[1].calm().held)

    @invariant()
    def no_change_is_missed(self) -> None:
        """Whoever kept the revisions of before knows what to read again."""
        for side in self.sides:
            store, documents = side.observations[0], side.places
            now = {place: seen.revision for place, seen in store.revisions().of.items()}
            changed = {place for place in documents if documents[place] != side.documents.get(place)}
            same = {each for each in now if now[each] == side.revisions.get(each) and store.is_settled(now[each])}
            assert not changed & same
            if side.mark is not None and documents.keys() != side.documents.keys():
                assert not store.is_same_since(side.mark, SCOPES)
            side.mark, side.revisions, side.documents = store.revisions().mark, now, documents

    # Areas

    @rule(
        handle=handles,
        name=st.sampled_from(AREAS),
        confidence=st.sampled_from((0.0, 0.25, 0.955)),
        retired=st.booleans(),
        at=st.sampled_from(AT[:3]),
        is_narrow=st.booleans(),
    )
    def prove(self, *, handle: int, name: str, confidence: float, retired: bool, at: str, is_narrow: bool) -> None:
        """One more test each time, so that a lost update shows."""

        def change(ledger: Ledger) -> Ledger:
            count = ledger.areas[name].test_count + 1 if name in ledger.areas else 1
            area = Area(
                name=name, confidence=confidence, test_count=count, pass_count=count, last_tested_at=at, retired=retired
            )
            return with_areas(ledger, {name: area}, at)

        about = Concern(areas=frozenset({name})) if is_narrow else None

        def updated(side: Side) -> object:
            """What the update gave of the area, and the whole record then."""
            area = side.areas[handle].update(change, at=at, about=about).areas[name]
            return area, _ledger(side.areas[handle].read())

        self.agree(updated)

    @rule(handle=handles, refuses=st.booleans())
    def change_nothing(self, handle: int, refuses: bool) -> None:
        def change(ledger: Ledger) -> Ledger:
            if refuses:
                raise UsageError("There is no such area.")
            return ledger

        self.agree(lambda side: _ledger(side.areas[handle].update(change, at=AT[0])))

    @rule(handle=handles)
    def change_what_another_is_changing(self, handle: int) -> None:
        def nested(side: Side) -> object:
            def change(_: Ledger) -> Ledger:
                return side.areas[1 - handle].update(lambda ledger: replace(ledger, extra={"lost": True}), at=AT[0])

            return _ledger(side.areas[handle].update(change, at=AT[0]))

        self.agree(nested)

    @rule(content=st.sampled_from((b"{", b"null", b'{"areas": {"x": null}}', b'{"areas": {}, "theirs": [1]}')))
    def damage_the_areas(self, content: bytes) -> None:
        for side in self.sides:
            side.damage(content)

    @rule(handle=handles)
    def forget(self, handle: int) -> None:
        self.agree(lambda side: side.areas[handle].forget())

    @invariant()
    def areas_are_the_same(self) -> None:
        self.agree(lambda side: _ledger(side.areas[1].read()))
        self.agree(lambda side: side.areas[0].document())
        self.agree(lambda side: side.areas[0].where)

    # Outcomes and quarantine

    @rule(handle=handles, product=st.sampled_from(PRODUCTS), with_memory=st.booleans(), passed=st.booleans())
    def attempt(self, handle: int, product: str, with_memory: bool, passed: bool) -> None:
        self.agree(
            lambda side: side.outcomes[handle].record(
                product, with_memory=with_memory, passed=passed, run="r", test="t", at=AT[0]
            )
        )

    @rule(handle=handles, product=st.sampled_from(PRODUCTS))
    def reset(self, handle: int, product: str) -> None:
        self.agree(lambda side: side.outcomes[handle].reset(product, at=AT[0]))

    @rule(handle=handles, text=held())
    def hold(self, handle: int, text: Held) -> None:
        self.agree(lambda side: side.quarantine[handle].hold(text))

    @rule(handle=handles, which=st.integers(0, 3), drop=st.booleans())
    def look_into_quarantine(self, handle: int, which: int, drop: bool) -> None:
        def look(side: Side) -> object:
            quarantine = side.quarantine[handle]
            asked = [*quarantine.ids(), "q-unknown"][which : which + 1] or [""]
            if not drop:
                return quarantine.read(asked[0])
            quarantine.drop(asked[0])
            return None

        self.agree(look)

    @invariant()
    def the_rest_is_the_same(self) -> None:
        self.agree(lambda side: side.outcomes[1].products())
        for product in PRODUCTS:
            self.agree(lambda side, product=product: side.outcomes[0].breaker(product))  # type: ignore[misc]  # bound now
            self.agree(lambda side, product=product: side.outcomes[0].standing(product).broken)  # type: ignore[misc]  # as above
        self.agree(lambda side: [side.quarantine[1].read(each) for each in side.quarantine[1].ids()])


def _ledger(ledger: Ledger) -> object:
    parts = (ledger.created_at, ledger.updated_at, dict(ledger.reports), dict(ledger.extra), dict(ledger.retired_extra))
    return [*ledger.areas.items()], ledger.retirements, parts


TestAgreement = Agreement.TestCase
TestAgreement.settings = settings(max_examples=40, stateful_step_count=30)


# Three stores that have a fault.


class ForgetfulAreas(AreaStore):
    """Goes on from what it wrote itself: an update of the other handle in between is lost."""

    __slots__ = ()
    last: dict[int, Ledger] = {}  # noqa: RUF012 - shared on purpose: a frozen store can keep nothing of its own

    def update(self, change: Callable[[Ledger], Ledger], *, at: str, about: Concern | None = None) -> Ledger:
        def stale(ledger: Ledger) -> Ledger:
            return change(self.last.get(id(self), ledger))

        self.last[id(self)] = super().update(stale, at=at, about=about)
        return self.last[id(self)]


class DatelessCuration(DocumentCuration):
    """Counts a confirmation and forgets when it was."""

    def confirm(self, observation_id: str, *, by: float, at: str, reasoning: str = "") -> Delta:
        del at
        before = self._store.find(observation_id).observation.last_confirmed
        return super().confirm(observation_id, by=by, at=before, reasoning=reasoning)


class DatelessObservations(ObservationsInMemory):
    __slots__ = ()

    @contextmanager
    def curating(self, log: ChangeLog, product: str = "") -> Iterator[DatelessCuration]:
        with super().curating(log, product):
            yield DatelessCuration(self, log)


class ObservationsByTrust(ObservationStore):
    """Lists the most trusted first."""

    __slots__ = ()

    def listing(self) -> Listing:
        found = super().listing()
        return replace(found, stored=tuple(sorted(found.stored, key=_distrust)))


def _distrust(stored: Stored) -> float:
    return -stored.observation.trust


class LostUpdate(Agreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        ForgetfulAreas.last.clear()
        one, two = super().made(folder)
        one.areas = (ForgetfulAreas(folder / "areas", 0), ForgetfulAreas(folder / "areas", 0))
        return one, two


class ForgottenConfirmation(Agreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        one, two = super().made(folder)
        known = DatelessObservations("in memory/observations", lock_timeout=0)
        two.observations = (known, replace(known))
        return one, two


class OtherOrder(Agreement):
    def made(self, folder: Path) -> tuple[Side, ...]:
        one, two = super().made(folder)
        store = ObservationsByTrust(folder / "observations", 0)
        one.observations = (store, store)
        return one, two


@pytest.mark.parametrize("broken", [LostUpdate, ForgottenConfirmation, OtherOrder])
def test_the_machine_finds_a_broken_store(broken: type[Agreement]) -> None:
    # Without shrinking: that there is a way to see the fault is all that counts here.
    found = settings(max_examples=600, stateful_step_count=30, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(broken, settings=found)
