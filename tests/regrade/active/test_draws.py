from __future__ import annotations

import numpy as np

from regrade.active.draws import DrawnBatch, draw_batch, draw_chances, ranking_of, ranks_in
from regrade.active.stopping.autostop import Draws, batch_estimates
from regrade.active.stopping.review import Review

RANKING = np.array([3, 0, 2, 1])
CHANCES = np.log(5 / np.array([1, 2, 3, 4])) / np.log(5**4 / 24)
SEEDS = range(4_000)


def drawn(n_seen: int, n: int, seed: int) -> DrawnBatch:
    """Draws with the first of the ranking seen."""
    return draw_batch(RANKING, RANKING[:n_seen], n, np.random.default_rng(seed))


def test_each_rank_is_drawn_as_often_as_its_chance_says() -> None:
    assert np.allclose(draw_chances(4), CHANCES)
    times = np.bincount([int(drawn(0, 1, seed).chosen[0]) for seed in SEEDS], minlength=4)
    assert np.abs(times[RANKING] / len(SEEDS) - CHANCES).max() < 0.04  # five standard errors


def test_a_passage_that_was_drawn_twice_is_chosen_once() -> None:
    batches = [drawn(1, 9, seed) for seed in SEEDS]
    assert all(len(batch.drawn) == len(set(batch.drawn)) for batch in batches)
    assert not any(3 in batch.chosen for batch in batches)
    has_last = np.mean([1 in batch.drawn for batch in batches])
    assert abs(has_last - (1 - (1 - CHANCES[3]) ** 9)) < 0.04


def test_one_more_is_chosen_where_all_that_is_drawn_was_seen() -> None:
    batches = [drawn(2, 1, seed) for seed in SEEDS]
    more = [batch.chosen[0] for batch in batches if batch.drawn[0] in RANKING[:2]]
    assert {batch.chosen.size for batch in batches} == {1}
    assert abs(np.mean(np.array(more) == 2) - CHANCES[2] / (CHANCES[2] + CHANCES[3])) < 0.04


def test_nothing_is_chosen_where_nothing_is_left() -> None:
    assert drawn(4, 5, 1).chosen.size == 0


def test_ranks_are_of_some_passages_by_falling_score() -> None:
    ranking = ranking_of(np.array([0.5, 9.0, 0.5, 0.7]), np.array([0, 2, 3]))
    assert ranking.tolist() == [3, 0, 2]
    assert ranks_in(ranking, 4).tolist() == [2, 0, 3, 1]


def estimated(seed: int) -> float:
    """Estimate of 8 relevant passages of 40, most of which are judged: many draws are not new.

    Found passages rise to the top, as those that a model was trained on.
    """
    rng = np.random.default_rng(seed)
    is_relevant = np.arange(40) < 8
    judged, found = [np.zeros(0, np.int64)], list[int]()
    batches, ranks = list[int](), []
    for _ in range(20):
        scores = rng.random(40) + is_relevant
        scores[found] += 2.0 * is_relevant[found]
        ranking = ranking_of(scores, np.arange(40))
        batch = draw_batch(ranking, np.concatenate(judged), 1, rng)
        own = batch.drawn[~np.isin(batch.drawn, found)]
        judged.append(batch.chosen)
        found += own.tolist()
        batches.append(own.size)
        ranks.append(ranks_in(ranking, 40)[own[is_relevant[own]]])
    draws = Draws(np.ones(20, np.int64), np.full(20, 40), np.concatenate(ranks))
    review = Review(is_relevant[found], np.array(batches), 40)
    return float(batch_estimates(review, draws).mean())


def test_the_estimate_is_right_on_average_where_what_was_found_rises() -> None:
    estimates = [estimated(seed) for seed in range(400)]
    assert abs(np.mean(estimates) - 8) < 4 * np.std(estimates) / 20
