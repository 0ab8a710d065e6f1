"""Measures and tests that menus of the pages offer are those that the server knows."""

from __future__ import annotations

import re

from evaluation.comparisons.options import is_drawn
from regrade.measures.parsing import parse_measure
from regrade.significance import AGAINST_BASELINE, SYSTEM_TESTS
from tests.source_tree import ROOT

EVALUATION = ROOT / "frontend" / "src" / "shared" / "evaluation"
OFFERED, TESTS = EVALUATION / "measures.ts", EVALUATION / "testNames.ts"
UNTESTED = {"Judged@10"}


def test_every_measure_of_a_menu_can_be_read_and_tested() -> None:
    menus = OFFERED.read_text("utf-8").partition("OFFERED:")[2].partition(" = {")[2]
    names = set(re.findall(r"'([^']+)'", menus))
    assert len(names) > 20
    assert {name for name in names if not parse_measure(name).is_tested} == UNTESTED


def test_every_test_of_many_systems_is_offered_with_a_baseline_where_it_needs_one() -> None:
    menu = TESTS.read_text("utf-8").partition("SYSTEM_METHODS = {")[2].partition("}")[0]
    offered = dict(re.findall(r"^  '?([\w-]+)'?: '([^']*)'", menu, re.MULTILINE))
    assert offered.keys() == {*SYSTEM_TESTS, "anova"}
    with_one = {name for name, words in offered.items() if words.startswith("with a baseline")}
    assert with_one == AGAINST_BASELINE
    assert {name for name in offered if is_drawn(name)} == {
        "randomized-tukey",
        "randomized-dunnett",
        "max-t",
    }
