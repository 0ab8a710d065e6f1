from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from regrade.agreement.counting import confusion
from regrade.agreement.counting.confusion import confusion_matrix, confusion_of_couples
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
    for (first, second), of_two in zip(two, found, strict=True):
        one, other = table[:, first], table[:, second]
        np.testing.assert_array_equal(of_two, confusion_matrix(one, other, SCALE))


def test_tables_are_the_same_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(3).integers(1, 6, size=(40, 4)).astype(np.float64)
    whole = confusion_of_couples(table, SCALE)
    monkeypatch.setattr(confusion, "_CELLS_AT_ONCE", 60)
    np.testing.assert_array_equal(confusion_of_couples(table, SCALE), whole)


def test_confusion_matrix_has_rows_of_the_first_and_columns_of_the_second() -> None:
    table = confusion_matrix(np.array([0, 0, 3]), np.array([0, 1, 1]), [0, 1, 3])
    np.testing.assert_array_equal(table, [[1, 1, 0], [0, 0, 0], [0, 1, 0]])
