"""The table of settings: names, defaults and bounds as documented, and errors that help."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.errors import SettingError
from hardwon.project.settings import BY_KEY, BY_NAME, SETTINGS, camel, named, snake, unknown

SHARE = (0, 1)

DOCUMENTED: dict[str, tuple[Any, type, tuple[float | None, float | None]]] = {
    "services.memory.enabled": (True, bool, (None, None)),
    "services.memory.provider": ("local", str, (None, None)),
    "services.memory.databaseUrl": (None, str, (None, None)),
    "services.memory.project": (None, str, (None, None)),
    "services.memory.refresh": (30.0, float, (0, 3600)),
    "services.memory.dir": (".hardwon/observations", str, (None, None)),
    "services.memory.minTrust": (0.3, float, SHARE),
    "services.memory.maxInjections": (3, int, (0, None)),
    "services.memory.curatorEnabled": (True, bool, (None, None)),
    "services.memory.curatorLockTimeout": (120_000, int, (1000, None)),
    "services.memory.trustConfirmDelta": (0.05, float, SHARE),
    "services.memory.trustContradictDelta": (0.10, float, SHARE),
    "services.memory.ablationEnabled": (True, bool, (None, None)),
    "services.memory.circuitBreakerEnabled": (True, bool, (None, None)),
    "services.memory.circuitBreakerWindowSize": (20, int, (5, None)),
    "services.memory.circuitBreakerBaselineSize": (3, int, (2, None)),
    "services.memory.circuitBreakerThreshold": (0.15, float, SHARE),
    "services.memory.injectIntoAssertions": (False, bool, (None, None)),
    "services.memory.staleAfterRuns": (0, int, (0, None)),
    "services.memory.maxContextCharacters": (4000, int, (200, None)),
    "services.memory.curator": ("rules", str, (None, None)),
    "services.memory.model": (None, str, (None, None)),
    "services.memory.modelUrl": (None, str, (None, None)),
    "services.memory.modelTokenBudget": (8000, int, (1, None)),
    "services.memory.modelTimeout": (120_000, int, (1000, 3_600_000)),
    "services.confidence.passWeight": (0.19, float, SHARE),
    "services.confidence.failPenalty": (0.30, float, SHARE),
    "services.confidence.retirementThreshold": (0.95, float, SHARE),
    "services.confidence.retirementTests": (15, int, (1, None)),
    "services.confidence.volatileThreshold": (0.75, float, SHARE),
    "services.confidence.stableThreshold": (0.95, float, SHARE),
    "services.confidence.repeatWindow": (3600, int, (0, None)),
    "services.confidence.breadth": (0.9, float, SHARE),
    "services.confidence.probeRetired": (0, int, (0, None)),
    "services.confidence.record": ("commit", str, (None, None)),
    "runs.kept": (200, int, (1, None)),
    "runs.keptMegabytes": (200, int, (1, None)),
    "runs.allowEnv": (None, str, (None, None)),
    "runs.allowCommand": (None, str, (None, None)),
    "runs.infrastructureThreshold": (0.8, float, SHARE),
    "reduction.stableShare": (0.5, float, SHARE),
    "reduction.probeShare": (0.1, float, SHARE),
}

by_key = pytest.mark.parametrize("key", DOCUMENTED)
numeric = pytest.mark.parametrize("key", [key for key, (_, kind, _) in DOCUMENTED.items() if kind in (int, float)])


def refusal(key: str, value: Any) -> str:
    with pytest.raises(SettingError) as caught:
        BY_KEY[key].check(value, "hardwon.yaml, line 3")
    return str(caught.value)


def test_the_table_holds_what_is_documented_and_nothing_else() -> None:
    assert {
        setting.key: (setting.default, setting.kind, (setting.low, setting.high)) for setting in SETTINGS
    } == DOCUMENTED


def test_names_and_variables_are_unique() -> None:
    """A bare name or a variable must mean one setting, and none of the variables that mean something else."""
    assert len(BY_NAME) == len(SETTINGS) == len({setting.variable for setting in SETTINGS})
    assert not {"HARDWON_PROJECT", "HARDWON_DEBUG", "HARDWON_MODEL_KEY"} & {setting.variable for setting in SETTINGS}


@by_key
def test_default_is_itself_allowed(key: str) -> None:
    setting = BY_KEY[key]
    assert setting.check(setting.default, "here") == setting.default


@by_key
def test_each_has_help_and_says_what_is_allowed(key: str) -> None:
    assert BY_KEY[key].help.endswith(".")
    assert BY_KEY[key].allowed


def test_variable_is_the_key_in_upper_snake_case() -> None:
    assert BY_NAME["minTrust"].variable == "HARDWON_MIN_TRUST"
    assert BY_NAME["circuitBreakerWindowSize"].variable == "HARDWON_CIRCUIT_BREAKER_WINDOW_SIZE"
    assert BY_NAME["dir"].variable == "HARDWON_DIR"


@numeric
def test_bounds_are_allowed_and_what_lies_beyond_is_refused(key: str) -> None:
    setting = BY_KEY[key]
    _, kind, (low, high) = DOCUMENTED[key]
    step = 1 if kind is int else 1e-9
    assert low is not None
    assert setting.check(kind(low), "here") == low
    assert key in refusal(key, kind(low) - step)
    if high is not None:
        assert setting.check(kind(high), "here") == high
        assert key in refusal(key, kind(high) + step)


@numeric
@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, 10**400, True, "0.5", None, [], {}], ids=lambda value: str(value)[:9]
)
def test_no_number_at_all_is_refused(key: str, value: Any) -> None:
    assert key in refusal(key, value)


@pytest.mark.parametrize("key", [key for key, (_, kind, _) in DOCUMENTED.items() if kind is int])
def test_integer_is_not_taken_from_a_fraction(key: str) -> None:
    assert "an integer" in refusal(key, 2000.0)


@pytest.mark.parametrize("key", [key for key, (_, kind, _) in DOCUMENTED.items() if kind is bool])
@pytest.mark.parametrize("value", [0, 1, "true", None, "yes"])
def test_switch_takes_only_true_and_false(key: str, value: Any) -> None:
    assert "true or false" in refusal(key, value)


def test_whole_number_is_fine_where_a_number_is_asked_for() -> None:
    value = BY_NAME["minTrust"].check(1, "here")
    assert value == 1.0
    assert isinstance(value, float)


def test_refusal_names_place_key_value_what_is_allowed_and_the_default() -> None:
    text = refusal("services.memory.minTrust", 1.5)
    assert text == (
        "hardwon.yaml, line 3: services.memory.minTrust is 1.5, but must be a number from 0 to 1. The default is 0.3."
    )


def test_provider_is_one_of_those_that_are_there() -> None:
    assert "must be `local` or `postgres`" in refusal("services.memory.provider", "mysql")


def test_secret_is_not_shown_where_it_is_refused() -> None:
    assert "hunter2" not in refusal("services.memory.databaseUrl", ["hunter2"])


@pytest.mark.parametrize("value", ["", "   ", 3])
def test_folder_must_be_named(value: Any) -> None:
    assert "non-empty text" in refusal("services.memory.dir", value)


def test_huge_or_hostile_value_is_shown_short_and_visible() -> None:
    text = refusal("services.memory.minTrust", "\x1b[31m" + "x" * 100_000)
    assert len(text) < 400
    assert "\x1b" not in text


class TestFromText:
    """Flags and environment variables give text."""

    @pytest.mark.parametrize("text", ["true", "TRUE", "1", "yes", "on", " true "])
    def test_true(self, text: str) -> None:
        assert BY_NAME["enabled"].parse(text, "here") is True

    @pytest.mark.parametrize("text", ["false", "False", "0", "no", "off"])
    def test_false(self, text: str) -> None:
        assert BY_NAME["enabled"].parse(text, "here") is False

    @pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("1", 1.0), ("5e-1", 0.5), (" .25 ", 0.25), ("+1", 1.0)])
    def test_number(self, text: str, value: float) -> None:
        assert BY_NAME["minTrust"].parse(text, "here") == value

    @pytest.mark.parametrize(
        "text", ["", "nan", "inf", "1e999", "0,5", "half", "1.2.3", "0x1", "1_0", "\u0660", "-0.1", "2"]
    )
    def test_no_share(self, text: str) -> None:
        with pytest.raises(SettingError, match="minTrust"):
            BY_NAME["minTrust"].parse(text, "here")

    @pytest.mark.parametrize("text", ["3.0", "1e3", "", "-1", "three", "9" * 5000])
    def test_no_integer(self, text: str) -> None:
        with pytest.raises(SettingError, match="maxInjections"):
            BY_NAME["maxInjections"].parse(text, "here")

    def test_empty_text_takes_an_optional_setting_back(self) -> None:
        assert BY_NAME["model"].parse("", "here") is None
        assert BY_NAME["model"].parse("openai:gpt", "here") == "openai:gpt"

    @given(st.sampled_from(SETTINGS), st.text(max_size=40))
    def test_any_text_gives_an_allowed_value_or_a_setting_error(self, setting: Any, text: str) -> None:
        try:
            value = setting.parse(text, "here")
        except SettingError:
            return
        assert setting.check(value, "here") == value


class TestNames:
    @by_key
    def test_key_is_found_in_both_spellings_and_by_its_last_part(self, key: str) -> None:
        setting = BY_KEY[key]
        dotted = ".".join(snake(part) for part in key.split("."))
        for name in (key, dotted, setting.name, snake(setting.name)):
            assert named(name, "here") is setting

    @by_key
    def test_spellings_translate_both_ways(self, key: str) -> None:
        assert camel(snake(BY_KEY[key].name)) == BY_KEY[key].name

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("minTrsut", "minTrust"),
            ("min_trsut", "minTrust"),
            ("MINTRUST", "minTrust"),
            ("maxInjection", "maxInjections"),
            ("curatorTimeout", "curatorLockTimeout"),
        ],
    )
    def test_near_miss_is_told_what_was_probably_meant(self, typed: str, meant: str) -> None:
        assert f"Did you mean {meant!r}?" in str(unknown(typed, list(BY_NAME), "here"))

    def test_far_miss_is_told_what_there_is(self) -> None:
        text = str(unknown("zzz", ["kept", "infrastructureThreshold"], "here"))
        assert "'zzz'" in text
        assert "kept, infrastructureThreshold" in text

    def test_unknown_name_is_an_error(self) -> None:
        with pytest.raises(SettingError, match="unknown key 'nope'"):
            named("nope", "--set nope=1")

    def test_hostile_name_is_shown_short_and_visible(self) -> None:
        text = str(unknown("\x1b]0;x\x07" * 10_000, ["kept"], "here"))
        assert len(text) < 400
        assert "\x1b" not in text
