from __future__ import annotations

from benchmarks.bm25 import parser, versions
from benchmarks.running.tables import BEGIN, END, Table, to_text
from tests.source_tree import ROOT


def test_the_page_has_its_marks() -> None:
    page = (ROOT / "docs" / "benchmarks" / "bm25.md").read_text()
    assert page.index(BEGIN) < page.index(END)


def test_versions_are_those_that_are_installed() -> None:
    assert "bm25s 0." in versions()
    assert "#" not in versions()


def test_parts_are_flags() -> None:
    args = parser().parse_args(["--exact", "--sizes", "10", "20"])
    assert (args.exact, args.gpu, args.sizes) == (True, False, [10, 20])


def test_a_table_shows_a_dash_where_nothing_was_measured() -> None:
    rows = [("a", 1234.5), ("b", None), ("c", 0.12345)]
    text = to_text(Table("Times", ("what", "s"), rows, "Quick."))
    assert "| a      |  1,234 |" in text
    assert "| b      |      - |" in text
    assert "| c      | 0.1235 |" in text
    assert text.endswith("Quick.\n")


def test_a_table_without_rows_is_its_note() -> None:
    assert to_text(Table("On a GPU", ("k",), [], "None.")) == "### On a GPU\n\nNone.\n"
