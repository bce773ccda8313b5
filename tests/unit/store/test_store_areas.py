"""memory.json and retired.json: their bytes, what survives in them, and what is not believed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import Area
from hardwon.areas.beside import kept_beside
from hardwon.areas.ledger import LARGEST_COUNT, Ledger, memory_text, read_ledger, retired_text
from hardwon.areas.retirement import Retirement
from hardwon.errors import DamagedRecord
from hardwon.store.areas import AreaStore

GOLD = Path(__file__).parents[2] / "gold" / "memory"
MEMORY, RETIRED = "memory.json", "retired.json"
NOW = "2026-01-02T03:04:05Z"

GO_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
"""What Go's time.Time reads from JSON."""


def ledger(memory: bytes | None = None, retired: bytes | None = None) -> Ledger:
    return read_ledger(memory, retired, MEMORY, RETIRED)


def canonical(value: Any) -> bytes:
    """The documented form, by the standard library alone."""
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def area(**other: Any) -> dict[str, Any]:
    return {
        "name": "auth",
        "confidence": 0.19,
        "test_count": 1,
        "pass_count": 1,
        "fail_count": 0,
        "last_tested_at": NOW,
        "maturity_stage": "new",
        "retired": False,
    } | other


def memory(**areas: Any) -> dict[str, Any]:
    return {"areas": areas, "created_at": NOW, "updated_at": NOW, "version": 1}


def assert_valid_for_go(record: dict[str, Any]) -> None:
    """The types of teststop's struct: Go refuses a whole file for one of another type."""
    kinds = {
        **dict.fromkeys(("name", "maturity_stage"), str),
        **dict.fromkeys(("test_count", "pass_count", "fail_count"), int),
        "retired": bool,
    }
    assert type(record["version"]) is int
    for name, raw in record["areas"].items():
        assert isinstance(name, str)
        assert {key: type(raw[key]) for key in kinds} == kinds
        assert type(raw["confidence"]) in (int, float)
        assert GO_TIME.fullmatch(raw["last_tested_at"])
    for key in ("created_at", "updated_at"):
        assert GO_TIME.fullmatch(record[key])


class TestBytes:
    def test_documented_example(self) -> None:
        text = memory_text(ledger(canonical(memory(auth=area())))).decode()
        assert text == (
            "{\n"
            '  "areas": {\n'
            '    "auth": {\n'
            '      "confidence": 0.19,\n'
            '      "fail_count": 0,\n'
            f'      "last_tested_at": "{NOW}",\n'
            '      "maturity_stage": "new",\n'
            '      "name": "auth",\n'
            '      "pass_count": 1,\n'
            '      "retired": false,\n'
            '      "test_count": 1\n'
            "    }\n"
            "  },\n"
            f'  "created_at": "{NOW}",\n'
            f'  "updated_at": "{NOW}",\n'
            '  "version": 1\n'
            "}\n"
        )

    def test_no_areas(self) -> None:
        empty = replace(Ledger(), created_at=NOW, updated_at=NOW)
        assert memory_text(empty) == canonical(memory())

    def test_retirements(self) -> None:
        entry = Retirement(name="auth", retired_at=NOW, test_count=15, pass_count=15, confidence=0.96)
        both = replace(Ledger(), updated_at=NOW, retirements=(entry, replace(entry, unretired_at=NOW)))
        raw = {"name": "auth", "retired_at": NOW, "test_count": 15, "pass_count": 15, "confidence": 0.96}
        assert retired_text(both) == canonical({"areas": [raw, raw | {"unretired_at": NOW}], "updated_at": NOW})

    def test_own_keys_are_left_out_while_they_say_nothing(self) -> None:
        known = ledger(canonical(memory(auth=area())))
        again = replace(known, areas=known.areas.changed({"auth": known.areas["auth"]}))
        assert memory_text(again) == canonical(memory(auth=area()))

    @pytest.mark.parametrize("folder", ["hardwon-1", "hardwon-2", "hardwon-3", "hardwon-4", "hardwon-5", "hardwon-6"])
    @pytest.mark.parametrize("name", ["memory.json", "retired.json"])
    def test_gold_file_of_version_1_is_written_back_byte_for_byte(self, folder: str, name: str) -> None:
        contents = {each: (GOLD / folder / each).read_bytes() for each in ("memory.json", "retired.json")}
        read = ledger(contents["memory.json"], contents["retired.json"])
        written = memory_text(read) if name == "memory.json" else retired_text(read)
        assert written == contents[name]

    def test_all_optional_keys_are_read(self) -> None:
        read = ledger((GOLD / "hardwon-1" / "memory.json").read_bytes())
        auth = read.areas["auth"]
        assert (auth.tests_before_change, auth.fails_before_change, auth.flaky_count) == (17, 1, 2)
        assert auth.changed_at == "2026-03-01T08:00:00Z"
        assert (auth.fingerprint or "").startswith("sha256:")
        assert set(auth.extra) == {"links"}
        assert set(read.extra) == {"ours", "last_run"}
        assert len(read.reports) == 1

    def test_what_verdicts_rest_on_is_read(self) -> None:
        read = ledger((GOLD / "hardwon-2" / "memory.json").read_bytes())
        auth = read.areas["auth"]
        assert (auth.tests, auth.states, auth.passes_on_states) == (8, 2, 2)
        assert auth.proven_state == "tree:0f1e2d3c4b5a69788796a5b4c3d2e1f001234567"
        assert (auth.failed_state, auth.failed_tests) == ("given:build 7", "00112233445566778899aabb")
        assert set(auth.extra) == {"links"}
        assert read.runs == {"20260301T070000-000000-ab12", "20260301T080000-000000-cd34"}

    def test_what_is_known_of_tests_without_local_evidence_is_read(self) -> None:
        auth = ledger((GOLD / "hardwon-3" / "memory.json").read_bytes()).areas["auth"]
        assert auth.failed_keys == "AAECAwQF BgcICQoL"
        assert (auth.other_tests, auth.other_runs) == ("ffeeddccbbaa998877665544", 2)

    def test_until_when_only_past_runs_speak_for_an_area_is_read(self) -> None:
        read = ledger((GOLD / "hardwon-4" / "memory.json").read_bytes())
        assert [area.history_until for area in read.areas.values()] == ["2026-03-01T08:00:00Z", None]

    def test_when_tests_were_gone_is_read(self) -> None:
        read = ledger((GOLD / "hardwon-5" / "memory.json").read_bytes())
        assert [area.tests_gone_at for area in read.areas.values()] == ["2026-03-01T09:00:00Z", None]

    def test_gold_file_of_what_is_kept_beside_is_written_back_byte_for_byte(self) -> None:
        content = (GOLD / "beside-1" / "beside.json").read_bytes()
        assert memory_text(kept_beside(ledger(content))) == content

    def test_former_names_of_areas_are_read(self) -> None:
        read = ledger((GOLD / "hardwon-6" / "memory.json").read_bytes())
        assert read.renamed == {"Kasse": "checkout", "test_auth": "auth"}

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("other_runs", -1),
            ("history_until", "yesterday"),
            ("tests_gone_at", "yesterday"),
            ("other_tests", 7),
            ("failed_keys", []),
            ("tests", -1),
            ("tests", []),
            ("states", "two"),
            ("proven_state", 7),
            ("proven_at", "now"),
            ("failed_at", 1),
        ],
    )
    def test_what_verdicts_rest_on_is_checked(self, key: str, value: object) -> None:
        with pytest.raises(DamagedRecord, match=rf"areas\.auth\.{key}"):
            ledger(canonical(memory(auth=area(**{key: value}))))


class TestOtherTool:
    def test_is_read_and_kept(self) -> None:
        contents = [(GOLD / "teststop" / name).read_bytes() for name in ("memory.json", "retired.json")]
        read = ledger(*contents)
        assert list(read.areas) == ["R&D <beta>", "auth", "checkout", "search"]
        assert read.areas["checkout"].retired
        assert read.areas["auth"].extra == {"team": "identity"}
        assert json.loads(memory_text(read)) == json.loads(contents[0])
        assert json.loads(retired_text(read))["areas"] == json.loads(contents[1])["areas"]

    def test_what_we_write_is_valid_for_it(self) -> None:
        read = ledger((GOLD / "teststop" / "memory.json").read_bytes())
        assert_valid_for_go(json.loads(memory_text(read)))
        touched = replace(read, areas=read.areas.changed({"auth": replace(read.areas["auth"], last_tested_at=NOW)}))
        assert_valid_for_go(json.loads(memory_text(touched)))
        assert_valid_for_go(json.loads((GOLD / "hardwon-1" / "memory.json").read_bytes()))

    @pytest.mark.parametrize(
        "content",
        [b"\xef\xbb\xbf" + canonical(memory(auth=area())), canonical(memory(auth=area())).replace(b"\n", b"\r\n")],
    )
    def test_byte_order_mark_and_crlf_are_read(self, content: bytes) -> None:
        assert ledger(content).areas["auth"].confidence == 0.19

    def test_list_of_retired_areas_that_go_left_empty_is_empty(self) -> None:
        assert ledger(None, b'{"areas": null, "updated_at": "0001-01-01T00:00:00Z"}').retirements == ()

    def test_keys_that_may_be_missing(self) -> None:
        least = {"confidence": 1, "test_count": 0, "pass_count": 0, "fail_count": 0}
        read = ledger(canonical({"areas": {"auth": least}}))
        assert read.areas["auth"] == Area(name="auth", confidence=1.0)


any_text = st.text(st.characters(), max_size=12)
"""Lone surrogates and all."""

well_formed_text = st.text(max_size=12)


def json_values(text: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text
    return st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3))


def records(text: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any memory.json that is not damaged, with foreign keys of any content at both levels."""
    counts = st.integers(0, 50)
    plain = st.fixed_dictionaries(
        {
            "name": text,
            "confidence": st.floats(0, 1),
            "test_count": counts,
            "pass_count": counts,
            "fail_count": counts,
            "last_tested_at": st.just(NOW) | st.just("2025-05-21T10:30:00.123456789+02:00"),
            "maturity_stage": text,
            "retired": st.booleans(),
        },
        optional={"fingerprint": text, "flaky_count": counts, "changed_at": st.just(NOW)},
    )
    extras = st.dictionaries(text.filter(lambda key: key not in OWN), json_values(text), max_size=3)
    areas = st.dictionaries(text, st.builds(lambda raw, extra: extra | raw, plain, extras), max_size=4)
    return st.builds(lambda found, extra: extra | memory() | {"areas": found}, areas, extras)


OWN = frozenset(
    {
        *("tests_before_change", "fails_before_change", "flaky_count", "changed_at", "fingerprint", "reports"),
        *("tests", "proven_state", "proven_at", "failed_state", "failed_at", "failed_tests", "failed_keys"),
        *("other_tests", "other_runs", "states", "passes_on_states", "history_until", "tests_gone_at", "counted_runs"),
    }
)


class TestRoundTrip:
    @given(records(well_formed_text))
    def test_any_record_is_written_as_the_standard_library_would(self, record: dict[str, Any]) -> None:
        assert memory_text(ledger(json.dumps(record).encode())) == canonical(record)

    @given(records(any_text))
    def test_any_record_survives_also_with_text_that_no_file_can_hold_as_it_is(self, record: dict[str, Any]) -> None:
        written = memory_text(ledger(json.dumps(record).encode()))
        assert json.loads(written) == json.loads(json.dumps(record))
        assert memory_text(ledger(written)) == written

    @given(records(any_text))
    def test_any_record_survives_the_change_of_all_its_areas(self, record: dict[str, Any]) -> None:
        read = ledger(json.dumps(record).encode())
        moved = {name: replace(found, test_count=found.test_count + 1) for name, found in read.areas.items()}
        after = json.loads(memory_text(replace(read, areas=read.areas.changed(moved))))
        for name, raw in record["areas"].items():
            kept = set(raw) - {"name", "maturity_stage", "test_count", *OWN}
            assert {key: after["areas"][name][key] for key in kept} == {key: raw[key] for key in kept}
            assert after["areas"][name]["test_count"] == raw["test_count"] + 1

    @given(
        st.lists(
            st.fixed_dictionaries(
                {
                    "name": any_text,
                    "retired_at": st.just(NOW),
                    "test_count": st.integers(0, 99),
                    "pass_count": st.integers(0, 99),
                    "confidence": st.floats(0, 1),
                },
                optional={"unretired_at": st.just(NOW), "why": json_values(any_text)},
            ),
            max_size=4,
        )
    )
    def test_any_retirements_survive(self, entries: list[dict[str, Any]]) -> None:
        record = {"areas": entries, "updated_at": NOW, "note": "kept"}
        written = retired_text(replace(ledger(None, json.dumps(record).encode()), updated_at=NOW))
        assert json.loads(written) == json.loads(json.dumps(record))

    @given(st.binary(max_size=200))
    def test_any_bytes_are_read_or_refused(self, content: bytes) -> None:
        for arguments in ((content, None), (None, content)):
            try:
                ledger(*arguments)
            except DamagedRecord as refused:
                text = str(refused)
            else:
                continue
            assert "memory.json" in text or "retired.json" in text

    @given(json_values(any_text))
    def test_any_json_is_read_or_refused(self, value: Any) -> None:
        for wrong in (value, {"areas": value}, {"areas": {"auth": value}}, memory(auth=area(confidence=value))):
            try:
                read = ledger(json.dumps(wrong).encode())
            except DamagedRecord:
                continue
            memory_text(replace(read, created_at=NOW, updated_at=NOW))


class TestUpdate:
    def test_nothing_is_written_if_nothing_changes(self, project: Path) -> None:
        store = AreaStore(project / "state")
        store.update(lambda before: before, at=NOW)
        assert not store.memory_file.exists()

    def test_nothing_is_written_if_the_change_fails(self, project: Path) -> None:
        store = AreaStore(project / "state")

        def fail(_: Ledger) -> Ledger:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.update(fail, at=NOW)
        assert list((project / "state").iterdir()) == []

    def test_created_at_stays_and_updated_at_moves(self, project: Path) -> None:
        store = AreaStore(project / "state")
        for at in (NOW, "2026-05-05T05:05:05Z"):
            store.update(lambda before: replace(before, areas=before.areas.changed({"a": Area(name="a")})), at=at)
        raw = json.loads(store.memory_file.read_bytes())
        assert (raw["created_at"], raw["updated_at"]) == (NOW, "2026-05-05T05:05:05Z")

    def test_extras_nested_deeper_than_can_be_written_are_refused_before_anything_is(self, project: Path) -> None:
        """The reader's limit and the writer's are not the same; whichever says no, the file stays."""
        store = AreaStore(project / "state")
        store.folder.mkdir()
        for depth in (*range(940, 990, 2), 3000, 10_000):
            content = b'{"areas": {}, "deep": ' + b"[" * depth + b"]" * depth + b"}"
            store.memory_file.write_bytes(content)
            try:
                store.update(lambda before: replace(before, areas=before.areas.changed({"a": Area(name="a")})), at=NOW)
            except DamagedRecord as refused:
                assert "nested too deeply" in str(refused)  # noqa: PT017 - at which depth it begins is the system's
                assert store.memory_file.read_bytes() == content

    def test_areas_are_in_order_of_their_names(self) -> None:
        read = ledger(canonical(memory(**{name: area(name=name) for name in ("b", "é", "a", "B")})))
        assert list(read.areas) == ["B", "a", "b", "é"]
        assert len(read.areas) == 4
        assert "a" in read.areas
        assert "c" not in read.areas

    def test_newest_500_reports_are_remembered(self) -> None:
        reports = {f"sha256:{number:064x}": f"2026-{number:06d}" for number in range(600)}
        kept = json.loads(memory_text(replace(Ledger(), created_at=NOW, updated_at=NOW, reports=reports)))["reports"]
        assert set(kept) == set(list(reports)[100:])

    def test_counts_have_a_limit_that_no_project_reaches(self) -> None:
        assert ledger(canonical(memory(auth=area(test_count=LARGEST_COUNT)))).areas["auth"].test_count == LARGEST_COUNT
        with pytest.raises(DamagedRecord, match="test_count"):
            ledger(canonical(memory(auth=area(test_count=LARGEST_COUNT + 1))))


class TestDelete:
    def test_removes_what_is_there_whatever_it_holds(self, project: Path) -> None:
        store = AreaStore(project / "state")
        store.folder.mkdir()
        store.memory_file.write_bytes(b"\xff damaged")
        assert store.forget() == [store.where]
        assert list(store.folder.iterdir()) == []

    def test_creates_nothing(self, project: Path) -> None:
        assert AreaStore(project / "state").forget() == []
        assert not (project / "state").exists()
