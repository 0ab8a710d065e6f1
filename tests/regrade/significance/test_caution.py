from __future__ import annotations

from regrade.significance import caution_for
from regrade.significance.caution import CAUTIONS


def test_reciprocal_rank_mentions_that_mfr_stands_beside_it() -> None:
    assert "MFR" in (caution_for("RR") or "")


def test_cautions_name_both_sides_of_the_dispute() -> None:
    for symbol in CAUTIONS:
        caution = caution_for(symbol) or ""
        assert "Fuhr (2017)" in caution
        assert "Sakai (2020)" in caution


def test_other_measures_have_no_caution() -> None:
    assert {caution_for(symbol) for symbol in ("MFR", "P", "nDCG", "unheard of")} == {None}
