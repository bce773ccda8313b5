"""Configuration: flag > environment > file > default, and errors that name the place and what is allowed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.rules import Rule
from hardwon.errors import HardwonError, SettingError
from hardwon.project.config import Config, load
from hardwon.project.config_files import LARGEST_FILE
from hardwon.project.root import Project
from hardwon.project.settings import HIDDEN, SETTINGS, Setting, snake

if TYPE_CHECKING:
    from pathlib import Path

every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
every_setting_of_files = pytest.mark.parametrize(
    "setting", [each for each in SETTINGS if each.grant != "always"], ids=lambda setting: setting.key
)


def other_values(setting: Setting) -> list[Any]:
    """Three allowed values, none of them the default, so that it shows which one won."""
    if setting.kind is bool:
        return [not setting.default] * 3
    if setting.choices:
        return [next(choice for choice in reversed(setting.choices))] * 3
    if setting.kind is str:
        return ["one", "two", "three"]
    if setting.kind is int:
        return [int(setting.low or 0) + 5000 + step for step in range(3)]
    return [0.111, 0.222, 0.333]


def as_text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def yaml_of(key: str, value: Any) -> str:
    for part in reversed(key.split(".")):
        value = {part: value}
    return json.dumps(value)


def config(project: Path, *, yaml: str | None = None, toml: str | None = None, **sources: Any) -> Config:
    if yaml is not None:
        (project / "hardwon.yaml").write_text(yaml, "utf-8")
    if toml is not None:
        (project / "pyproject.toml").write_text(toml, "utf-8")
    return load(Project(project), **({"environ": {}} | sources))


def refusal(project: Path, **given_: Any) -> str:
    with pytest.raises(SettingError) as caught:
        config(project, **given_)
    return str(caught.value)


def _value(found: Config, setting: Setting) -> object:
    """Where the value of a setting is; of a secret `values` only says that there is one."""
    if setting.secret:
        assert found.values[setting.key] == HIDDEN
        return found.secrets[setting.key]
    return found.values[setting.key]


class TestPrecedence:
    @every_setting
    def test_default(self, project: Path, setting: Setting) -> None:
        found = config(project)
        assert (found.values[setting.key], found.sources[setting.key]) == (setting.default, "default")

    @every_setting_of_files
    def test_file_beats_default_in_both_spellings(self, project: Path, setting: Setting) -> None:
        value = other_values(setting)[0]
        for key in (setting.key, ".".join(snake(part) for part in setting.key.split("."))):
            found = config(project, yaml=yaml_of(key, value))
            assert (found.values[setting.key], found.sources[setting.key]) == (value, "hardwon.yaml")

    @every_setting_of_files
    def test_toml_file_beats_default(self, project: Path, setting: Setting) -> None:
        value = other_values(setting)[0]
        section, _, name = f"tool.hardwon.{setting.key}".rpartition(".")
        found = config(project, toml=f"[{section}]\n{name} = {json.dumps(value)}\n")
        assert (found.values[setting.key], found.sources[setting.key]) == (value, "pyproject.toml")

    @every_setting
    def test_environment_beats_file_and_flag_beats_both(self, project: Path, setting: Setting) -> None:
        in_file, in_environment, in_flag = other_values(setting)
        (project / "hardwon.yaml").write_text(yaml_of(setting.key, in_file))
        environ = {setting.variable: as_text(in_environment)}
        found = config(project, environ=environ)
        assert _value(found, setting) == in_environment
        assert found.sources[setting.key] == f"environment variable {setting.variable}"
        for name in (setting.key, setting.name, snake(setting.name)):
            found = config(project, environ=environ, flags=[f"{name}={as_text(in_flag)}"])
            assert (_value(found, setting), found.sources[setting.key]) == (in_flag, "flag --set")

    @every_setting_of_files
    def test_other_settings_are_left_alone(self, project: Path, setting: Setting) -> None:
        found = config(project, yaml=yaml_of(setting.key, other_values(setting)[0]))
        changed = {key for key, source in found.sources.items() if source != "default"}
        assert changed == {setting.key}

    def test_wrong_value_in_a_beaten_source_is_still_an_error(self, project: Path) -> None:
        assert "minTrust is 7" in refusal(project, yaml=yaml_of("services.memory.minTrust", 7), flags=["minTrust=0.5"])

    @pytest.mark.parametrize("text", ["1.5", "", "high"])
    def test_wrong_variable_is_named(self, project: Path, text: str) -> None:
        message = refusal(project, environ={"HARDWON_MIN_TRUST": text})
        assert "HARDWON_MIN_TRUST" in message
        assert "from 0 to 1" in message

    @pytest.mark.parametrize(
        ("flag", "says"), [("minTrust", "no value"), ("minTrsut=1", "Did you mean 'minTrust'"), ("=1", "unknown key")]
    )
    def test_wrong_flag_is_named(self, project: Path, flag: str, says: str) -> None:
        message = refusal(project, flags=[flag])
        assert f"--set {flag}" in message
        assert says in message

    def test_constants_reach_the_formula(self, project: Path) -> None:
        scoring = config(project, flags=["passWeight=0.5", "retirementTests=3", "volatile_threshold=0.1"]).scoring
        assert (scoring.pass_weight, scoring.retirement_tests, scoring.volatile_threshold) == (0.5, 3, 0.1)
        assert scoring.fail_penalty == 0.30

    def test_lock_timeout_is_in_seconds(self, project: Path) -> None:
        assert config(project, flags=["curatorLockTimeout=1500"]).lock_timeout == 1.5


class TestFiles:
    def test_no_file_means_defaults(self, project: Path) -> None:
        assert config(project).file is None

    @pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "---\n", "services:\n", "services: {memory: }\n"])
    def test_empty_file_and_empty_sections_mean_defaults(self, project: Path, text: str) -> None:
        assert set(config(project, yaml=text).sources.values()) == {"default"}

    def test_two_files_are_an_error(self, project: Path) -> None:
        message = refusal(project, yaml="runs: {kept: 5}", toml="[tool.hardwon.runs]\nkept = 6\n")
        assert "hardwon.yaml" in message
        assert "pyproject.toml" in message

    def test_pyproject_of_other_tools_does_not_count(self, project: Path) -> None:
        found = config(project, yaml="runs: {kept: 5}", toml='[project]\nname = "x"\ndependencies = ["hardwon"]\n')
        assert found.values["runs.kept"] == 5

    @pytest.mark.parametrize(
        "text",
        ["[tool.hardwon]\nruns = ", "[tool.hardwon\n", "[tool.hardwon.runs]\nkept = 5\nkept = 6\n", "[[tool.hardwon"],
    )
    def test_broken_pyproject_that_configures_hardwon_is_an_error_not_the_defaults(
        self, project: Path, text: str
    ) -> None:
        message = refusal(project, toml=text)
        assert "pyproject.toml" in message
        assert "line" in message or "end of document" in message

    def test_pyproject_that_is_not_utf_8_is_an_error(self, project: Path) -> None:
        (project / "pyproject.toml").write_bytes(b'[tool.hardwon]\nx = "\xff"\n')
        assert "pyproject.toml is not UTF-8" in refusal(project)

    @pytest.mark.parametrize("text", ["[project\nname = 'hardwon'", "# hardwon\n\x00"])
    def test_broken_pyproject_that_only_mentions_hardwon_is_not_ours_to_judge(self, project: Path, text: str) -> None:
        assert config(project, toml=text).file is None

    @pytest.mark.parametrize("value", ["3", '"text"', "[1]", "1979-05-27", "inf", "1" * 400], ids=lambda text: text[:9])
    def test_toml_value_of_the_wrong_kind_is_an_error(self, project: Path, value: str) -> None:
        assert "pyproject.toml" in refusal(project, toml=f"[tool]\nhardwon = {value}\n")
        assert "pyproject.toml" in refusal(project, toml=f"[tool.hardwon.services.memory]\nenabled = {value}\n")

    def test_toml_number_that_python_does_not_read_is_an_error(self, project: Path) -> None:
        assert "pyproject.toml" in refusal(project, toml="[tool.hardwon.runs]\nkept = " + "1" * 5000)

    @pytest.mark.parametrize(
        "raw",
        [b"runs: {kept: 5}\r\n", b"\xef\xbb\xbfruns: {kept: 5}\n", b"runs:\r\n  kept: 5\r\n"],
        ids=["crlf", "byte order mark", "crlf block"],
    )
    def test_files_from_other_systems_are_read(self, project: Path, raw: bytes) -> None:
        (project / "hardwon.yaml").write_bytes(raw)
        assert config(project).values["runs.kept"] == 5

    def test_file_that_is_not_utf_8_is_refused(self, project: Path) -> None:
        (project / "hardwon.yaml").write_bytes(b"runs: {kept: 5} # \xff\n")
        assert refusal(project).startswith("hardwon.yaml is not UTF-8 (byte 18)")

    def test_huge_file_is_refused(self, project: Path) -> None:
        assert f"larger than {LARGEST_FILE} bytes" in refusal(project, yaml="#" * (LARGEST_FILE + 1))

    def test_folder_in_place_of_the_file_is_refused(self, project: Path) -> None:
        (project / "hardwon.yaml").mkdir()
        assert "cannot be read" in refusal(project)


class TestErrors:
    """Each names the file, the line and the key."""

    @pytest.mark.parametrize(
        ("text", "place", "says"),
        [
            ("runs:\n  kept: 0\n", "line 2: runs.kept", "runs.kept is 0, but must be an integer >= 1"),
            ("runs:\n  kept: 5.0\n", "line 2: runs.kept", "is 5.0"),
            ("runs:\n  kept: many\n", "line 2: runs.kept", "is 'many'"),
            ("runs:\n  kept:\n", "line 2: runs.kept", "is none"),
            ("runs:\n  kept: [5]\n", "line 2: runs.kept", "is a list"),
            ("runs:\n  kept: {a: 1}\n", "line 2: runs.kept", "is a dict"),
            ("services:\n  memory:\n    enabled: yes\n", "line 3: services.memory.enabled", "true or false"),
            ("runs:\n  kpet: 5\n", "line 2, runs.kpet", "Did you mean 'kept'?"),
            ("servces:\n  memory: {}\n", "line 1, servces", "Did you mean 'services'?"),
            ("services:\n  memroy: {}\n", "line 2, services.memroy", "Did you mean 'memory'?"),
            ("services:\n  memory:\n    min_trsut: 1\n", "line 3", "Did you mean 'minTrust'?"),
            ("zzz: 1\n", "line 1, zzz", "Known here:"),
            ("runs: 5\n", "line 1, runs", "must hold keys and values"),
            ("- a\n", "line 1", "must hold keys and values"),
            ("just text\n", "line 1", "must hold keys and values"),
            ("runs:\n  kept: 5\n  kept: 6\n", "line 3", "'kept' is given twice"),
            ("services:\n  memory:\n    minTrust: 0.1\n    min_trust: 0.2\n", "line 4", "given twice"),
            ("a:\n\t- b\n", "line 2", "tab"),
            ("areas:\n  auth: {}\n", "line 1, areas", "must be a list"),
            ("areas:\n  - auth\n", "line 2, areas[0]", "must hold keys and values"),
            ("areas:\n  - tests: [x]\n", "line 2, areas[0]", "area must be a name"),
            ("areas:\n  - area: auth\n    test: [x]\n", "line 3, areas[0].test", "Did you mean 'tests'?"),
            ("areas:\n  - area: ' auth'\n", "line 2, areas[0].area", "area must be a name"),
            ("areas:\n  - area: true\n", "line 2, areas[0].area", "area must be a name"),
            ("areas:\n  - area: 1.10\n", "line 2, areas[0].area", "quotes"),
            ("areas:\n  - area: 007\n", "line 2, areas[0].area", "quotes"),
            ('areas:\n  - area: "a\\u202eb"\n', "line 2, areas[0].area", "area must be a name"),
            (f"areas:\n  - area: {'x' * 201}\n", "line 2, areas[0].area", "at most 200"),
            ("areas:\n  - area: a\n    tests: {x: y}\n", "line 3, areas[0].tests", "list of non-empty texts"),
            ("areas:\n  - area: a\n    tests: [1]\n", "line 3, areas[0].tests", "list of non-empty texts"),
            ("areas:\n  - area: a\n    paths: ['']\n", "line 3, areas[0].paths", "list of non-empty texts"),
            ("areas:\n  - area: a\n    tests: ['re:(']\n", "line 3, areas[0].tests", "not a regular expression"),
            ("areas:\n  - area: a\n    paths: [/etc]\n", "line 3, areas[0].paths", "inside the project"),
            ("areas:\n  - area: a\n    paths: [x/../../y]\n", "line 3, areas[0].paths", "inside the project"),
            ("areas:\n  - area: a\n    paths: ['src\\x']\n", "line 3, areas[0].paths", "forward slashes"),
            ("areas:\n  - area: a\n    paths: [~/x]\n", "line 3, areas[0].paths", "inside the project"),
            ("areas:\n  - area: a\n    exclude: [/gen/**]\n", "line 3, areas[0].exclude", "inside the project"),
            ("areas:\n  - area: a\n    paths: ['{1..99999}']\n", "line 3, areas[0].paths", "too many"),
            ("areas:\n  - area: a\n    tests: ['{1..99999}']\n", "line 3, areas[0].tests", "too many"),
            ("areas:\n  - area: a\n    exclude: ['{1..99999}']\n", "line 3, areas[0].exclude", "too many"),
            ("targets: [a]\n", "line 1, targets", "must hold keys and values"),
            ("targets:\n  dev: {urll: x}\n", "line 2, targets.dev.urll", "Did you mean 'url'?"),
            ("targets:\n  dev: {url: 5}\n", "line 2, targets.dev.url", "non-empty text"),
            ("tests: {a: b}\n", "line 1, tests", "list of non-empty texts"),
        ],
    )
    def test_place_and_reason(self, project: Path, text: str, place: str, says: str) -> None:
        message = refusal(project, yaml=text)
        assert message.startswith(f"hardwon.yaml, {place}"), message
        assert says in message

    def test_alias_bomb(self, project: Path) -> None:
        levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
        assert "hardwon.yaml, line" in refusal(project, yaml="\n".join(levels))

    def test_deep_nesting(self, project: Path) -> None:
        assert "nested deeper" in refusal(project, yaml="runs: " + "[" * 300_000)

    def test_hostile_key_and_value_are_shown_short_and_visible(self, project: Path) -> None:
        long = "x" * 90_000
        for text in ('"\\e[31mx": 1', 'runs: {kept: "\\e[31m"}', f"{long}: 1", f"runs: {{kept: {long}}}"):
            message = refusal(project, yaml=text)
            assert len(message) < 1500
            assert "\x1b" not in message


class TestContent:
    def test_rules_keep_their_order_and_take_one_text_for_a_list(self, project: Path) -> None:
        text = "areas:\n- {area: b, tests: 'x/**', paths: [src/b], exclude: '*.md'}\n- {area: a}\n- area: '007'\n"
        assert config(project, yaml=text).rules == (
            Rule(area="b", tests=("x/**",), paths=("src/b",), exclude=("*.md",)),
            Rule(area="a"),
            Rule(area="007"),
        )

    def test_rules_in_toml(self, project: Path) -> None:
        found = config(project, toml='[[tool.hardwon.areas]]\narea = "auth"\npaths = ["src/auth/**"]\n')
        assert found.rules == (Rule(area="auth", paths=("src/auth/**",)),)

    def test_targets_and_tests(self, project: Path) -> None:
        found = config(project, yaml="targets: {dev: {product: shop, url: 'http://x'}}\ntests: [a.yaml]\n")
        assert (found.targets["dev"].product, found.targets["dev"].url) == ("shop", "http://x")
        assert found.tests == ("a.yaml",)


def check_only_our_errors(project: Path) -> None:
    try:
        found = load(Project(project), environ={})
    except HardwonError as error:
        assert str(error)  # noqa: PT017 - any of our errors will do, but it has to say something
        return
    for setting in SETTINGS:
        assert setting.check(found.values[setting.key], "here") == found.values[setting.key]


keys = st.sampled_from(
    [
        *("services", "memory", "confidence", "runs", "kept", "minTrust", "min_trust"),
        *("areas", "area", "tests", "paths", "exclude", "targets", "dev", "url", "", "a.b", "<<", "\x1b"),
    ]
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just("re:("))
nested = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4))


@given(st.binary(max_size=300))
def test_any_bytes_as_yaml_are_read_or_refused(project: Path, raw: bytes) -> None:
    (project / "hardwon.yaml").write_bytes(raw)
    check_only_our_errors(project)


@given(st.dictionaries(keys, nested, max_size=4))
def test_any_structure_as_yaml_is_read_or_refused(project: Path, data: dict[str, Any]) -> None:
    (project / "hardwon.yaml").write_text(json.dumps(data), "utf-8")
    check_only_our_errors(project)


@given(st.text(max_size=200))
def test_any_text_as_toml_is_read_or_refused(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_bytes(b"[tool.hardwon]\n" + text.encode("utf-8", "replace"))
    check_only_our_errors(project)


@given(st.dictionaries(st.sampled_from([setting.variable for setting in SETTINGS]), st.text(max_size=20)))
def test_any_environment_is_read_or_refused(project: Path, environ: dict[str, str]) -> None:
    try:
        load(Project(project), environ=environ)
    except SettingError as error:
        assert any(name in str(error) for name in environ)  # noqa: PT017 - it is one of several, whichever comes first
