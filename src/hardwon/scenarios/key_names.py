"""Names of keys as models write them, each with the key that is meant. Pure data."""

from __future__ import annotations

import re

OF_SCENARIO = {
    "id": "scenario_id scenarioid test_id testid case_id key slug identifier ref",
    "title": "name summary scenario headline scenario_title scenario_name test_name",
    "user_perspective": "persona perspective user actor as_a role user_story who narrative user_persona context",
    "preconditions": "precondition given prerequisites pre_conditions initial_state assumptions setup_state",
    "steps": "step actions test_steps when procedure user_steps reproduction_steps",
    "chaos_factors": "chaos chaos_factor chaos_conditions environment complications disruptions",
    "expected_behavior": (
        "expected_behaviour expected expected_result expected_results expected_outcome expected_outcomes then"
        " expectation expectations correct_behavior correct_behaviour acceptance_criteria"
    ),
    "failure_modes": "failure_mode failures risks possible_failures failure failure_scenarios bug_signals what_breaks",
    "priority": "severity importance criticality risk_level prio",
    "area": "confidence_area component feature module area_name system_area areas target_area confidencearea",
    "exec": "execution request http executable automation exec_block api_call execute requests http_request",
}
SILENT_IN_SCENARIO = frozenset({"is_edge_case", "$schema", "schema", "version"})
"""Of teststop's form, or of no consequence."""

OF_REQUEST = {
    "path": "url uri endpoint route request_path target_path",
    "method": "verb http_method http_verb request_method",
    "headers": "header request_headers http_headers",
    "body": "json payload request_body json_body content raw raw_body body_json",
    "data": "body_data request_data post_data",
    "form": "form_data formdata form_body form_fields fields urlencoded form_params",
    "query": "params query_params querystring query_string parameters",
    "cookies": "cookie",
    "expected_status": (
        "status expected_status_code expected_code expect_status status_code expected_statuses expected_http_status"
        " statuses accepted_statuses accepted_status status_in expected_response_code code allowed_statuses"
        " expected_status_codes status_codes"
    ),
    "expected_text": (
        "body_contains expected_body expected_body_contains contains expect_text response_contains text"
        " expected_response_contains expected_texts must_contain expected_content expect_body"
        " body_includes includes text_contains expected_in_body"
    ),
    "absent_text": (
        "not_contains body_not_contains must_not_contain absent unexpected_text forbidden_text response_not_contains"
        " expected_absent text_absent body_excludes excludes unexpected_body not_expected_text expected_not_in_body"
    ),
    "expected_json": "json_equals expected_values json_values json_path_equals expected_json_values body_json_equals",
    "expected_headers": "response_headers expected_header headers_contain expect_headers expected_response_headers",
    "capture": "captures extract save store extracts save_as variables exports bind",
    "follow_redirects": "follow_redirect allow_redirects redirects follow",
    "timeout": "timeout_seconds timeout_s time_limit",
    "timeout_ms": "timeout_millis timeout_milliseconds",
    "retries": "retry max_retries",
    "concurrency": "parallel parallel_requests concurrent_requests concurrent times_at_once",
    "winners": "expected_winners winner_count",
    "expect": (
        "expected expects assert assertions asserts response expected_response expectation expectations"
        " expected_result verify"
    ),
    "request": "http call",
    "setup": "set_up before before_requests arrange setup_requests prepare",
    "requests": "steps sequence flow calls actions http_steps request_sequence",
    "teardown": "tear_down after cleanup clean_up teardown_requests",
    "mode": "type kind executor",
}
OF_RUN = {
    "args": "arguments argv parameters",
    "command": "cmd program executable binary",
    "stdin": "input standard_input std_in",
    "files": "input_files given_files fixtures files_before",
    "env": "environment env_names environment_variables",
    "expected_exit": "exit_code expected_exit_code exit expected_code expected_exit_codes exit_codes exit_status",
    "expected_stdout": "stdout stdout_contains expected_output output_contains expected_stdout_contains output",
    "expected_stderr": "stderr stderr_contains expected_error expected_stderr_contains error_contains",
    "absent_text": "not_contains must_not_contain absent stdout_not_contains unexpected_text output_not_contains",
    "expected_files": "files_after output_files expected_file files_written",
    "timeout": "timeout_seconds timeout_s time_limit",
    "timeout_ms": "timeout_millis timeout_milliseconds",
    "expect": "expected expects assert assertions expectation expectations verify",
    "setup": "set_up before arrange prepare",
    "runs": "steps sequence commands calls flow invocations",
    "mode": "type kind executor",
}
SILENT_IN_REQUEST = frozenset(
    {"name", "description", "note", "notes", "comment", "step", "title", "purpose", "id", "label", "why", "reason"}
)
"""Words for people: they change nothing that is sent or judged."""

_CHANGES = re.compile(
    r"repeat(?:s|ed|_count|_times)?|times|iterations|loops?|(?:delay|wait|sleep|pause|interval)(?:_(?:ms|s|seconds|before|after))?"
    r"|(?:basic_?)?auth(?:entication|orization)?|bearer(?:_token)?|credentials|multipart(?:_form)?|uploads?|attachments?"
)
"""Keys that change what is sent, and how often: left out, another scenario would be carried out."""

MODES = {
    **dict.fromkeys(("http", "https", "api", "rest", "web", "request", "http_request", "http_sequence"), "http"),
    **dict.fromkeys(("cli", "command", "process", "program", "terminal", "command_line", "shell"), "cli"),
}
PRIORITIES = {
    **dict.fromkeys(("critical", "blocker", "urgent", "p0", "highest", "very high", "severe"), "critical"),
    **dict.fromkeys(("high", "major", "important", "p1"), "high"),
    **dict.fromkeys(("medium", "normal", "moderate", "med", "average", "p2"), "medium"),
    **dict.fromkeys(("low", "minor", "trivial", "p3", "p4", "lowest", "nice to have"), "low"),
}

_CAMEL = re.compile(r"(?<=[a-z0-9])([A-Z])")


def plain(key: str) -> str:
    """The key in lower case, its words joined by underscores."""
    return re.sub(r"[\s_-]+", "_", _CAMEL.sub(r"_\1", key.strip())).lower().strip("_")


def changes(key: str) -> bool:
    """Whether a key that is not known asks for something else to be sent."""
    return bool(_CHANGES.fullmatch(plain(key)))


def meanings(table: dict[str, str]) -> dict[str, str]:
    """Which key each word stands for."""
    return {word: key for key, words in table.items() for word in (key, *words.split())}
