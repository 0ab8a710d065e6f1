from __future__ import annotations

import re

import pytest

from regrade.files.file_names import ENDING, name_of_file
from tests.source_tree import ROOT


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
