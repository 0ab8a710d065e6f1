"""Measures that menus of the pages offer are measures that the server knows."""

from __future__ import annotations

import re

from regrade.measures.parsing import parse_measure
from tests.source_tree import ROOT

OFFERED = ROOT / "frontend" / "src" / "shared" / "evaluation" / "measures.ts"
UNTESTED = {"Judged@10"}


def test_every_measure_of_a_menu_can_be_read_and_tested() -> None:
    menus = OFFERED.read_text("utf-8").partition("OFFERED:")[2].partition(" = {")[2]
    names = set(re.findall(r"'([^']+)'", menus))
    assert len(names) > 20
    assert {name for name in names if not parse_measure(name).is_tested} == UNTESTED
