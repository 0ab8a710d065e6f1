from __future__ import annotations

import tracemalloc
from itertools import count

import numpy as np
import pytest
from numpy.typing import NDArray

from annotation.pools.preview import pool_sizes
from tests.tiers import THOROUGH


def ranking(*ordinals: int) -> NDArray[np.int32]:
    return np.array(ordinals, dtype=np.int32)


def textless(*ordinals: int, n: int = 10) -> NDArray[np.bool_]:
    return np.isin(np.arange(n), ordinals)


def test_pool_sizes_count_each_depth() -> None:
    topics = [[ranking(0, 1, 2), ranking(1, 3)], [ranking(4, 0, 1), ranking(4, 0, 1)]]
    sizes = pool_sizes(topics, textless(), n_runs=2, depth=3)
    assert sizes.n_pairs.tolist() == [3, 5, 7]
    assert [counts.tolist() for counts in sizes.found_by] == [[2, 2, 3], [1, 3, 4]]
    assert sizes.least.tolist() == [1, 2, 3]
    assert sizes.most.tolist() == [2, 3, 4]
    assert sizes.median.tolist() == [1.5, 2.5, 3.5]
    assert sizes.n_topics.tolist() == [2, 2, 2]


def test_pool_sizes_leave_out_what_has_no_text() -> None:
    sizes = pool_sizes([[ranking(0, 1), ranking(0, 2)]], textless(0, 2), n_runs=2, depth=2)
    assert sizes.n_pairs.tolist() == [0, 1]
    assert sizes.n_textless.tolist() == [1, 2]
    assert sizes.n_topics.tolist() == [0, 1]
    assert sizes.least.tolist() == [0, 1]
    assert [counts.tolist() for counts in sizes.found_by] == [[0, 1], [0, 0]]


def test_pool_sizes_of_no_topics_are_naught() -> None:
    sizes = pool_sizes([], textless(), n_runs=2, depth=2)
    assert sizes.n_pairs.tolist() == sizes.most.tolist() == [0, 0]


def test_a_topic_that_a_run_does_not_rank_counts_by_the_others() -> None:
    sizes = pool_sizes([[ranking(5)], [ranking()]], textless(), n_runs=2, depth=2)
    assert sizes.n_pairs.tolist() == [1, 1]
    assert sizes.n_topics.tolist() == [1, 1]


def test_many_deep_topics_take_little_memory() -> None:
    n_topics, depth = 1000, 1000
    deep = np.arange(depth, dtype=np.int32)
    tracemalloc.start()
    sizes = pool_sizes(([deep] for _ in range(n_topics)), textless(n=depth), n_runs=1, depth=depth)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sizes.median.tolist() == list(range(1, depth + 1))
    assert peak < 4 * n_topics * depth


@pytest.mark.parametrize("depth", [6, 130])
@pytest.mark.parametrize("seed", range(20 if THOROUGH else 2))
def test_pool_sizes_agree_with_counting_by_hand(seed: int, depth: int) -> None:
    rng, n_runs = np.random.default_rng(seed), 3
    topics = [
        [
            rng.permutation(depth + 4)[: rng.integers(0, depth + 3)].astype(np.int32)
            for _ in range(n_runs)
        ]
        for _ in range(rng.integers(1, 6))
    ]
    missing = rng.random(depth + 4) < 0.3
    sizes = pool_sizes(topics, missing, n_runs=n_runs, depth=depth)
    for place, d in zip(range(depth), count(1), strict=False):
        pools = [
            {int(o): sum(o in r[:d] for r in rankings) for r in rankings for o in r[:d]}
            for rankings in topics
        ]
        judged = [{o: n for o, n in pool.items() if not missing[o]} for pool in pools]
        lengths = [len(pool) for pool in judged if pool]
        assert sizes.n_pairs[place] == sum(lengths)
        assert sizes.n_textless[place] == sum(map(len, pools)) - sum(lengths)
        assert sizes.n_topics[place] == len(lengths)
        assert sizes.median[place] == (np.median(lengths) if lengths else 0)
        assert (sizes.least[place], sizes.most[place]) == (
            (min(lengths), max(lengths)) if lengths else (0, 0)
        )
        for n in range(n_runs):
            by_n = sum(found == n + 1 for pool in judged for found in pool.values())
            assert sizes.found_by[n][place] == by_n
