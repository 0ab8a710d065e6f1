from __future__ import annotations

import re

import pytest

from ranking.names import ENDING, name_of_file, split_names
from tests.source_tree import ROOT


def test_names_are_stripped_and_empty_ones_left_out() -> None:
    assert split_names(" a, b,,c ") == ["a", "b", "c"]


@pytest.mark.parametrize(("text", "reason"), [(" , ", "no name"), ("a,b,a", "a appears twice")])
def test_a_list_without_names_or_with_one_twice_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        split_names(text)


def test_of_several_names_that_appear_again_the_first_is_named() -> None:
    with pytest.raises(ValueError, match="b appears twice"):
        split_names("a,b,c,c,b")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("bm25.run.gz", "bm25"),
        ("qrels.dl19-passage.TXT", "qrels.dl19-passage"),
        (" my, run.trec", "my-run"),
        (".run", ".run"),
        (", .txt", ""),
    ],
)
def test_name_of_file_leaves_out_endings_blanks_and_commas(file: str, name: str) -> None:
    assert name_of_file(file) == name


def test_the_pages_leave_out_the_same_endings() -> None:
    pages = (ROOT / "frontend/src/shared/format/names.ts").read_text("utf-8")
    listed = re.search(r"^const ENDINGS = /(.+)/i;$", pages, re.MULTILINE)
    assert listed
    # The page's loop keeps a name that is an ending and nothing else.
    assert ENDING.pattern == "(?<=.)" + listed[1]
    assert ENDING.flags & re.IGNORECASE
