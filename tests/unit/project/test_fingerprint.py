"""Change detection: the digest of an area's files follows their content and names, and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.areas.area import NO_FILES
from hardwon.areas.rules import EXCLUDED_FOLDERS, Rule
from hardwon.errors import StorageError
from hardwon.project.fingerprint import LARGE, _Contents, _digest, fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterator

SRC = Rule(area="auth", paths=("src/**",))
OLD = 1_600_000_000 * 10**9
"""A time stamp long past, so that what has it is cached."""


def write(root: Path, path: str, content: str | bytes = "x", *, mtime_ns: int | None = None) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    if mtime_ns is not None:
        os.utime(file, ns=(mtime_ns, mtime_ns))
    return file


def digest(root: Path, rule: Rule = SRC, cache: Path | None = None) -> str:
    return fingerprints(root, [rule], cache)[rule.area]


@pytest.fixture
def tree(project: Path) -> Path:
    write(project, "src/login.py", "def login(): ...\n")
    write(project, "src/deep/session.py", "TIMEOUT = 30\n")
    write(project, "lib/other.py", "OTHER = 1\n")
    return project


@pytest.fixture
def cache(project: Path) -> Path:
    (project / ".hardwon").mkdir()
    return project / ".hardwon" / "cache" / "fingerprints.json"


@pytest.mark.parametrize("pattern", ["six.py", "./six.py", "six*", "{six,seven}.py", "**/six.py", "*"])
def test_file_in_the_root_is_matched_by_its_name(project: Path, pattern: str) -> None:
    write(project, "six.py", "1")
    before = digest(project, Rule(area="six", paths=(pattern,)))
    write(project, "six.py", "22")
    assert NO_FILES != before != digest(project, Rule(area="six", paths=(pattern,)))


class TestWhatChangesIt:
    def test_content(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "src/login.py", "def login(): pass\n")
        assert digest(tree) != before

    def test_rename(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src/login.py").rename(tree / "src/signin.py")
        assert digest(tree) != before

    def test_move_to_another_folder(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src/login.py").rename(tree / "src/deep/login.py")
        assert digest(tree) != before

    def test_new_file(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "src/new.py", "")
        assert digest(tree) != before

    def test_deleted_file(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src/login.py").unlink()
        assert digest(tree) != before

    def test_all_files_gone(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src").rename(tree / "elsewhere")
        assert digest(tree) == NO_FILES != before

    def test_two_files_that_swap_their_content(self, tree: Path) -> None:
        write(tree, "src/a", "one")
        write(tree, "src/b", "two")
        before = digest(tree)
        write(tree, "src/a", "two")
        write(tree, "src/b", "one")
        assert digest(tree) != before

    def test_size_of_a_large_file(self, tree: Path) -> None:
        write(tree, "src/big.bin", b"x" * (LARGE + 1))
        before = digest(tree)
        write(tree, "src/big.bin", b"x" * (LARGE + 2))
        assert digest(tree) != before


class TestWhatDoesNot:
    def test_times(self, tree: Path) -> None:
        before = digest(tree)
        for file in (tree / "src").rglob("*.py"):
            os.utime(file, ns=(OLD, OLD))
        assert digest(tree) == before

    def test_permissions(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src/login.py").chmod(0o755)
        assert digest(tree) == before

    def test_line_ends(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "src/login.py", "def login(): ...\r\n")
        assert digest(tree) == before

    def test_lone_carriage_return_is_content(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "src/login.py", "def login(): ...\r")
        assert digest(tree) != before

    def test_files_outside_its_paths(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "lib/other.py", "OTHER = 2\n")
        write(tree, "srcs/x.py")
        assert digest(tree) == before

    @pytest.mark.parametrize("folder", sorted(EXCLUDED_FOLDERS))
    def test_excluded_folders(self, tree: Path, folder: str) -> None:
        before = digest(tree)
        write(tree, f"src/{folder}/x.py")
        write(tree, f"src/deep/{folder}/deeper/x.py")
        assert digest(tree) == before

    @pytest.mark.parametrize("name", [".git", ".DS_Store", "Thumbs.db"])
    def test_files_that_a_system_makes_for_itself(self, tree: Path, name: str) -> None:
        """`.git` is a file in a worktree and in a submodule, and names a folder of this machine."""
        before = digest(tree)
        write(tree, f"src/{name}", "gitdir: /home/me/shop/.git/worktrees/x\n")
        assert digest(tree) == before

    def test_file_with_the_name_of_an_excluded_folder_counts(self, tree: Path) -> None:
        before = digest(tree)
        write(tree, "src/venv", "#!/bin/sh\n")
        assert digest(tree) != before

    def test_what_the_rule_excludes(self, tree: Path) -> None:
        rule = Rule(area="auth", paths=("src",), exclude=("**/*.md", "src/generated"))
        before = digest(tree, rule)
        write(tree, "src/README.md")
        write(tree, "src/generated/deep/x.py")
        assert digest(tree, rule) == before
        write(tree, "src/x.py")
        assert digest(tree, rule) != before

    def test_content_of_a_large_file(self, tree: Path) -> None:
        write(tree, "src/big.bin", b"x" * (LARGE + 1))
        before = digest(tree)
        write(tree, "src/big.bin", b"y" * (LARGE + 1))
        assert digest(tree) == before

    def test_content_at_the_limit_still_counts(self, tree: Path) -> None:
        write(tree, "src/big.bin", b"x" * LARGE)
        before = digest(tree)
        write(tree, "src/big.bin", b"y" * LARGE)
        assert digest(tree) != before

    def test_empty_folder(self, tree: Path) -> None:
        before = digest(tree)
        (tree / "src/empty").mkdir()
        assert digest(tree) == before

    def test_pipe(self, tree: Path) -> None:
        """Reading one would never end."""
        before = digest(tree)
        os.mkfifo(tree / "src/pipe")
        assert digest(tree) == before

    def test_where_the_project_lies_and_in_which_order_its_files_were_made(self, tmp_path: Path) -> None:
        names = ["src/a.py", "src/b/c.py", "src/ä.py", "src/b.py", "src/B.py", "src/a b.py"]
        for root, order in (("one", names), ("two/deep", reversed(names))):
            for name in order:
                write(tmp_path / root, name, name)
        assert digest(tmp_path / "one") == digest(tmp_path / "two/deep") != NO_FILES

    def test_known_digest(self, tmp_path: Path) -> None:
        """Pinned: another value would start every area of every project again."""
        write(tmp_path, "src/a.py", "print(1)\r\n")
        write(tmp_path, "src/é.txt", "")
        assert digest(tmp_path) == "sha256:02fb5c8db806d4f8a6d6825b745bbe24ec81fb792b6ef7eba76ab9ef34e0ef82"


class TestLinks:
    def test_link_out_of_the_project_is_not_followed(self, tree: Path, tmp_path: Path) -> None:
        outside = write(tmp_path, "outside/secret.py", "1")
        (tree / "src/file.py").symlink_to(outside)
        (tree / "src/folder").symlink_to(outside.parent)
        before = digest(tree)
        write(tmp_path, "outside/secret.py", "2")
        write(tmp_path, "outside/more.py", "3")
        assert digest(tree) == before

    def test_link_is_itself_part_of_the_area(self, tree: Path, tmp_path: Path) -> None:
        (tree / "src/link").symlink_to(tmp_path / "one")
        before = digest(tree)
        (tree / "src/link").unlink()
        (tree / "src/link").symlink_to(tmp_path / "two")
        assert digest(tree) != before

    def test_file_that_a_link_in_the_project_leads_to_counts(self, tree: Path) -> None:
        (tree / "src/link.py").symlink_to("../lib/other.py")
        before = digest(tree)
        write(tree, "lib/other.py", "OTHER = 2\n")
        assert digest(tree) != before

    def test_folder_that_a_link_in_the_project_leads_to_counts(self, tree: Path) -> None:
        (tree / "linked").symlink_to("src")
        rule = Rule(area="auth", paths=("linked/**/*.py",))
        before = digest(tree, rule)
        assert before != NO_FILES
        write(tree, "src/deep/session.py", "TIMEOUT = 60\n")
        assert digest(tree, rule) != before

    @pytest.mark.parametrize("target", [".", "..", "../..", "loop", "../src", "missing"])
    def test_loop_ends(self, tree: Path, target: str) -> None:
        (tree / "src/loop").symlink_to(target)
        before = digest(tree)
        assert digest(tree) == before

    def test_two_folders_that_lead_to_each_other_end(self, tree: Path) -> None:
        (tree / "src/to_lib").symlink_to("../lib")
        (tree / "lib/to_src").symlink_to("../src")
        before = digest(tree, Rule(area="auth", paths=("**",)))
        write(tree, "lib/other.py", "OTHER = 2\n")
        assert digest(tree, Rule(area="auth", paths=("**",))) != before

    def test_link_into_an_excluded_folder_is_not_followed(self, tree: Path) -> None:
        write(tree, ".venv/lib/package.py", "1")
        (tree / "src/package.py").symlink_to("../.venv/lib/package.py")
        (tree / "src/packages").symlink_to("../.venv/lib")
        before = digest(tree)
        write(tree, ".venv/lib/package.py", "2")
        assert digest(tree) == before

    def test_maze_of_links_is_refused_instead_of_walked_for_ever(self, tree: Path) -> None:
        folders = [tree / "src" / f"f{number}" for number in range(12)]
        for folder in folders:
            folder.mkdir()
        for folder in folders:
            for other in folders:
                if other != folder:
                    (folder / f"to_{other.name}").symlink_to(f"../{other.name}")
        with pytest.raises(StorageError, match="links"):
            digest(tree)


class TestAreas:
    def test_rules_without_paths_have_no_digest(self, tree: Path) -> None:
        assert fingerprints(tree, [Rule(area="auth", tests=("tests/**",))]) == {}

    def test_several_rules_of_one_area_are_one_digest(self, tree: Path) -> None:
        rules = [Rule(area="auth", paths=("src/**",)), Rule(area="auth", paths=("lib/**",))]
        both = fingerprints(tree, rules)["auth"]
        assert both == digest(tree, Rule(area="auth", paths=("src/**", "lib/**")))
        assert both != digest(tree)

    def test_file_may_belong_to_several_areas(self, tree: Path) -> None:
        found = fingerprints(tree, [SRC, Rule(area="all", paths=("**",)), Rule(area="same", paths=("src",))])
        assert found["auth"] == found["same"] != found["all"]

    def test_paths_that_match_nothing(self, tree: Path) -> None:
        assert digest(tree, Rule(area="auth", paths=("nowhere/**",))) == NO_FILES

    def test_single_file(self, tree: Path) -> None:
        rule = Rule(area="auth", paths=("src/login.py",))
        before = digest(tree, rule)
        write(tree, "src/deep/session.py", "other")
        assert digest(tree, rule) == before != NO_FILES

    @pytest.mark.parametrize("name", [b"\xff\xfe.py", b"new\nline.py", b'quote".py', b"\x1b[31m.py", b"a\\b.py"])
    def test_any_file_name_counts(self, tree: Path, cache: Path, name: bytes) -> None:
        before = digest(tree, cache=cache)
        file = os.fsencode(tree / "src") + b"/" + name
        descriptor = os.open(file, os.O_CREAT | os.O_WRONLY)
        os.close(descriptor)
        os.utime(file, ns=(OLD, OLD))
        named = digest(tree, cache=cache)
        assert named != before
        assert digest(tree, cache=cache) == named == digest(tree)


class TestCache:
    def test_is_used_while_the_file_stays_the_same(self, tree: Path, cache: Path) -> None:
        write(tree, "src/a.py", "one", mtime_ns=OLD)
        before = digest(tree, cache=cache)
        cache.write_text(cache.read_text().replace(hashlib.sha256(b"one").hexdigest(), "0" * 64))
        assert digest(tree, cache=cache) != before

    def test_content_behind_an_old_time_stamp_is_seen(self, tree: Path, cache: Path) -> None:
        """As after a clone whose author set size and time, and sent a cache along that says the old digest."""
        made = write(tree, "src/a.py", "one", mtime_ns=OLD).stat().st_ctime_ns
        before = digest(tree, cache=cache)
        while write(tree, "src/a.py", "two", mtime_ns=OLD).stat().st_ctime_ns == made:
            pass  # the same tick of the clock
        assert digest(tree, cache=cache) == digest(tree) != before

    def test_other_time_is_read_again(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", "aaaa", mtime_ns=OLD)
        before = digest(tree, cache=cache)
        write(tree, "src/login.py", "bbbb", mtime_ns=OLD + 1)
        assert digest(tree, cache=cache) != before

    def test_edit_within_the_same_tick_is_seen(self, tree: Path, cache: Path) -> None:
        """A coarse clock gives both versions one time stamp, and they have one size."""
        tick = time.time_ns() + 10**9
        write(tree, "src/login.py", "aaaa", mtime_ns=tick)
        before = digest(tree, cache=cache)
        write(tree, "src/login.py", "bbbb", mtime_ns=tick)
        assert digest(tree, cache=cache) != before

    def test_time_in_the_future_is_never_trusted(self, tree: Path, cache: Path) -> None:
        later = time.time_ns() + 3600 * 10**9
        write(tree, "src/login.py", "aaaa", mtime_ns=later)
        before = digest(tree, cache=cache)
        write(tree, "src/login.py", "bbbb", mtime_ns=later)
        assert digest(tree, cache=cache) != before

    def test_deleted_cache_comes_back(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        before = digest(tree, cache=cache)
        content = cache.read_bytes()
        cache.unlink()
        assert digest(tree, cache=cache) == before
        assert cache.read_bytes() == content

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"{",
            b"\xff\xfe\x00",
            b"null",
            b"[]",
            b"[" * 100_000,
            b'{"version": 99, "files": {"src/login.py": [1, 2, "wrong"]}}',
            b'{"version": 1}',
            b'{"version": 1, "files": []}',
            b'{"version": 1, "files": {"src/login.py": null}}',
            b'{"version": 1, "files": {"src/login.py": []}}',
            b'{"version": 1, "files": {"src/login.py": {"0": 1}}}',
            b'{"version": 1, "files": {"src/login.py": ["x", "y", "z"]}}',
            b'{"version": 1, "files": {"src/login.py": [1e999, 1, "z"]}}',
            b'{"version": 1, "files": {"src/login.py": [NaN, 1, "z"]}}',
        ],
    )
    def test_damaged_cache_is_replaced(self, tree: Path, cache: Path, content: bytes) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        before = digest(tree)
        cache.parent.mkdir()
        cache.write_bytes(content)
        assert digest(tree, cache=cache) == before
        assert json.loads(cache.read_bytes())["files"]

    @given(st.binary(max_size=60))
    def test_any_bytes_as_cache_change_nothing(self, tree: Path, content: bytes) -> None:
        cache = tree / ".hardwon" / "cache" / "fingerprints.json"
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_bytes(content)
        assert digest(tree, cache=cache) == digest(tree)

    def test_cache_that_cannot_be_written_costs_only_time(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        cache.parent.write_text("a file where the folder should be")
        assert digest(tree, cache=cache) == digest(tree)

    def test_link_in_place_of_the_cache_is_not_written_through(self, tree: Path, cache: Path, tmp_path: Path) -> None:
        """A checkout can hold any link; it must not let a cache overwrite a file of the user."""
        write(tree, "src/login.py", mtime_ns=OLD)
        victim = write(tmp_path, "victim", "precious")
        cache.parent.mkdir()
        cache.symlink_to(victim)
        digest(tree, cache=cache)
        assert victim.read_text() == "precious"

    def test_no_state_folder_means_no_cache(self, tree: Path) -> None:
        """Looking must not create the state folder."""
        write(tree, "src/login.py", mtime_ns=OLD)
        digest(tree, cache=tree / ".hardwon" / "cache" / "fingerprints.json")
        assert not (tree / ".hardwon").exists()

    def test_looking_at_one_area_keeps_what_is_known_of_the_others(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        write(tree, "lib/other.py", mtime_ns=OLD)
        lib = Rule(area="lib", paths=("lib/**",))
        fingerprints(tree, [SRC, lib], cache)
        fingerprints(tree, [SRC, lib], cache, only={"lib"})
        assert {"src/login.py", "lib/other.py"} <= set(json.loads(cache.read_bytes())["files"])

    def test_looking_at_all_areas_forgets_files_that_are_gone(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        write(tree, "src/gone.py", mtime_ns=OLD)
        digest(tree, cache=cache)
        (tree / "src/gone.py").unlink()
        digest(tree, cache=cache)
        assert list(json.loads(cache.read_bytes())["files"]) == ["src/login.py"]

    def test_unchanged_cache_is_not_written_again(self, tree: Path, cache: Path) -> None:
        write(tree, "src/login.py", mtime_ns=OLD)
        digest(tree, cache=cache)
        before = cache.stat().st_ino
        digest(tree, cache=cache)
        assert cache.stat().st_ino == before


class TestTrouble:
    @pytest.fixture
    def open_folder(self) -> Iterator[Path]:
        """A folder that every user may enter, unlike pytest's own."""
        with tempfile.TemporaryDirectory() as name:
            Path(name).chmod(0o755)
            yield Path(name)

    def test_file_that_vanishes_meanwhile_counts_as_gone(self, tree: Path) -> None:
        """An editor's or a build's temporary file between the listing and the reading."""
        assert _digest(_Contents(tree, None), ["src/vanished.py"]) == NO_FILES

    def test_what_cannot_be_read_is_named_and_exclude_leaves_it_out(self, open_folder: Path) -> None:
        """As a user who may not read everything, which the super-user may."""
        code = """
import os
from pathlib import Path
from hardwon.errors import StorageError
from hardwon.project.fingerprint import fingerprints
from hardwon.areas.rules import Rule
fingerprints(Path("."), [Rule(area="a", paths=("**",), exclude=("secret", "src"))])
if os.getuid() == 0:
    os.setuid(65534)
for exclude in ((), ("secret",), ("src/key",), ("secret/**", "src/key")):
    try:
        fingerprints(Path("."), [Rule(area="a", paths=("**",), exclude=exclude)])
        print("fine")
    except StorageError as error:
        print(str(error).split()[0])
"""
        write(open_folder, "src/key").chmod(0)
        write(open_folder, "secret/x").parent.chmod(0)
        try:
            done = subprocess.run(
                [sys.executable, "-c", code], cwd=open_folder, capture_output=True, text=True, check=False
            )
        finally:
            (open_folder / "secret").chmod(0o755)
        assert done.stdout.split() == ["secret", "src/key", "secret", "fine"], done.stderr
