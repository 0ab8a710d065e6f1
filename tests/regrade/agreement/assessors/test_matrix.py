"""Every two assessors at once have the figures that two columns have."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given

from regrade.agreement.assessors.columns import compare_columns
from regrade.agreement.assessors.matrix import agreement_of_couples
from regrade.agreement.counting.vote_table import tabulate
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes

SCALE = (1, 2, 3, 4, 5)


@given(any_votes)
def test_each_couple_is_compared_as_two_columns_are(votes: list[Vote]) -> None:
    table = tabulate(pack(votes))
    fields = {(one.first, one.second): one for one in agreement_of_couples(table, SCALE)}
    for first, second in combinations(range(table.shape[1]), 2):
        pair = compare_columns(table[:, first], table[:, second], SCALE)
        one = fields.pop((first, second), None)
        if one is None:
            assert pair.n_pairs == 0
            continue
        figures = (one.n_pairs, one.percent, one.kappa, one.kappa_linear, one.kappa_quadratic)
        of_pair = (
            pair.n_pairs, pair.percent_agreement,
            pair.cohen_kappa, pair.cohen_kappa_linear, pair.cohen_kappa_quadratic,
        )  # fmt: skip
        assert [None if x is None else round(x, 12) for x in figures] == [
            None if x is None else round(x, 12) for x in of_pair
        ]
    assert fields == {}


def test_nobody_is_no_couple() -> None:
    assert agreement_of_couples(np.empty((0, 0)), SCALE) == []
