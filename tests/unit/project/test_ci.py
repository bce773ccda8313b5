"""Which branch a CI job runs for, told by its environment: the variables that each service documents."""

from __future__ import annotations

import pytest

from hardwon.project.ci import job

BRANCHES = {
    "GitHub": {
        "GITHUB_REF_NAME": "main",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_EVENT_NAME": "push",
        "GITHUB_HEAD_REF": "",
    },
    "GitHub, by hand": {
        "GITHUB_REF_NAME": "main",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_EVENT_NAME": "workflow_dispatch",
    },
    "GitLab": {"CI_COMMIT_BRANCH": "main", "CI_COMMIT_REF_NAME": "main", "CI_PIPELINE_SOURCE": "push"},
    "GitLab, older": {"CI_COMMIT_REF_NAME": "main"},
    "Azure": {"BUILD_SOURCEBRANCH": "refs/heads/main", "BUILD_REASON": "IndividualCI"},
    "CircleCI": {"CIRCLE_BRANCH": "main"},
    "Jenkins, many branches": {"BRANCH_NAME": "main"},
    "Jenkins, git plugin": {"GIT_BRANCH": "origin/main"},
    "Bitbucket": {"BITBUCKET_BRANCH": "main"},
    "Buildkite": {"BUILDKITE_BRANCH": "main", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_TAG": ""},
    "Travis": {"TRAVIS_BRANCH": "main", "TRAVIS_PULL_REQUEST": "false", "TRAVIS_TAG": ""},
    "AppVeyor": {"APPVEYOR_REPO_BRANCH": "main"},
    "Drone": {"DRONE_BRANCH": "main"},
    "Cirrus": {"CIRRUS_BRANCH": "main"},
    "Semaphore": {"SEMAPHORE_GIT_BRANCH": "main"},
    "Woodpecker": {"CI_COMMIT_BRANCH": "main", "CI_PIPELINE_EVENT": "push"},
}
PULL_REQUESTS = {
    "GitHub": {"GITHUB_REF_NAME": "7/merge", "GITHUB_REF_TYPE": "branch", "GITHUB_EVENT_NAME": "pull_request"},
    "GitHub, of the target": {
        "GITHUB_REF_NAME": "main",
        "GITHUB_EVENT_NAME": "pull_request_target",
        "GITHUB_HEAD_REF": "x",
    },
    "GitLab": {
        "CI_MERGE_REQUEST_IID": "7",
        "CI_COMMIT_REF_NAME": "feature",
        "CI_PIPELINE_SOURCE": "merge_request_event",
    },
    "Azure": {"BUILD_SOURCEBRANCH": "refs/pull/7/merge", "BUILD_REASON": "PullRequest"},
    "CircleCI, of a fork": {"CIRCLE_BRANCH": "pull/7", "CIRCLE_PR_NUMBER": "7"},
    "Jenkins": {"BRANCH_NAME": "PR-7", "CHANGE_ID": "7"},
    "Bitbucket": {"BITBUCKET_BRANCH": "feature", "BITBUCKET_PR_ID": "7"},
    "Buildkite": {"BUILDKITE_BRANCH": "feature", "BUILDKITE_PULL_REQUEST": "7"},
    "Travis": {"TRAVIS_BRANCH": "main", "TRAVIS_PULL_REQUEST": "7"},
    "Woodpecker": {"CI_COMMIT_BRANCH": "main", "CI_PIPELINE_EVENT": "pull_request"},
}
TAGS = {
    "GitHub": {"GITHUB_REF_NAME": "v1", "GITHUB_REF_TYPE": "tag"},
    "GitLab": {"CI_COMMIT_TAG": "v1", "CI_COMMIT_REF_NAME": "v1"},
    "Azure": {"BUILD_SOURCEBRANCH": "refs/tags/v1"},
    "Buildkite": {"BUILDKITE_TAG": "v1", "BUILDKITE_BRANCH": "v1"},
}


@pytest.mark.parametrize("service", BRANCHES)
def test_branch_of_a_job(service: str) -> None:
    found = job(BRANCHES[service])
    assert (found.branch, found.holds_back) == ("main", "")


def test_merge_queue_of_github_holds_back() -> None:
    """Its branch is deleted again, and a commit on top would make the queue begin anew."""
    found = job({"GITHUB_EVENT_NAME": "merge_group", "GITHUB_REF_NAME": "gh-readonly-queue/main/pr-7-0a1b"})
    assert (found.branch, "merge queue" in found.holds_back) == ("", True)


@pytest.mark.parametrize("service", PULL_REQUESTS)
def test_job_for_a_pull_request_holds_back(service: str) -> None:
    found = job(PULL_REQUESTS[service])
    assert found.branch == ""
    assert "pull request" in found.holds_back


@pytest.mark.parametrize("service", TAGS)
def test_job_for_a_tag_holds_back(service: str) -> None:
    assert "tag" in job(TAGS[service]).holds_back


def test_outside_of_ci_nothing_is_known() -> None:
    found = job({"PATH": "/bin", "BRANCH_NAME": "HEAD"})
    assert (found.branch, found.holds_back) == ("", "")
