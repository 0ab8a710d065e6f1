from __future__ import annotations

from pathlib import Path

from benchmarks.running.tables import BEGIN, END, put_into
from tests.source_tree import ROOT


def test_tables_go_between_the_marks_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    put_into(page, "new")
    assert page.read_text() == f"before\n{BEGIN}\n\nnew\n{END}\nafter\n"


def test_the_page_has_its_marks() -> None:
    page = (ROOT / "docs" / "benchmarks" / "evaluate.md").read_text()
    assert page.index(BEGIN) < page.index(END)
