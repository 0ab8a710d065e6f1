"""Measures that menus of the pages offer are measures that the server knows."""

from __future__ import annotations

import re

import pytest

from regrade.measures.parsing import parse_measure
from tests.source_tree import ROOT

FEATURES = ROOT / "frontend" / "src" / "features"
MENUS = {
    "comparison/texts/measureNames.ts": "KNOWN_MEASURES",
    "library/boards/board.ts": "MEASURES",
}


@pytest.mark.parametrize("path", MENUS)
def test_every_measure_of_a_menu_can_be_read(path: str) -> None:
    source = (FEATURES / path).read_text("utf-8")
    listed = re.search(rf"const {MENUS[path]}: [^=]*= \[(.*?)\n\];", source, re.DOTALL)
    names = re.findall(r"'([^']+)'", listed.group(1)) if listed else []
    assert len(names) > 5
    assert [parse_measure(name).is_tested or name for name in names if name != "Judged@10"] == [
        True for name in names if name != "Judged@10"
    ]
