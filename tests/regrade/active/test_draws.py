from __future__ import annotations

import numpy as np

from regrade.active.draws import draw_batch, draw_chances, draw_new, ranking_of, ranks_in

RANKING = np.array([3, 0, 2, 1])
CHANCES = np.log(5 / np.array([1, 2, 3, 4])) / np.log(5**4 / 24)
SEEDS = range(4_000)


def test_each_rank_is_drawn_as_often_as_its_chance_says() -> None:
    assert np.allclose(draw_chances(4), CHANCES)
    first = [draw_batch(RANKING, RANKING[:0], 1, np.random.default_rng(seed)) for seed in SEEDS]
    times = np.bincount([int(batch.chosen[0]) for batch in first], minlength=4)
    assert np.abs(times[RANKING] / len(SEEDS) - CHANCES).max() < 0.04  # five standard errors


def test_a_passage_that_was_drawn_twice_is_chosen_once() -> None:
    n = [draw_new(RANKING, RANKING[:1], 9, CHANCES, np.random.default_rng(seed)) for seed in SEEDS]
    assert all(len(new) == len(set(new)) and 3 not in new for new in n)
    has_last = np.mean([1 in new for new in n])
    assert abs(has_last - (1 - (1 - CHANCES[3]) ** 9)) < 0.04


def test_draws_go_on_to_the_first_new_passage() -> None:
    """Counted one by one, the first draw of the last rank has a geometric distribution."""
    batches = [draw_batch(RANKING, RANKING[:3], 1, np.random.default_rng(seed)) for seed in SEEDS]
    assert {tuple(batch.chosen) for batch in batches} == {(1,)}
    assert abs(np.mean([batch.n_draws for batch in batches]) * CHANCES[3] - 1) < 0.08


def test_nothing_is_drawn_where_nothing_is_left() -> None:
    chosen, n_draws = draw_batch(RANKING, np.arange(4), 5, np.random.default_rng(1))
    assert (chosen.tolist(), n_draws) == ([], 0)


def test_ranks_are_of_some_passages_by_falling_score() -> None:
    ranking = ranking_of(np.array([0.5, 9.0, 0.5, 0.7]), np.array([0, 2, 3]))
    assert ranking.tolist() == [3, 0, 2]
    assert ranks_in(ranking, 4).tolist() == [2, 0, 3, 1]
