from __future__ import annotations

import pytest

from regrade.measures import JudgedRankings
from regrade.measures.registry import FAMILIES
from tests.regrade.measures.rankings import ranking, value


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RR", 1 / 2),
        ("RR@2", 1 / 2),
        ("RR@1", 0),
        ("RR(rel=2)", 1 / 4),
        ("P@4", 2 / 4),
        ("P(relative=True)@4", 2 / 3),
        ("P(relative=True)@2", 1 / 2),
        ("R@4", 2 / 3),
        ("F@4", 4 / 7),
        ("F(beta=2)@4", 10 / 16),
        ("F(beta=0)@4", 2 / 4),
        ("AP", (1 / 2 + 2 / 4) / 3),
        ("AP@2", (1 / 2) / 3),
        ("Rprec", 1 / 3),
        ("Rprec(times=0.5)", 1 / 2),
        ("Rprec(times=2)", 2 / 6),
        ("Success@1", 0),
        ("Success@2", 1),
        ("Bpref", (0 + 0) / 3),
        ("infAP", (1 / 2 + (1 / 4 + 3 / 4 * 2 / 3 * 1 / 2)) / 3),
        ("IPrec@0", 1 / 2),
        ("IPrec@0.6", 1 / 2),
        ("IPrec@0.8", 0),
        ("IPrec", 8 * (1 / 2) / 11),
        ("SetP", 2 / 4),
        ("SetP(relative=True)", 2 / 3),
        ("SetR", 2 / 3),
        ("SetF", 4 / 7),
        ("SetF(beta=2)", 10 / 16),
        ("SetAP", 1 / 3),
        ("Utility", 0),
        ("Utility(found=3,other=-2,missed=-1)", 1),
    ],
)
def test_binary_measures_by_hand(name: str, expected: float) -> None:
    given = ranking(0, 1, None, 2, missed=[1])
    assert value(name, given) == pytest.approx(expected, abs=1e-5 if name == "infAP" else 1e-12)


def test_rr_and_mfr_with_a_cutoff_keep_the_rank_at_the_cutoff() -> None:
    for rank in range(1, 100):
        given = ranking(*[0] * (rank - 1), 1)
        assert value(f"RR@{rank}", given) == 1 / rank
        assert value(f"MFR@{rank}", given) == rank
        assert rank == 1 or value(f"RR@{rank - 1}", given) == 0.0
        assert rank == 1 or value(f"MFR@{rank - 1}", given) == rank


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("MFR@3", ranking(None, 0, 2), 3),
        ("MFR@3", ranking(0, None), 4),
        ("MFR@3", ranking(missed=[1]), 4),
        ("MFR(rel=3)@5", ranking(1, 2, 3), 3),
        ("MFR@3", ranking(1, 2, 3, min_relevance=2), 2),
        ("MFR@3", ranking(None, -1, 0, min_relevance=0), 3),  # which the unjudged do not reach
    ],
)
def test_mfr_by_hand(name: str, given: JudgedRankings, expected: float) -> None:
    assert value(name, given) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("RR", "RR@5", "P@5", "R@5", "F@5", "AP", "Rprec", "Success@3", "Bpref", "infAP"),
        *("IPrec@0.5", "SetP", "SetR", "SetF", "SetAP", "Utility", "NumRel", "NumRelRet"),
        "NumNonRelRet",
    ],
)
def test_a_threshold_in_the_name_equals_that_of_the_labels(name: str) -> None:
    relevances = (1, None, 0, 2, 3, 1)
    symbol, at, cutoff = name.partition("@")
    named = value(f"{symbol}(rel=2){at}{cutoff}", ranking(*relevances, missed=[1]))
    assert named == value(name, ranking(*relevances, missed=[1], min_relevance=2))
    assert named != value(name, ranking(*relevances, missed=[1]))


def test_inf_ap_takes_negative_relevance_for_pooled_and_the_unlabelled_for_not_pooled() -> None:
    """At rank 3 one relevant and one pooled passage stand above; of the one judged all are
    relevant, so both are taken to be."""
    assert value("infAP", ranking(1, -1, 1)) == pytest.approx((1 + 1 / 3 + 2 / 3) / 2, abs=1e-5)
    assert value("infAP", ranking(1, None, 1)) == pytest.approx((1 + 1 / 3 + 1 / 3) / 2, abs=1e-5)


def test_inf_ap_of_a_whole_pool_is_ap() -> None:
    given = ranking(0, 1, 0, 1, 1, missed=[1])
    assert value("infAP", given) == pytest.approx(value("AP", given), abs=1e-4)


def test_inf_ap_below_threshold_zero_is_refused() -> None:
    with pytest.raises(ValueError, match=r"threshold .* -1"):
        value("infAP", ranking(1, min_relevance=-1))


def test_utility_of_a_missing_topic_is_what_was_missed() -> None:
    assert value("Utility", ranking(missed=[1, 1])) == 0.0
    assert value("Utility(missed=-1)", ranking(missed=[1, 1])) == -2.0


def test_ranks_keep_their_order_far_down() -> None:
    assert value("RR", ranking(*[0] * 99_999, 1)) == 1 / 100_000


def test_only_first_rank_and_residual_are_better_when_lower() -> None:
    assert {one.symbol for one in FAMILIES if one.lower_is_better} == {"MFR", "RBPResidual"}
