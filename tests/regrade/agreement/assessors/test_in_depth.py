"""Each assessor beside the others."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.assessors.in_depth import LongestRun, assessors_in_depth, longest_run
from regrade.agreement.assessors.others import leave_one_out
from regrade.agreement.counting.confusion import confusion_matrix
from regrade.agreement.counting.vote_table import Votes

SCALE = range(4)
_ = np.nan
VOTES: Votes = np.array([[0, 0, 3], [1, 2, 3], [2, 2, _], [3, _, _]])
grades = st.sampled_from([0.0, 1.0, 2.0, 3.0, _])
tables = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(grades, min_size=n, max_size=n), min_size=1, max_size=8)
)


def test_each_is_described_beside_the_others() -> None:
    ann, ben, cat = assessors_in_depth(VOTES, SCALE)
    assert (ann.n_votes, ann.n_by_grade) == (4, (1, 1, 1, 0))
    assert ann.with_others.tolist() == [[1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert [ann.others, ben.others, cat.others] == leave_one_out(VOTES, SCALE)


def test_a_model_is_held_against_people_and_they_are_not_against_it() -> None:
    people, is_person = VOTES[:, :2], np.array([True, True, False])
    *two, model = assessors_in_depth(VOTES, SCALE, is_other=is_person)
    assert [one.others for one in two] == leave_one_out(people, SCALE)
    assert model.with_others.tolist() == [[0] * 4, [0] * 4, [0] * 4, [2, 1, 1, 0]]
    assert (model.others.percent_agreement, model.others.mean_difference) == (0.0, 2.25)


@given(tables, st.integers(0, 99))
def test_the_order_of_assessors_and_of_pairs_changes_nothing(
    rows: list[list[float]], seed: int
) -> None:
    votes, rng = np.array(rows), np.random.default_rng(seed)
    places, pairs = rng.permutation(votes.shape[1]), rng.permutation(len(votes))
    is_person = np.array(rng.random(votes.shape[1]) < 0.7)
    before = assessors_in_depth(votes, SCALE, is_other=is_person)
    after = assessors_in_depth(votes[pairs][:, places], SCALE, is_other=is_person[places])
    for one, place in zip(after, places, strict=True):
        assert one[:3] == before[place][:3]
        np.testing.assert_array_equal(one.with_others, before[place].with_others)


@given(tables)
def test_what_came_together_is_what_two_by_two_tables_add_up_to(rows: list[list[float]]) -> None:
    votes = np.array(rows)
    for place, found in enumerate(assessors_in_depth(votes, SCALE)):
        total = np.zeros((4, 4), dtype=np.int64)
        for other in set(range(votes.shape[1])) - {place}:
            total += confusion_matrix(votes[:, place], votes[:, other], SCALE)
        np.testing.assert_array_equal(found.with_others, total)
        has_others = np.count_nonzero(~np.isnan(votes), axis=1) > 1
        n_shared = np.count_nonzero(has_others & ~np.isnan(votes[:, place]))
        assert sum(found.n_by_grade) == found.others.n_pairs == n_shared


@given(st.lists(st.integers(-1, 2)))
def test_the_longest_run_is_the_first_of_the_longest(given_grades: list[int]) -> None:
    runs = [LongestRun(grade, len(list(group))) for grade, group in groupby(given_grades)]
    assert longest_run(given_grades) == max(runs, key=lambda run: run.n, default=None)
