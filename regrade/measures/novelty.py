"""What passages of a ranking add for the subtopics of their topic: shared by diversity measures."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures.labels import Ints, JudgedTopics, SubtopicLabels


class Answers(NamedTuple):
    """Ranked passages that are relevant for a subtopic, one row a passage and subtopic.

    Attributes: parallel arrays, subtopic after subtopic and by rank within each
        topics: shape (n_answers,). The topic's index among the topics.
        subtopics: shape (n_answers,). Numbered over all topics together, ascending.
        ranks: shape (n_answers,). The passage's rank, counted from 1.
        n_above: shape (n_answers,). Passages above it that are relevant for the same subtopic.
    """

    topics: Ints
    subtopics: Ints
    ranks: Ints
    n_above: Ints


def answers(judged: JudgedTopics, threshold: int, ranks: Ints) -> Answers:
    """The relevant passages of a ranking, by subtopic.

    Args:
        ranks: shape (n_labels,). The rank of each label's passage, 0 where it was not ranked.
    """
    labels, subtopics = _relevant(judged, threshold)
    is_ranked = ranks[labels] > 0
    labels, subtopics = labels[is_ranked], subtopics[is_ranked]
    order = np.lexsort((ranks[labels], subtopics))
    labels, subtopics = labels[order], subtopics[order]
    n_above = np.arange(subtopics.size) - np.searchsorted(subtopics, subtopics)
    return Answers(judged.topics[labels], subtopics, ranks[labels], n_above)


def n_answerable(judged: JudgedTopics, threshold: int) -> Ints:
    """shape (n_topics,). Subtopics for which some passage is relevant; others do not count."""
    labels, subtopics = _relevant(judged, threshold)
    _, firsts = np.unique(subtopics, return_index=True)
    return np.bincount(judged.topics[labels[firsts]], minlength=judged.n_topics)


def n_relevant_by_subtopic(judged: JudgedTopics, threshold: int) -> Ints:
    """shape (n_subtopics,). Passages relevant for each subtopic, retrieved or not."""
    return np.bincount(_relevant(judged, threshold)[1])


def ideal_ranks(judged: JudgedTopics, threshold: int, alpha: float, depth: int | None) -> Ints:
    """Ranks in the ranking that takes at each rank the passage that gains most, as ndeval does.

    The best ranking of all is too hard to find (NP-complete); this one may be bettered. Where no
    passage gains any more it ends.

    Args:
        alpha: share by which each passage of a subtopic lowers the gain of those after it.
        depth: how many ranks to fill; None fills all.

    Returns:
        shape (n_labels,). 0 where the ideal ranking does without the passage.
    """
    by_subtopic = _by_subtopic(judged)
    key = (threshold, alpha, depth or 0)
    if key not in by_subtopic.ideals:
        by_subtopic.ideals[key] = _greedy_ranks(judged, threshold, alpha, depth)
    return by_subtopic.ideals[key]


def _greedy_ranks(judged: JudgedTopics, threshold: int, alpha: float, depth: int | None) -> Ints:
    """All topics take their next passage at the same time."""
    labels, subtopics = _relevant(judged, threshold)
    ranks = np.zeros(judged.relevances.size, np.int64)
    candidates = np.unique(labels)
    ties = _by_subtopic(judged).tie_order[candidates]
    candidates = candidates[np.lexsort((ties, judged.topics[candidates]))]
    topics = judged.topics[candidates]
    starts = np.flatnonzero(np.diff(topics, prepend=-1))
    left = np.ones(subtopics.max(initial=-1) + 1)  # what a further passage of a subtopic gains
    for rank in range(1, min(depth or candidates.size, candidates.size) + 1):
        gains = np.bincount(labels, left[subtopics], ranks.size)[candidates]
        gains[ranks[candidates] > 0] = 0
        best = np.repeat(np.maximum.reduceat(gains, starts), np.diff([*starts, gains.size]))
        indices = np.where((gains == best) & (best > 0), np.arange(gains.size), -1)
        chosen = np.maximum.reduceat(indices, starts)
        chosen = candidates[chosen[chosen >= 0]]
        if not chosen.size:
            break
        ranks[chosen] = rank
        left[subtopics[ranks[labels] == rank]] *= 1 - alpha
    return ranks


def _relevant(judged: JudgedTopics, threshold: int) -> tuple[Ints, Ints]:
    """Label and subtopic of every relevance that reaches the threshold."""
    by_subtopic = _by_subtopic(judged)
    is_relevant: NDArray[np.bool_] = by_subtopic.relevances >= threshold
    return by_subtopic.labels[is_relevant], by_subtopic.subtopics[is_relevant]


def _by_subtopic(judged: JudgedTopics) -> SubtopicLabels:
    if judged.subtopics is None:
        raise ValueError("the labels have no subtopics")
    return judged.subtopics
