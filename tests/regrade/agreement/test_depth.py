"""Agreement in depth: its figures are those of the functions, whatever the order of the votes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.coefficients.krippendorff import KrippendorffAlpha
from regrade.agreement.counting.vote_table import count_votes, tabulate
from regrade.agreement.depth import AgreementInDepth, agreement_in_depth
from regrade.agreement.intervals.bootstrap import bootstrap_interval
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes
from tests.regrade.agreement.counted import (
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    krippendorff_alpha,
    percent_agreement,
)

SCALE = (1, 2, 3, 4, 5)


def of(*rows: tuple[str, int, str, int | None]) -> list[Vote]:
    return [Vote(*row) for row in rows]


VOTES = of(
    ("q1", 1, "ann", 1), ("q1", 1, "ben", 1), ("q1", 1, "cat", 2),
    ("q1", 2, "ann", 5), ("q1", 2, "ben", 4), ("q1", 2, "cat", 3),
    ("q2", 1, "ann", 2), ("q2", 1, "ben", 2), ("q2", 1, "cat", 2),
    ("q2", 2, "ann", 4), ("q2", 2, "ben", None), ("q2", 2, "cat", 4),
    ("q3", 1, "ben", 3), ("q3", 2, "ann", 1), ("q3", 2, "ben", 5), ("q3", 2, "cat", 5),
)  # fmt: skip


def by_name(depth: AgreementInDepth) -> dict[str, float | None]:
    return {one.name: one.value for one in depth.coefficients}


def test_each_coefficient_is_that_of_its_function() -> None:
    shown = agreement_in_depth(VOTES, scale=SCALE, judgments_per_pair=3)
    counts = count_votes(tabulate(pack(VOTES)), SCALE)
    assert by_name(shown) == pytest.approx(
        {
            "percent_agreement": percent_agreement(counts),
            "fleiss_kappa": fleiss_kappa(counts, 3),
            "alpha_nominal": krippendorff_alpha(counts, "nominal", SCALE),
            "alpha_ordinal": krippendorff_alpha(counts, "ordinal", SCALE),
            "alpha_interval": krippendorff_alpha(counts, "interval", SCALE),
            "alpha_ratio": krippendorff_alpha(counts, "ratio", SCALE),
            "gwet_ac1": gwet_ac1(counts),
            "gwet_ac2_linear": gwet_ac2(counts, SCALE, "linear"),
            "gwet_ac2_quadratic": gwet_ac2(counts, SCALE, "quadratic"),
        }
    )
    assert (shown.n_topics, shown.n_pairs, shown.n_votes, shown.n_filled) == (3, 5, 14, 0)
    n_pairs = {one.name: one.n_pairs for one in shown.coefficients}
    assert (n_pairs["fleiss_kappa"], n_pairs["alpha_ordinal"]) == (4, 5)
    for one in shown.coefficients:
        assert one.low is not None
        assert one.value is not None
        assert one.high is not None
        assert one.low <= one.value <= one.high


def test_the_counts_say_what_is_behind_it() -> None:
    shown = agreement_in_depth(VOTES, scale=SCALE, judgments_per_pair=3)
    assert [(one.name, one.n_votes, one.n_pairs) for one in shown.patterns] == [
        ("one vote", 1, 1),
        ("all agree", 2, 1),
        ("all agree", 3, 1),
        ("2 of 3", 3, 2),
        ("all apart", 3, 1),
    ]
    # Of q1/1 the second vote, of q2/1 and q2/2 the second, of q3/1 the first, of q3/2 the third.
    assert (shown.n_settled, shown.n_unsettled) == ({1: 1, 2: 3, 3: 1}, 1)
    assert shown.confusion.tolist() == [
        [2, 2, 0, 0, 2],
        [2, 6, 0, 0, 0],
        [0, 0, 0, 1, 1],
        [0, 0, 1, 2, 1],
        [2, 0, 1, 1, 2],
    ]


def test_a_threshold_makes_votes_relevant_or_not() -> None:
    shown = agreement_in_depth(VOTES, scale=SCALE, judgments_per_pair=3, threshold=3)
    table = tabulate(pack(VOTES))
    binary = np.where(np.isnan(table), np.nan, table >= 3)
    counts = count_votes(binary, (0, 1))
    assert shown.scale == (0, 1)
    assert by_name(shown)["alpha_nominal"] == krippendorff_alpha(counts, "nominal", (0, 1))


def test_an_answer_without_a_grade_is_filled_where_asked() -> None:
    shown = agreement_in_depth(VOTES, scale=SCALE, judgments_per_pair=3, missing="median-up")
    assert (shown.n_filled, shown.n_votes) == (1, 15)


def test_of_many_topics_sums_are_those_of_all_rows() -> None:
    votes = [
        vote._replace(topic=f"{vote.topic} of {number}") for vote in VOTES for number in range(9)
    ]
    shown = agreement_in_depth(votes, scale=SCALE, judgments_per_pair=3)
    counts = count_votes(tabulate(pack(votes)), SCALE)
    topics = pack(votes).pair_topics
    alpha = KrippendorffAlpha("ordinal", np.array(SCALE))
    rng = np.random.default_rng(shown.sampling.seed)
    interval = bootstrap_interval(alpha, counts, topics, rng=rng)
    found = next(one for one in shown.coefficients if one.name == "alpha_ordinal")
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_not_judged_can_be_a_category_of_its_own_which_has_no_order() -> None:
    shown = agreement_in_depth(VOTES, scale=SCALE, judgments_per_pair=3, missing="category")
    table = tabulate(pack(VOTES))
    counts = np.column_stack([count_votes(table, SCALE), [0, 0, 0, 1, 0, 0]])
    assert by_name(shown) == pytest.approx(
        {
            "percent_agreement": percent_agreement(counts),
            "fleiss_kappa": fleiss_kappa(counts, 3),
            "alpha_nominal": krippendorff_alpha(counts, "nominal"),
            "gwet_ac1": gwet_ac1(counts),
        }
    )
    assert (shown.scale, shown.n_filled) == ((*SCALE, None), 1)
    binary = agreement_in_depth(VOTES, scale=SCALE, threshold=3, missing="category")
    assert binary.scale == (0, 1, None)
    assert binary.confusion[1, 2] == 2


def test_nobody_who_judged_is_no_agreement() -> None:
    shown = agreement_in_depth([], scale=SCALE)
    assert {one.value for one in shown.coefficients} == {None}
    assert (shown.n_pairs, shown.reading, shown.patterns) == (0, None, [])


def test_a_threshold_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="threshold 9"):
        agreement_in_depth(VOTES, scale=SCALE, threshold=9)


@given(any_votes, st.randoms(use_true_random=False))
def test_the_order_of_pairs_and_the_names_of_people_change_no_coefficient(
    votes: list[Vote], random: Random
) -> None:
    shown = agreement_in_depth(votes, scale=SCALE, n_resamples=5)
    names = sorted({vote.assessor for vote in votes})
    other = dict(zip(names, reversed(names), strict=True))
    moved = [vote._replace(assessor=other[vote.assessor]) for vote in votes]
    random.shuffle(moved)
    again = agreement_in_depth(moved, scale=SCALE, n_resamples=5)
    for one, before in zip(again.coefficients, shown.coefficients, strict=True):
        assert one[1:] == pytest.approx(before[1:], nan_ok=True)
    assert again.confusion.tolist() == shown.confusion.tolist()
    assert again.patterns == shown.patterns
