from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from regrade.votes.counts import grades_by_topic, shares_of
from regrade.votes.packed import pack
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import any_votes


@given(any_votes)
def test_shares_are_those_of_the_rows(rows: list[Vote]) -> None:
    packed = pack(rows)
    shares = shares_of(packed)
    fields = {
        (packed.topics[topic], packed.assessors[assessor]): n
        for topic, assessor, n in zip(*(column.tolist() for column in shares), strict=True)
    }
    assert fields == Counter((row.topic, row.assessor) for row in rows if row.grade is not None)


@given(any_votes)
def test_grades_by_topic_are_those_of_the_rows(rows: list[Vote]) -> None:
    packed = pack(rows)
    counts = grades_by_topic(packed, range(1, 6))
    assert counts.shape == (len(packed.topics), 6)
    expected = Counter((row.topic, row.grade) for row in rows)
    for topic, by_grade in zip(packed.topics, counts.tolist(), strict=True):
        assert by_grade == [expected[topic, grade] for grade in (1, 2, 3, 4, 5, None)]


def test_shares_of_some_topics_leave_the_others_out() -> None:
    shares = shares_of(pack([Vote("q1", 0, "ann", 1), Vote("q2", 0, "ann", 2)]))
    assert shares.of_topics(np.array([False, True])).topics.tolist() == [1]


def test_a_grade_off_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="grade 7"):
        grades_by_topic(pack([Vote("q1", 0, "ann", 7)]), [1, 2])
