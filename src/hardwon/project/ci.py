"""What a CI job says about itself in its environment: for which branch it runs, and whether it may push there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO = frozenset({"", "false", "0", "none", "null"})

PULL_REQUESTS = (
    *("GITHUB_HEAD_REF", "CI_MERGE_REQUEST_IID", "SYSTEM_PULLREQUEST_PULLREQUESTID", "CIRCLE_PR_NUMBER", "CHANGE_ID"),
    *("BITBUCKET_PR_ID", "BUILDKITE_PULL_REQUEST", "TRAVIS_PULL_REQUEST", "APPVEYOR_PULL_REQUEST_NUMBER"),
    *("DRONE_PULL_REQUEST", "CIRRUS_PR", "SEMAPHORE_GIT_PR_NUMBER", "CI_COMMIT_PULL_REQUEST"),
)
"""Variables that are set in a job for a pull request, and only there."""

TAGS = (
    *("CI_COMMIT_TAG", "CIRCLE_TAG", "BITBUCKET_TAG", "BUILDKITE_TAG", "TRAVIS_TAG", "TAG_NAME", "DRONE_TAG"),
    *("CIRRUS_TAG", "APPVEYOR_REPO_TAG_NAME", "SEMAPHORE_GIT_TAG_NAME"),
)
BRANCHES = (
    *("CI_COMMIT_BRANCH", "GITHUB_REF_NAME", "BUILD_SOURCEBRANCH", "CIRCLE_BRANCH", "BITBUCKET_BRANCH"),
    *("BUILDKITE_BRANCH", "TRAVIS_BRANCH", "APPVEYOR_REPO_BRANCH", "DRONE_BRANCH", "CIRRUS_BRANCH"),
    *("SEMAPHORE_GIT_BRANCH", "CF_BRANCH", "BRANCH_NAME", "GIT_BRANCH", "CI_COMMIT_REF_NAME"),
)
"""Variables with the branch that a job tests: those of one service alone before those that several have."""

MERGE_QUEUE = "gh-readonly-queue/"
"""Where GitHub keeps the branches that it makes to try a merge, and deletes again."""

_PREFIXES = ("refs/heads/", "refs/remotes/origin/", "origin/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What the environment tells of a job; all empty outside of CI."""

    branch: str = ""

    holds_back: str = ""
    """Why nothing is pushed from it, unless a branch is named."""


def job(environ: Mapping[str, str]) -> Job:
    """The CI job that runs in this environment."""
    if _is_pull_request(environ):
        return Job(
            holds_back="This job is for a pull request: what it proves counts when it is merged and tested there"
        )
    if _is_tag(environ):
        return Job(holds_back="This job is for a tag, which is not a branch")
    if environ.get("GITHUB_REF_NAME", "").startswith(MERGE_QUEUE):
        return Job(holds_back="This job is for a merge queue: what it proves counts when it is merged and tested there")
    return Job(branch=next(filter(None, (_branch(environ.get(name, "")) for name in BRANCHES)), ""))


def _is_pull_request(environ: Mapping[str, str]) -> bool:
    events = (
        environ.get("GITHUB_EVENT_NAME", "").startswith("pull_request"),
        environ.get("CI_PIPELINE_SOURCE", "") in ("merge_request_event", "external_pull_request_event"),
        environ.get("CI_PIPELINE_EVENT", "").startswith("pull_request"),
        environ.get("BUILD_REASON", "") == "PullRequest",
        environ.get("BUILD_SOURCEBRANCH", "").startswith("refs/pull/"),
        environ.get("CIRCLE_BRANCH", "").startswith("pull/"),
    )
    return any(events) or any(environ.get(name, "").lower() not in _NO for name in PULL_REQUESTS)


def _is_tag(environ: Mapping[str, str]) -> bool:
    named = environ.get("GITHUB_REF_TYPE") == "tag" or environ.get("BUILD_SOURCEBRANCH", "").startswith("refs/tags/")
    return named or any(environ.get(name, "") for name in TAGS)


def _branch(value: str) -> str:
    if value in ("HEAD", "(no branch)"):
        return ""
    return next((value.removeprefix(prefix) for prefix in _PREFIXES if value.startswith(prefix)), value)
