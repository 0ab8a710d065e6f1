"""Pairs that can be drawn, what they weigh, and how a question sizes them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from regrade.measures import parse_measure
from regrade.sampling.frame import frame_of, ranks_in, run_weights
from regrade.sampling.question import Question, pair_sizes
from tests.regrade.sampling.questions import random_frame, rankings_of


def test_a_frame_is_the_union_of_first_ranks_with_ranks_at_any_depth() -> None:
    first, second = rankings_of([4, 2, 9], [7]), rankings_of([2, 5, 4], [])
    frame = frame_of([first, second], 2)
    pairs = list(zip(frame.topics.tolist(), frame.passages.tolist(), strict=True))
    assert pairs == [(0, 2), (0, 4), (0, 5), (1, 7)]
    assert frame.ranks.tolist() == [[2, 1, 0, 1], [1, 3, 2, 0]]
    assert frame.n_topics == 2
    assert ranks_in(frame, rankings_of([5], [8, 7])).tolist() == [0, 0, 1, 2]


def test_a_run_weighs_a_pair_by_its_rank_over_all_topics() -> None:
    frame = frame_of([rankings_of([1, 2], [3, 4])], 2)
    dcg = [1 / 2, 1 / np.log2(3) / 2] * 2
    np.testing.assert_allclose(run_weights(parse_measure("DCG@2"), frame)[0], dcg)
    assert run_weights(parse_measure("P@1"), frame)[0].tolist() == [0.5, 0, 0.5, 0]
    by_ideal = run_weights(parse_measure("nDCG@2"), frame, np.array([2.0, 0.0]))
    np.testing.assert_allclose(by_ideal[0], [0.25, dcg[1] / 2, 0, 0])


@pytest.mark.parametrize("measure", ["RR@10", "AP"])
def test_measures_that_are_not_linear_in_the_gains_are_refused(measure: str) -> None:
    with pytest.raises(ValueError, match="weight of a rank"):
        run_weights(parse_measure(measure), random_frame(0))


@pytest.mark.parametrize("runs", [[], [rankings_of([1]), rankings_of([1], [2])]])
def test_a_frame_is_of_runs_over_the_same_topics(runs: list[object]) -> None:
    with pytest.raises(ValueError, match=r"frame needs|topics"):
        frame_of(runs, 5)  # type: ignore[arg-type]


def test_pairs_are_sized_by_what_they_can_move() -> None:
    weights = run_weights(parse_measure("DCG@5"), random_frame(1, n_runs=4))
    apart = {
        pair: np.abs(weights[pair[0]] - weights[pair[1]]) for pair in combinations(range(4), 2)
    }
    expected = [
        (Question("pair", [2, 1]), apart[1, 2]),
        (Question("against", [1, 0, 3]), apart[0, 1] + apart[1, 3]),
        (Question("all", [0, 1, 2, 3]), sum(apart.values())),
        (Question("means", [0, 3]), weights[0] + weights[3]),
    ]
    for question, moved in expected:
        found = pair_sizes(question, [weights])
        np.testing.assert_allclose(found, moved / moved.sum(), atol=1e-12)


def test_measures_count_alike_and_a_prior_changes_a_quarter_at_most() -> None:
    frame, question = random_frame(2), Question("pair", [0, 1])
    of_each = [run_weights(parse_measure(name), frame) for name in ("DCG@5", "P@5")]
    alone = [pair_sizes(question, [one]) for one in of_each]
    np.testing.assert_allclose(pair_sizes(question, of_each), (alone[0] + alone[1]) / 2)
    prior = np.random.default_rng(0).random(frame.n_pairs) ** 8
    mixed = pair_sizes(question, of_each[:1], prior)
    assert mixed.sum() == pytest.approx(1)
    assert (mixed >= 0.75 * alone[0]).all()
    np.testing.assert_allclose(
        (mixed - 0.75 * alone[0]) / 0.25, alone[0] * prior / (alone[0] @ prior), atol=1e-12
    )


def test_a_share_for_means_lets_pairs_be_drawn_that_move_no_difference() -> None:
    frame = frame_of([rankings_of([1, 2, 3]), rankings_of([1, 3, 4])], 3)
    weights = run_weights(parse_measure("P@3"), frame)
    apart, means = (pair_sizes(Question(kind, [0, 1]), [weights]) for kind in ("pair", "means"))
    found = pair_sizes(Question("pair", [0, 1]), [weights], of_means=0.1)
    assert (apart[0], found[0]) == (0, pytest.approx(0.1 * means[0]))
    np.testing.assert_allclose(found, 0.9 * apart + 0.1 * means)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (Question("pair", [0]), "other runs"),
        (Question("pair", [0, 1, 2]), "two runs"),
        (Question("all", [1, 1]), "other runs"),
        (Question("means", []), "other runs"),
        (Question("against", [0, 7]), "run 7"),
        (Question("some", [0, 1]), "one of"),  # type: ignore[arg-type]
    ],
)
def test_a_question_about_other_runs_is_refused(question: Question, says: str) -> None:
    weights = run_weights(parse_measure("P@5"), random_frame(3, n_runs=3))
    with pytest.raises(ValueError, match=says):
        pair_sizes(question, [weights])


def test_runs_that_rank_alike_leave_nothing_to_draw() -> None:
    frame = frame_of([rankings_of([1, 2])] * 2, 2)
    weights = run_weights(parse_measure("P@2"), frame)
    with pytest.raises(ValueError, match="no pair can move"):
        pair_sizes(Question("pair", [0, 1]), [weights])
    with pytest.raises(ValueError, match="at least one measure"):
        pair_sizes(Question("pair", [0, 1]), [])
    with pytest.raises(ValueError, match="a prior has"):
        pair_sizes(Question("means", [0]), [weights], np.array([1.0, -1.0]))
