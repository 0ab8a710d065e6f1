"""No regular expression takes long over a hostile text: recheck looks at each of the sources."""

from __future__ import annotations

import json

from regrade.text.visible import READABLE
from tests.patterns import Pattern, patterns
from tests.processes.node import printed_by
from tests.source_tree import ROOT
from tests.tiers import thorough

# Possessive quantifiers, which JavaScript has not, keep these from going back; the thorough tier
# times them (`tests/test_hostile_texts.py`).
POSSESSIVE = ("*+", "++", "?+", "}+")
# Where what is read comes from nobody but us, or is short whatever is sent.
TYPED = "a name of up to 200 letters, in the browser of who typed it"
HARMLESS = {
    ("regrade/text/visible.py", READABLE.pattern): "one class of characters, each looked at once",
    ("regrade/text/answer_types.py", r"\s+\|\s+"): "tables of that module",
    ("src/features/library/parameters/model.ts", r"\/+$"): TYPED,
    ("src/shared/format/names.ts", "[-_.]+$"): TYPED,
    ("src/shared/format/names.ts", "^-+|-+$"): TYPED,
    ("src/shared/ui/fields/NumberField.tsx", r"^-?(\d+\.?\d*|\.\d+)$"): TYPED,
    ("src/shared/ui/figure/FigureDownloads.tsx", "^-+|-+$"): TYPED,
}


def faults(known: list[Pattern]) -> list[dict[str, str]]:
    """What recheck finds wrong with these and with the pages' own."""
    asked = json.dumps([pattern.in_javascript() for pattern in known])
    found: list[dict[str, str]] = printed_by("patterns.ts", asked, RECHECK_BACKEND="pure")
    return found


def is_possessive(pattern: Pattern) -> bool:
    return any(sign in pattern.source for sign in POSSESSIVE)


@thorough
def test_no_pattern_takes_long_over_a_hostile_text() -> None:
    known = [pattern for pattern in patterns() if not is_possessive(pattern)]
    assert len(known) > 70
    found = {(fault["place"], fault["source"]): fault["found"] for fault in faults(known)}
    assert {place: what for place, what in found.items() if place not in HARMLESS} == {}


@thorough
def test_a_pattern_that_takes_long_is_found() -> None:
    """As a scale's grade was read before: a text of 2 kB took half a minute."""
    slow = Pattern("here", r"\s*(-?\d+)\s*(?:=\s*(.*?)\s*(\*?)\s*)?", 0, frozenset({"fullmatch"}))
    [fault] = [fault for fault in faults([slow]) if fault["place"] == "here"]
    assert "polynomial" in fault["found"]


def test_all_kinds_of_patterns_are_seen() -> None:
    places = {pattern.place for pattern in patterns()}
    for place in (
        "regrade/files/topic_formats/markup.py",
        "annotation/guidelines/scales.py",
        "regrade/text",
    ):
        assert any(found.startswith(place) for found in places), (place, ROOT)
