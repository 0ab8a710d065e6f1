"""Every row once an epoch, and no two that contradict each other in a batch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.training.batches import batches_an_epoch, batches_of
from regrade.training.judged import JudgedSource, JudgedTopic, Negatives
from tests.regrade.training.small import source


def test_each_epoch_has_every_row_once_in_another_order() -> None:
    batches = [*islice(batches_of(source(), 10, seed=1), 10)]
    epochs = [[row for one in batches if one.epoch == n for row in one.rows] for n in (0, 1)]
    assert [sorted(one) for one in epochs] == [[*range(50)]] * 2
    assert epochs[0] != epochs[1]


@pytest.mark.parametrize("keeps_apart", [False, True])
def test_batches_skipped_are_those_that_would_have_come(keeps_apart: bool) -> None:
    whole = batches_of(source(), 15, seed=1, keeps_apart=keeps_apart)
    later = batches_of(source(), 15, seed=1, keeps_apart=keeps_apart, start=5)
    assert [*islice(whole, 5, 12)] == [*islice(later, 7)]


def test_small_source_makes_one_batch_an_epoch() -> None:
    assert batches_an_epoch(source(4), 10, seed=1, keeps_apart=False) == 1
    assert [len(one.rows) for one in islice(batches_of(source(4), 10, seed=1), 3)] == [4] * 3


@given(st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=3), min_size=1, max_size=8))
def test_no_passage_of_a_batch_is_relevant_to_two_of_its_queries(
    relevant: Sequence[set[int]],
) -> None:
    topics = [
        JudgedTopic(f"{n}", dict.fromkeys(one, 1.0), np.arange(12))
        for n, one in enumerate(relevant)
    ]
    made = JudgedSource(topics, list, Negatives(1, 12))  # type: ignore[arg-type]
    for batch in islice(batches_of(made, 4, seed=2, keeps_apart=True), 6):
        keys = [made.keys(row, batch.epoch) for row in batch.rows]
        assert len({one.query for one in keys}) == len(keys)
        for one in keys:
            others = {passage for key in keys if key is not one for passage in key.passages}
            assert others.isdisjoint(topics[one.query].relevant)
