from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from regrade.agreement.assessors.columns import graded_by_both
from regrade.agreement.counting import couples
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.couples import confusion_of_couples
from regrade.agreement.counting.vote_table import tabulate
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes

SCALE = (1, 2, 3, 4, 5)


@given(any_votes)
def test_each_table_is_that_of_the_two(votes: list[Vote]) -> None:
    table = tabulate(pack(votes))
    found = confusion_of_couples(table, SCALE)
    two = list(combinations(range(table.shape[1]), 2))
    assert len(found) == len(two)
    for (first, second), confusion in zip(two, found, strict=True):
        one, other = graded_by_both(table[:, first], table[:, second]).T
        np.testing.assert_array_equal(confusion, confusion_matrix(one, other, SCALE))


def test_tables_are_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(3).integers(1, 6, size=(40, 4)).astype(np.float64)
    whole = confusion_of_couples(table, SCALE)
    monkeypatch.setattr(couples, "_CELLS_AT_ONCE", 60)
    np.testing.assert_array_equal(confusion_of_couples(table, SCALE), whole)
