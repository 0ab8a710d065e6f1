from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import (
    JudgedRankings,
    JudgedTopics,
    Rankings,
    judge,
    perhaps_labelled,
    sieve,
)
from regrade.measures.judged_rankings import BLOCK
from tests.regrade.measures.rankings import ranking


def looked_up(ordinals: list[int], labels: dict[int, int]) -> JudgedRankings:
    passages = sorted(labels)
    judged = JudgedTopics(
        np.array([0, len(passages)]),
        np.array(passages, np.int64),
        np.array([labels[passage] for passage in passages], np.int64),
    )
    return judge(Rankings(np.array([0, len(ordinals)]), np.array(ordinals, np.int32)), judged)


def test_judge_keeps_the_rank_order() -> None:
    hits = looked_up([30, 10, 20, 5], {20: 0, 5: -2, 30: 3}).hits
    assert hits.ranks.tolist() == [1, 3, 4]
    assert hits.relevances.tolist() == [3, 0, -2]


def test_judge_says_which_label_each_hit_carries() -> None:
    seen = looked_up([30, 10, 20, 5], {20: 0, 5: -2, 30: 3})
    assert seen.judged.relevances[seen.hits.labels].tolist() == seen.hits.relevances.tolist()


def test_judge_keeps_every_label_of_the_topic() -> None:
    assert looked_up([1], {7: 2, 1: 3, 9: 0}).judged.n_relevant(1).tolist() == [2]


def test_judge_of_an_empty_ranking_finds_nothing() -> None:
    seen = looked_up([], {7: 2})
    assert seen.hits.ranks.shape == (0,)
    assert seen.n_retrieved.tolist() == [0]


def test_judge_of_an_unlabelled_topic_leaves_all_unjudged() -> None:
    seen = looked_up([4, 2], {})
    assert seen.hits.ranks.shape == (0,)
    assert seen.n_retrieved.tolist() == [2]


def test_judge_takes_no_label_of_another_topic() -> None:
    judged = JudgedTopics(np.array([0, 1, 2]), np.array([5, 9]), np.array([1, 1]))
    seen = judge(Rankings(np.array([0, 2, 4]), np.array([9, 5, 5, 9], np.uint32)), judged)
    assert seen.hits.topics.tolist() == [0, 1]
    assert seen.hits.ranks.tolist() == [2, 2]


def test_judge_takes_a_passage_above_all_judged_ones_for_unjudged() -> None:
    """Passage 1024 of the first topic is not passage 0 of the second, though their low bits are
    the same and so is topic * 1024 + passage."""
    judged = JudgedTopics(np.array([0, 1, 2]), np.array([1023, 0]), np.array([1, 1]))
    seen = judge(Rankings(np.array([0, 1, 1]), np.array([1024], np.int32)), judged)
    assert seen.hits.ranks.size == 0


def test_judge_finds_labels_beyond_the_first_block() -> None:
    hits = looked_up(list(range(BLOCK + 2)), {3: 1, BLOCK: 2, BLOCK + 1: 0}).hits
    assert hits.ranks.tolist() == [4, BLOCK + 1, BLOCK + 2]
    assert hits.relevances.tolist() == [1, 2, 0]


def test_judge_takes_a_negative_number_for_unjudged() -> None:
    """Passage -1 of the second topic is not the highest judged passage of the first."""
    judged = JudgedTopics(np.array([0, 1, 2]), np.array([1023, 5]), np.array([1, 1]))
    seen = judge(Rankings(np.array([0, 0, 1]), np.array([-1])), judged)
    assert seen.hits.ranks.size == 0


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint32, np.uint64])
def test_judge_takes_any_integer_type(kind: type[np.integer]) -> None:
    judged = JudgedTopics(np.array([0, 1]), np.array([100]), np.array([1]))
    seen = judge(Rankings(np.array([0, 2]), np.array([7, 100], kind)), judged)
    assert seen.hits.ranks.tolist() == [2]


def test_judge_of_another_number_of_topics_is_refused() -> None:
    judged = JudgedTopics(np.array([0, 1]), np.array([5]), np.array([1]))
    with pytest.raises(ValueError, match="rankings of 2 topics, labels of 1"):
        judge(Rankings(np.array([0, 1, 1]), np.array([5])), judged)


def test_condensed_moves_the_judged_up_and_drops_what_trec_eval_calls_unjudged() -> None:
    condensed = ranking(None, 2, -1, None, 1).condensed
    assert condensed.hits.ranks.tolist() == [1, 2]
    assert condensed.hits.relevances.tolist() == [2, 1]
    assert condensed.n_retrieved.tolist() == [2]


def test_a_sieve_of_several_label_sets_loses_no_hit_of_any() -> None:
    draw = np.random.default_rng(1)
    label_sets = []
    for size in (3, 400, 2_000):  # tables of three sizes
        passages = np.sort(draw.choice(100_000, size, replace=False))
        label_sets.append(JudgedTopics(np.array([0, size]), passages, np.ones(size, np.int64)))
    judged = np.concatenate([labels.passages[::2] for labels in label_sets])
    retrieved = draw.permutation(np.unique(np.append(judged, draw.choice(100_000, 9_000))))
    rankings = Rankings(np.array([0, retrieved.size]), retrieved.astype(np.int32))
    among = perhaps_labelled(rankings, sieve(label_sets))
    assert among.size < retrieved.size / 2
    for labels in label_sets:
        alone, together = judge(rankings, labels), judge(rankings, labels, among=among)
        for ours, theirs in zip(together.hits, alone.hits, strict=True):
            np.testing.assert_array_equal(ours, theirs)
        assert alone.hits.ranks.size >= labels.passages.size / 2
