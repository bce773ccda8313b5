"""Whatever a model puts where: a scenario is taken or refused, and nothing falls over."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.scenarios.as_models_write import one

from hardwon.scenarios import key_names
from hardwon.scenarios.reading import parts
from hardwon.target.origin import Origin

HERE = Origin.of("http://127.0.0.1:8000")
_WORDS = sorted(
    {
        word
        for table in (key_names.OF_REQUEST, key_names.OF_RUN)
        for key, words in table.items()
        for word in (key, *words.split())
    }
)
_TEXTS = st.sampled_from(
    ["", "GET /x", "http", "cli", "200 OK", "$.a", "{{x}}", "${x}", "A: b", "{", '{"a": 1}', "é\x00"]
)
_SCALARS = st.none() | st.booleans() | st.integers(-1, 600) | st.floats() | _TEXTS
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*_WORDS, "a", ""]), inner, max_size=4),
    max_leaves=8,
)
_EXEC = st.dictionaries(st.sampled_from(_WORDS), _VALUES, max_size=6)


@settings(max_examples=150, deadline=None)
@given(_EXEC | _VALUES, st.booleans())
def test_any_exec_is_taken_or_refused(call: Any, has_path: bool) -> None:
    """Every key that is known, with a value of any shape."""
    if has_path and isinstance(call, dict):
        call = {"path": "/x", **call}
    found = parts(json.dumps([one("any", exec=call), one("plain")]).encode(), target=HERE)
    assert "plain" in [each.id for each in found.scenarios]
    assert len(found.scenarios) + len(found.refused) == 2
