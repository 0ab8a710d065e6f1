from __future__ import annotations

import pytest

from regrade.significance import caution_for
from regrade.significance.caution import CAUTIONS


def test_reciprocal_rank_is_told_that_mfr_stands_beside_it() -> None:
    assert "MFR" in (caution_for("RR") or "")


@pytest.mark.parametrize("symbol", sorted(CAUTIONS))
def test_a_caution_names_both_sides(symbol: str) -> None:
    caution = caution_for(symbol) or ""
    assert "Fuhr (2017)" in caution
    assert "Sakai (2020)" in caution


@pytest.mark.parametrize("symbol", ["MFR", "P", "nDCG", "unheard of"])
def test_other_measures_have_no_caution(symbol: str) -> None:
    assert caution_for(symbol) is None
