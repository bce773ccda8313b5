"""Reading CODEOWNERS."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.errors import StorageError
from hardwon.project import codeowners
from hardwon.project.codeowners import Ownership, read


def written(root: Path, text: str | bytes, place: str = "CODEOWNERS") -> Path:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def patterns(root: Path) -> list[str]:
    return [entry.pattern for entry in read(root)]


def test_each_line_is_a_pattern_and_its_owners(tmp_path: Path) -> None:
    written(tmp_path, "*  @everyone\n/src/auth/  @shop/login a@b.example\n/src/legacy/\n")
    assert read(tmp_path) == [
        Ownership(pattern="*", owners=("@everyone",)),
        Ownership(pattern="/src/auth/", owners=("@shop/login", "a@b.example")),
        Ownership(pattern="/src/legacy/", owners=()),
    ]


def test_comments_blank_lines_and_section_headings_name_nothing(tmp_path: Path) -> None:
    written(tmp_path, "# about us\n\n   \n[Backend][2] @team\n^[Docs]\nsrc/auth/ @a # why @b\n")
    assert read(tmp_path) == [Ownership(pattern="src/auth/", owners=("@a",))]


def test_escaped_spaces_and_hashes_are_part_of_the_pattern(tmp_path: Path) -> None:
    written(tmp_path, "docs/my\\ folder/ @a\n\\#odd/ @b\n")
    assert read(tmp_path) == [
        Ownership(pattern="docs/my folder/", owners=("@a",)),
        Ownership(pattern="#odd/", owners=("@b",)),
    ]


def test_other_escapes_stay_part_of_the_pattern(tmp_path: Path) -> None:
    """Without its escape a star would cover more than its author meant."""
    written(tmp_path, "star\\*/ @a\nback\\\\ @b\nend\\\n")
    assert patterns(tmp_path) == ["star\\*/", "back\\\\", "end\\"]


def test_windows_line_ends_and_a_byte_order_mark_are_no_part_of_a_line(tmp_path: Path) -> None:
    written(tmp_path, b"\xef\xbb\xbf/src/auth/ @a\r\n/src/cart/ @b\r\n")
    assert read(tmp_path) == [
        Ownership(pattern="/src/auth/", owners=("@a",)),
        Ownership(pattern="/src/cart/", owners=("@b",)),
    ]


def test_first_place_that_exists_is_the_one_that_counts(tmp_path: Path) -> None:
    written(tmp_path, "in-docs/", "docs/CODEOWNERS")
    assert patterns(tmp_path) == ["in-docs/"]
    written(tmp_path, "in-root/")
    assert patterns(tmp_path) == ["in-root/"]
    written(tmp_path, "in-github/", ".github/CODEOWNERS")
    assert patterns(tmp_path) == ["in-github/"]


def test_no_file_no_ownerships(tmp_path: Path) -> None:
    (tmp_path / "CODEOWNERS").mkdir()
    assert read(tmp_path) == []


def test_file_above_the_bound_counts_as_absent(tmp_path: Path) -> None:
    line = b"/src/auth/ @a\n"
    written(tmp_path, line + b"#" * (codeowners.LARGEST_FILE - len(line)))
    assert patterns(tmp_path) == ["/src/auth/"]
    written(tmp_path, line + b"#" * (codeowners.LARGEST_FILE - len(line) + 1))
    assert read(tmp_path) == []


def test_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    outside = written(tmp_path, "secret-line", "elsewhere/passwords")
    root = tmp_path / "project"
    root.mkdir()
    (root / "CODEOWNERS").symlink_to(outside)
    assert read(root) == []


def test_link_inside_the_project_is_followed(tmp_path: Path) -> None:
    written(tmp_path, "/src/auth/ @a", "config/owners")
    (tmp_path / "CODEOWNERS").symlink_to("config/owners")
    assert patterns(tmp_path) == ["/src/auth/"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_unreadable_file_is_named(tmp_path: Path) -> None:
    written(tmp_path, "/src/ @a").chmod(0)
    with pytest.raises(StorageError, match="CODEOWNERS cannot be read"):
        read(tmp_path)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        written(Path(folder), content)
        for entry in read(Path(folder)):
            assert entry.pattern
            assert all(owner and not owner.startswith("#") for owner in entry.owners)
