"""The action, the GitLab template and the recipes of docs/ci.md: their shell steps, run in real clones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.surfaces.git_checkouts import copied

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
TEMPLATE = yaml.safe_load((ROOT / "ci/hardwon.gitlab-ci.yml").read_text("utf-8"))[".hardwon"]
PAGE = (ROOT / "docs/ci.md").read_text("utf-8")

PASSES = """<testsuite><testcase file="tests/auth/test_it.py" name="t"/></testsuite>"""
FAILS = PASSES.replace("/></", "><failure/></testcase></")


@dataclass(frozen=True)
class Job:
    """A clone, as a CI makes it."""

    root: Path
    environment: dict[str, str]

    def script(self, *command: str, code: int = 0, **variables: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=self.root, env=self.environment, capture_output=True, text=True, check=True
        ).stdout.strip()


@dataclass(frozen=True)
class Hub:
    """A remote from which jobs are cloned."""

    path: Path
    environment: dict[str, str]

    def job(self, name: str, *options: str, detached: bool = False) -> Job:
        place = self.path.parent / name
        clone = ["git", "clone", "-q", *options, f"file://{self.path}", str(place)]
        subprocess.run(clone, env=self.environment, check=True, capture_output=True)
        job = Job(place, self.environment)
        if detached:
            job.git("checkout", "-q", "--detach")
        return job

    def tests(self, branch: str = "main") -> dict[str, int]:
        command = ["git", "--git-dir", str(self.path), "show", f"{branch}:.hardwon/memory.json"]
        shown = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        areas = json.loads(shown.stdout)["areas"] if shown.returncode == 0 else {}
        return {name: area["test_count"] for name, area in areas.items()}


@pytest.fixture
def hub(tmp_path: Path, tmp_path_factory: Any, environment: dict[str, str]) -> Hub:
    program = tmp_path / "bin/hardwon"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m hardwon "$@"\n')
    program.chmod(0o755)
    names = {f"GIT_{who}_{what}": "a@example.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    path = f"{program.parent}:{environment['PATH']}"
    found = Hub(tmp_path / "hub.git", environment | names | {"PATH": path, "GIT_CONFIG_NOSYSTEM": "1"})

    def make(path: Path) -> None:
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(path)], env=found.environment, check=True)
        first = Hub(path, found.environment).job("first-of-jobs")
        (first.root / "hardwon.yaml").write_text("areas: []\n")
        (first.root / ".gitignore").write_text("report.xml\nhardwon-summary.md\n")
        first.git("checkout", "-q", "-b", "main")
        first.git("add", "-A")
        first.git("commit", "-q", "-m", "first")
        first.git("push", "-q", "origin", "main")

    copied(tmp_path_factory.getbasetemp() / "hub.git", found.path, make)
    return found


def acted(job: Job, tmp_path: Path, *, env: dict[str, str] | None = None, **given: str) -> tuple[int, list[str]]:
    """The exit code of the action with these inputs, and the steps that ran: as GitHub carries it out."""
    inputs = {name: each["default"] for name, each in ACTION["inputs"].items()} | {"install": ""} | given
    outputs: dict[str, dict[str, str]] = {}
    ran, code = [], 0
    variables = {
        "GITHUB_REF_NAME": "main",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_EVENT_NAME": "push",
        "GITHUB_HEAD_REF": "",
    }
    variables |= {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"), "GITHUB_ACTIONS": "true", **(env or {})}

    def value(text: str) -> str:
        def expression(found: re.Match[str]) -> str:
            kind, name, *rest = found[1].strip().split(".")
            return inputs[name] if kind == "inputs" else outputs.get(name, {}).get(rest[-1], "")

        return re.sub(r"\$\{\{(.*?)\}\}", expression, text)

    for step in ACTION["runs"]["steps"]:
        condition = step.get("if", "")
        if condition != "always()":
            wanted = re.fullmatch(r"inputs\.(\w+) (==|!=) '(.*)'", condition)
            assert wanted, condition
            if code or (inputs[wanted[1]] == wanted[3]) != (wanted[2] == "=="):
                continue
        output = tmp_path / "output"
        output.write_text("")
        own = {name: value(text) for name, text in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=job.root / value(step.get("working-directory", ".")),
            env=job.environment | variables | own | {"GITHUB_OUTPUT": str(output)},
            capture_output=True,
            text=True,
            check=False,
        )
        ran.append(step["name"])
        code = code or done.returncode
        outputs[step.get("id", "")] = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return code, ran


def written(report: str) -> str:
    return f"printf '%s' '{report}' > report.xml"


def test_action_records_pushes_and_shows_what_was_learned(hub: Hub, tmp_path: Path) -> None:
    code, ran = acted(hub.job("one", "--depth=1"), tmp_path, run=written(PASSES), reports="*.xml", threshold="10")
    assert (code, ran) == (0, ["Run the tests", "Record", "Judge", "Push what was learned", "Gate"])
    assert hub.tests() == {"auth": 1}
    assert "## Memory: 0 tests failed, 1 area moved" in (tmp_path / "summary.md").read_text()


@pytest.mark.parametrize(
    ("run", "threshold", "code"), [(written(FAILS) + "; exit 5", "", 5), (written(PASSES), "90", 1)]
)
def test_action_pushes_before_it_fails_the_job(hub: Hub, tmp_path: Path, run: str, threshold: str, code: int) -> None:
    assert acted(hub.job("one"), tmp_path, run=run, reports="report.xml", threshold=threshold)[0] == code
    assert hub.tests() == {"auth": 1}


def test_action_keeps_memory_on_a_branch_of_its_own(hub: Hub, tmp_path: Path) -> None:
    for number in range(2):
        job = hub.job(f"job{number}", "--depth=1")
        with_comment = written(f"{PASSES}<!-- {number} -->")
        code, ran = acted(
            job,
            tmp_path,
            run=with_comment,
            reports="report.xml",
            branch="hardwon-memory",
            env={"HARDWON_STATE": f"build {number}"},
        )
        assert (code, ran[0]) == (0, "Restore")
    assert (hub.tests("hardwon-memory"), hub.tests()) == ({"auth": 2}, {})


@pytest.mark.parametrize("branch", ["", "hardwon-memory"])
def test_action_in_a_pull_request_gates_and_pushes_nothing(hub: Hub, tmp_path: Path, branch: str) -> None:
    request = {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_HEAD_REF": "feature", "GITHUB_REF_NAME": "7/merge"}
    job = hub.job("one", "--depth=1", detached=True)
    code, _ = acted(
        job, tmp_path, run=written(PASSES), reports="report.xml", threshold="10", branch=branch, env=request
    )
    assert code == 0
    assert hub.tests() == hub.tests("hardwon-memory") == {}


def test_inputs_are_data_to_the_action(hub: Hub, tmp_path: Path) -> None:
    """No expression stands in a script, where its value would be code."""
    assert [step["name"] for step in ACTION["runs"]["steps"] if "${{" in step["run"]] == []
    job = hub.job("one")
    acted(
        job,
        tmp_path,
        reports="$(touch${IFS}sprung) `touch sprung`",
        branch="x;touch${IFS}sprung",
        threshold="1;touch sprung",
    )
    assert not (job.root / "sprung").exists()


def template_run(job: Job, code: int = 0, **given: str) -> str:
    variables = TEMPLATE["variables"] | {"MEMORY_INSTALL": "", "CI_COMMIT_BRANCH": "main", "CI": "true"} | given
    script = "\n".join([*TEMPLATE["before_script"], *TEMPLATE["script"]])
    return job.script("bash", "-eo", "pipefail", "-c", script, code=code, **variables)


def test_gitlab_template_records_pushes_and_leaves_its_page(hub: Hub) -> None:
    job = hub.job("one", "--depth=1", detached=True)
    template_run(job, MEMORY_RUN=written(PASSES), MEMORY_THRESHOLD="10")
    assert hub.tests() == {"auth": 1}
    assert "## Memory: 0 tests failed" in (job.root / TEMPLATE["artifacts"]["paths"][0]).read_text()
    assert TEMPLATE["artifacts"]["reports"]["junit"] == TEMPLATE["variables"]["MEMORY_REPORTS"]


@pytest.mark.parametrize(
    ("run", "threshold", "code"), [(written(FAILS) + "; exit 5", "", 5), (written(PASSES), "90", 1)]
)
def test_gitlab_template_pushes_before_it_fails_the_job(hub: Hub, run: str, threshold: str, code: int) -> None:
    template_run(hub.job("one", detached=True), code, MEMORY_RUN=run, MEMORY_THRESHOLD=threshold)
    assert hub.tests() == {"auth": 1}


def test_gitlab_template_on_a_branch_of_its_own_and_in_a_merge_request(hub: Hub) -> None:
    template_run(hub.job("one", detached=True), MEMORY_RUN=written(PASSES), MEMORY_BRANCH="hardwon-memory")
    template_run(
        hub.job("two", detached=True),
        MEMORY_RUN=written(PASSES),
        MEMORY_BRANCH="hardwon-memory",
        CI_MERGE_REQUEST_IID="7",
        HARDWON_STATE="other",
    )
    assert (hub.tests("hardwon-memory"), hub.tests()) == ({"auth": 1}, {})


def test_gitlab_template_ingests_nothing_where_the_run_records_by_itself(hub: Hub) -> None:
    job = hub.job("one", detached=True)
    template_run(job, MEMORY_RUN="hardwon record auth --pass", MEMORY_REPORTS="", MEMORY_THRESHOLD="10")
    assert hub.tests() == {"auth": 1}


def test_gitlab_recipe_of_the_docs_runs_on_an_image_that_has_only_python(hub: Hub, tmp_path: Path) -> None:
    """pip stands for the network: it brings a pytest that was not there before."""
    image = tmp_path / "image"
    image.mkdir()
    (image / "hardwon").symlink_to(tmp_path / "bin/hardwon")
    pytest = f"#!/bin/sh\nprintf '%s' '{PASSES}' > \"${{1#--junitxml=}}\"\n"
    (image / "report-of-pytest").write_text(pytest)
    (image / "pip").write_text(
        '#!/bin/sh\ncase " $* " in *" . "*pytest*) cd "${0%/*}" && install report-of-pytest pytest\nesac\n'
    )
    (image / "pip").chmod(0o755)
    given = yaml.safe_load(blocks("yaml")["GitLab"])["tests"]["variables"]
    job = hub.job("one", "--depth=1", detached=True)
    template_run(job, code=1, **given, PATH=f"{image}:/usr/bin:/bin")
    assert hub.tests() == {"auth": 1}, "recorded; below the recipe's threshold, as a first run is"


def blocks(language: str) -> dict[str, str]:
    """Each block of docs/ci.md in a language, by the heading that it stands under."""
    found: dict[str, str] = {}
    for part in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            found[heading] = str(block)
    return found


@pytest.mark.parametrize("heading", blocks("sh"))
def test_shell_recipe_runs_as_it_stands_in_the_docs(hub: Hub, heading: str) -> None:
    job = hub.job("one", "--depth=1", detached=True)
    (job.root / "reports").mkdir()
    (job.root / "reports/junit.xml").write_text(PASSES)
    job.script("sh", "-ec", blocks("sh")[heading], CI_COMMIT_BRANCH="main")
    pushes = re.search(r"hardwon push(?: --branch (\S+))?", blocks("sh")[heading])
    if pushes:
        assert hub.tests(pushes[1] or "main") == {"auth": 1}


@pytest.mark.parametrize("heading", blocks("yaml"))
def test_workflow_of_the_docs_is_yaml_and_names_inputs_that_exist(heading: str) -> None:
    document: Any = yaml.safe_load(blocks("yaml")[heading])
    text = json.dumps(document)
    steps = [step for job in document.get("jobs", {}).values() for step in job["steps"]]
    for step in steps:
        if "hardwon" in step.get("uses", ""):
            assert set(step.get("with", {})) <= set(ACTION["inputs"])
    for name in re.findall(r"MEMORY_\w+", text):
        assert name in (*TEMPLATE["variables"], "MEMORY_TOKEN")
