"""The user's own file, and what it, a flag or a variable can grant while a file of the repository cannot."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from hardwon.errors import NotGranted, SettingError
from hardwon.project import grants
from hardwon.project.config import Config, load
from hardwon.project.config_files import place_of_user
from hardwon.project.grants import GivenValue
from hardwon.project.root import Project
from hardwon.project.settings import BY_KEY

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli

DIR = "services.memory.dir"
DIR_YAML = "services: {{memory: {{dir: {}}}}}\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "hardwon" / "config.yaml"
    path.parent.mkdir(parents=True)
    return path


def config(project: Path, own: Path, **given: Any) -> Config:
    environ = {"XDG_CONFIG_HOME": str(own.parents[1])} | given.pop("environ", {})
    return load(Project(project), environ=environ, **given)


class TestOwnFile:
    def test_lies_below_the_projects_file_and_above_the_default(self, project: Path, own: Path) -> None:
        own.write_text("runs: {kept: 7, keptMegabytes: 70}\n")
        (project / "hardwon.yaml").write_text("runs: {kept: 8}\n")
        found = config(project, own)
        assert (found.values["runs.kept"], found.sources["runs.kept"]) == (8, "hardwon.yaml")
        assert (found.values["runs.keptMegabytes"], found.sources["runs.keptMegabytes"]) == (70, str(own))
        assert found.values["services.memory.minTrust"] == 0.3
        assert found.own_file == own

    def test_environment_and_flag_beat_it(self, project: Path, own: Path) -> None:
        own.write_text("runs: {kept: 7}\n")
        assert config(project, own, environ={"HARDWON_KEPT": "8"}).values["runs.kept"] == 8
        assert config(project, own, environ={"HARDWON_KEPT": "8"}, flags=["kept=9"]).values["runs.kept"] == 9

    def test_granted_says_what_the_user_gave(self, project: Path, own: Path) -> None:
        own.write_text("runs: {kept: 7}\nservices: {memory: {minTrust: 0.4}}\n")
        (project / "hardwon.yaml").write_text("runs: {kept: 8}\n")
        found = config(project, own, environ={"HARDWON_MAX_INJECTIONS": "2"}, flags=["curator=rules"])
        wanted = {"minTrust", "maxInjections", "curator"}
        assert {f"services.memory.{name}" for name in wanted} == found.granted - {"tests"}

    def test_lists_and_targets(self, project: Path, own: Path) -> None:
        own.write_text(
            "areas: [{area: a}]\ntests: [mine.json]\ntargets: {dev: {url: 'http://a'}, mine: {url: 'http://m'}}\n"
        )
        found = config(project, own)
        assert ([rule.area for rule in found.rules], found.tests, "tests" in found.granted) == (
            ["a"],
            ("mine.json",),
            True,
        )
        (project / "hardwon.yaml").write_text(
            "areas: [{area: b}]\ntests: [t.yaml]\ntargets: {dev: {product: p, url: 'http://b'}, x: {url: 'http://x'}}\n"
        )
        found = config(project, own)
        assert ([rule.area for rule in found.rules], found.tests, "tests" in found.granted) == (
            ["b"],
            ("t.yaml",),
            False,
        )
        urls = {"dev": "http://a", "x": "http://x", "mine": "http://m"}
        assert {name: target.url for name, target in found.targets.items()} == urls
        assert (found.targets["dev"].product, found.overruled["dev"].url) == ("p", "http://b")
        assert [name for name in urls if found.is_own_target(name)] == ["dev", "mine"]

    def test_errors_name_the_file_and_line(self, project: Path, own: Path) -> None:
        own.write_text("runs:\n  kpet: 7\n")
        with pytest.raises(SettingError, match="Did you mean 'kept'") as caught:
            config(project, own)
        assert str(caught.value).startswith(f"{own}, line 2, runs.kpet")

    def test_doctor_names_the_file(self, cli: Cli, own: Path) -> None:
        own.write_text("runs:\n  kpet: 7\n")
        ended = cli("doctor", "--json", env={"XDG_CONFIG_HOME": str(own.parents[1])})
        assert [finding["path"] for finding in ended.document["findings"]] == [str(own)]

    def test_link_as_dotfile_managers_make_it_is_read(self, project: Path, own: Path, tmp_path: Path) -> None:
        (tmp_path / "dotfiles.yaml").write_text("runs: {kept: 7}\n")
        own.symlink_to(tmp_path / "dotfiles.yaml")
        assert config(project, own).values["runs.kept"] == 7

    @pytest.mark.parametrize(
        ("environ", "place"),
        [
            ({"XDG_CONFIG_HOME": "/x", "HOME": "/h"}, "/x/hardwon/config.yaml"),
            ({"HOME": "/h"}, "/h/.config/hardwon/config.yaml"),
            ({"XDG_CONFIG_HOME": "", "HOME": "/h"}, "/h/.config/hardwon/config.yaml"),
            ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/hardwon/config.yaml"),
            ({"XDG_CONFIG_HOME": "relative", "HOME": "also"}, "None"),
            ({}, "None"),
        ],
    )
    def test_place(self, environ: dict[str, str], place: str) -> None:
        """A relative folder would be one of the clone."""
        assert str(place_of_user(environ)) == place

    @pytest.mark.parametrize("home", ["/dev/null", "/does/not/exist"])
    def test_home_that_is_none_means_no_file(self, project: Path, home: str) -> None:
        assert load(Project(project), environ={"HOME": home}).own_file is None

    def test_command_shows_it(self, cli: Cli, own: Path) -> None:
        own.write_text("runs: {kept: 7}\n")
        env = {"XDG_CONFIG_HOME": str(own.parents[1])}
        document = cli("config", "--json", env=env).document
        assert {"key": "runs.kept", "value": 7, "source": str(own)} in document["settings"]
        assert document["own_file"] == str(own)
        assert f"Your own: {own}" in cli("config", env=env).stdout


LEADS_OUT = ["../out", "/srv/out", "a/../../out", "link", "link/deeper", "loop", ".."]
STAYS = [".hardwon/observations", "docs/memory", "./docs", "a/../docs", ".", "inner"]


def laid(project: Path) -> None:
    (project / "link").symlink_to(project.parent)
    (project / "loop").symlink_to("loop")
    (project / "docs").mkdir()
    (project / "inner").symlink_to("docs")


@pytest.mark.parametrize("folder", LEADS_OUT)
@pytest.mark.parametrize("file", ["hardwon.yaml", "pyproject.toml"])
def test_folder_outside_is_refused_from_the_repository(project: Path, own: Path, folder: str, file: str) -> None:
    laid(project)
    toml = f"[tool.hardwon.services.memory]\ndir = {json.dumps(folder)}\n"
    (project / file).write_text(toml if file.endswith("toml") else DIR_YAML.format(json.dumps(folder)))
    with pytest.raises(NotGranted) as caught:
        config(project, own)
    message = str(caught.value)
    assert message.startswith(file)
    for way in (f"--set dir={folder}", "HARDWON_DIR", str(own)):
        assert way in message


@pytest.mark.parametrize("folder", STAYS)
def test_folder_inside_needs_no_grant(project: Path, own: Path, folder: str) -> None:
    laid(project)
    (project / "hardwon.yaml").write_text(DIR_YAML.format(json.dumps(folder)))
    found = config(project, own)
    assert (found.values[DIR], DIR in found.granted) == (folder, False)


def test_root_behind_a_link_is_fine(project: Path, own: Path) -> None:
    (project.parent / "linked").symlink_to(project)
    (project / "hardwon.yaml").write_text(DIR_YAML.format("docs"))
    assert config(project.parent / "linked", own).values[DIR] == "docs"


@pytest.mark.parametrize("asked", ["", "../theirs"])
def test_each_way_to_grant(project: Path, own: Path, asked: str) -> None:
    """What the user said counts, whatever the repository asks for."""
    if asked:
        (project / "hardwon.yaml").write_text(DIR_YAML.format(asked))
    for given in ({"flags": ["dir=/srv/out"]}, {"environ": {"HARDWON_DIR": "/srv/out"}}):
        found = config(project, own, **given)
        assert (found.values[DIR], DIR in found.granted) == ("/srv/out", True)
    own.write_text(DIR_YAML.format("/srv/out"))
    found = config(project, own)
    assert (found.values[DIR], found.sources[DIR], DIR in found.granted) == ("/srv/out", str(own), True)
    assert str(found.observations_folder(Project(project))) == "/srv/out"


def test_folder_in_the_own_file_is_relative_to_it(project: Path, own: Path) -> None:
    own.write_text(DIR_YAML.format("shared"))
    assert config(project, own).observations_folder(Project(project)) == own.parent / "shared"


def test_setting_that_is_a_grant_altogether(project: Path) -> None:
    setting = replace(BY_KEY["services.memory.modelUrl"], grant="always")
    asked = GivenValue(setting=setting, value="http://evil", source="hardwon.yaml", spot="hardwon.yaml, line 3")
    said = GivenValue(setting=setting, value="http://mine", source="flag --set")
    with pytest.raises(NotGranted, match=r"hardwon.yaml, line 3: .*http://evil.* is a grant"):
        grants.permitted({setting.key: asked}, {}, project, {})
    assert grants.permitted({setting.key: asked}, {setting.key: said}, project, {}) == {}


def test_command_that_grants_works_as_it_is_shown(cli: Cli, project: Path) -> None:
    (project / "hardwon.yaml").write_text(DIR_YAML.format("'../their notes; rm -rf x'"))
    add = ("observations", "add", "--product", "shop", "--title", "Cart: empty", "--content", "The cart is empty now.")
    ended = cli(*add)
    assert ended.code == 3
    assert "[not-granted]" in ended.stderr
    assert not (project.parent / "their notes; rm -rf x").exists()
    shown = ended.stderr.partition("`")[2].partition("`")[0]
    assert cli(*add, *shlex.split(shown)).code == 0
    assert (project.parent / "their notes; rm -rf x" / "products" / "shop").is_dir()


class TestScenarios:
    """`tests` of the repository may not name scenarios outside; who runs them by hand may."""

    @pytest.fixture(autouse=True)
    def _outside(self, project: Path) -> None:
        (project.parent / "outside.json").write_text('[{"db_password_name": "x"}]')
        (project / "link.json").symlink_to("../outside.json")

    @pytest.mark.parametrize("name", ["../outside.json", "link.json"])
    def test_from_the_repository_they_are_refused_unread(self, cli: Cli, project: Path, name: str) -> None:
        (project / "hardwon.yaml").write_text(f"tests: [{name}]\n")
        ended = cli("run", "--target", "http://127.0.0.1:9")
        assert (ended.code, "[not-granted]" in ended.stderr) == (3, True)
        assert "scenarios[0]" not in ended.stderr
        granting = shlex.split(ended.stderr.partition("`hardwon ")[2].partition("`")[0])
        assert granting == ["run", str(project.parent / "outside.json")]
        assert "[bad-scenario]" in cli(*granting, "--target", "http://127.0.0.1:9").stderr, "granted, it is read"

    def test_by_hand_the_file_itself_is_read(self, cli: Cli) -> None:
        ended = cli("run", "../outside.json", "--target", "http://127.0.0.1:9")
        assert (ended.code, "[bad-scenario]" in ended.stderr) == (3, True)

    def test_by_hand_a_link_of_the_project_is_not_followed_out(self, cli: Cli) -> None:
        ended = cli("run", "link.json", "--target", "http://127.0.0.1:9")
        assert (ended.code, "Name the file itself" in ended.stderr) == (3, True)

    def test_own_file_grants(self, cli: Cli, own: Path) -> None:
        own.write_text("tests: [../outside.json]\n")
        ended = cli("run", "--target", "http://127.0.0.1:9", env={"XDG_CONFIG_HOME": str(own.parents[1])})
        assert "[bad-scenario]" in ended.stderr


@pytest.mark.parametrize("name", ["hardwon.yaml", "pyproject.toml"])
def test_configuration_that_is_a_link_out_is_refused_unread(call: Cli, project: Path, name: str) -> None:
    content = "[tool.hardwon]\ntoken_name = 1\n" if name.endswith("toml") else "token_name: x\n"
    (project.parent / "outside").write_text(content)
    (project / name).symlink_to("../outside")
    ended = call("status")
    assert (ended.code, "leads out of the project" in ended.stderr) == (3, True)
    assert "token_name" not in ended.stderr
