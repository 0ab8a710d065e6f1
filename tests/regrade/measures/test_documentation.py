from __future__ import annotations

from pathlib import Path

from regrade.measures.documentation import measures_page
from regrade.measures.registry import FAMILIES

PAGE = Path(__file__).parents[3] / "docs" / "measures.md"


def test_the_measures_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == measures_page()


def test_measures_page_says_of_every_family_what_a_reader_needs() -> None:
    parts = ("```text\n", "Written as `", "\n- `", "**Values.**", "**Refused.**", "**Source.**")
    for family in FAMILIES:
        _, _, rest = measures_page().partition(f"\n## {family.symbol}\n")
        entry = rest.partition("\n## ")[0]
        assert [part for part in parts if part not in entry] == []
