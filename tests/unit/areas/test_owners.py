"""Owners: the areas of a file are found quickly, and are those that every rule by itself would give."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from hardwon.areas.owners import Owners
from hardwon.areas.rules import Rule, belongs, covers

PARTS = ["src", "auth", "cart", "a.py", "auth_login.py", "login_auth.py", "x[1]"]
WILD = ["*", "**", "*.py", "auth_*", "*_auth.py", "au?h", "[ac]*", "{auth,cart}", "src{,/auth}", "**x", "a\\.py"]

paths = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4).map("/".join)
patterns = st.lists(st.sampled_from(PARTS + WILD), min_size=1, max_size=4).map("/".join)
rules = st.lists(
    st.builds(
        Rule,
        area=st.sampled_from(["one", "two", "three"]),
        paths=st.lists(patterns, max_size=3).map(tuple),
        exclude=st.lists(patterns, max_size=1).map(tuple),
    ),
    max_size=5,
)


@given(rules, st.lists(paths, max_size=8))
@example([Rule(area="one", paths=("a.py",))], ["a.py", "src/a.py"])
@example([Rule(area="one", paths=("src/",)), Rule(area="one", paths=("./src/**",))], ["src", "src/auth/a.py"])
@example([Rule(area="one", paths=("**",)), Rule(area="two", paths=("*/**",))], ["a.py", "src/a.py"])
def test_the_areas_of_a_file_are_those_of_each_rule_by_itself(rules: list[Rule], paths: list[str]) -> None:
    owners = Owners(rules)
    for path in paths:
        assert set(owners.areas_of(path)) == {rule.area for rule in rules if belongs(rule, path)}, path
        assert len(set(owners.areas_of(path))) == len(owners.areas_of(path))
        left_out = any(covers(rule.paths, path) and covers(rule.exclude, path) for rule in rules)
        assert owners.is_left_out(path) == left_out, path
