"""A topic's scores from its pair scores: each passage's account with all others.

p[i, j] is the probability that passage i beats passage j; n passages, in the order of the first
stage, best first. The diagonal is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regrade.neural.pairs.flips import PairMatrix, check_pairs, find_flips

Scores: TypeAlias = NDArray[np.float64]

CUTS, WITHIN = (200, 100, 50), "sym-log-sum"
# Pair scores are kept in float32. A 0 is read as the least number above it, and a 1, where its
# complement is asked for, as the greatest below it: both logarithms are finite, and no other
# value is touched.
LEAST = 2.0**-149
LEAST_COMPLEMENT = 2.0**-24


def sum_of_pairs(p: PairMatrix) -> Scores:
    """How often a passage is expected to win when it is asked about first.

    s_i = sum_{j != i} p_ij.

    Args:
        p: shape (n, n). Probabilities; the diagonal is not read.

    Returns:
        shape (n,). In [0, n - 1]; 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        SUM of Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design Pattern, arXiv 2101.05667,
        2021.
    """
    return _sum(check_pairs(p))


def log_sum(p: PairMatrix) -> Scores:
    """Logarithm of the chance that a passage wins all its pairs, asked about first.

    s_i = sum_{j != i} log p_ij, with 0 read as 2^-149.

    Args:
        p: shape (n, n). Probabilities; the diagonal is not read.

    Returns:
        shape (n,). Finite, at most 0; 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        SUM-LOG of Pradeep et al., 2021.
    """
    return _sum(_log_wins(check_pairs(p)))


def sym_sum(p: PairMatrix) -> Scores:
    """Expected wins of a passage, asked about first and second.

    s_i = sum_{j != i} (p_ij + (1 - p_ji)).

    Args:
        p: shape (n, n). Probabilities; the diagonal is not read.

    Returns:
        shape (n,). In [0, 2 (n - 1)], adding up to n (n - 1); 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        SYM-SUM of Pradeep et al., 2021.
    """
    checked = check_pairs(p)
    return _sum(checked + (1 - checked.T))


def sym_log_sum(p: PairMatrix) -> Scores:
    """Log probability that a passage wins all its pairs, in both orders.

    s_i = sum_{j != i} (log p_ij + log(1 - p_ji)), with 0 read as 2^-149 and 1 as 1 - 2^-24.

    Args:
        p: shape (n, n). Probabilities; the diagonal is not read.

    Returns:
        shape (n,). Finite, at most 0; 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        SYM-SUM-LOG of Pradeep et al., 2021, which is not finite at 0 and 1.
    """
    return _sum(_sym_log_terms(check_pairs(p)))


def score_distance(p: PairMatrix) -> Scores:
    """Logarithms of the chances to win, each weighed by how far both ways of asking agree.

    s_i = sum_{j != i} (1 - |p_ij - (1 - p_ji)|) * log p_ij, with 0 read as 2^-149.

    Args:
        p: shape (n, n). Probabilities; the diagonal is not read.

    Returns:
        shape (n,). Finite, at most 0; 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        No public code is known; this is the formula.
    """
    checked = check_pairs(p)
    agreement = 1 - np.abs(checked - (1 - checked.T))
    return _sum(agreement * _log_wins(checked))


def out_of_flip(p: PairMatrix) -> Scores:
    """`sym_log_sum` over those others alone that do not flip with the worst of the first stage.

    s_i = sum_{j in J, j != i} (log p_ij + log(1 - p_ji)),  J = {j : (j, n) does not flip}, with
    the worst passage n in J. Every passage keeps a score; one that is in J itself has a term less
    than one that is not.

    Args:
        p: shape (n, n). Probabilities, the passages in the order of the first stage, best first;
            the diagonal is not read.

    Returns:
        shape (n,). Finite, at most 0; 0 where there is no other passage.

    Raises:
        ValueError: p is not square, or holds what is no probability.

    Source:
        No public code is known; this is the definition.
    """
    terms = _sym_log_terms(check_pairs(p))
    flips_with_worst = find_flips(p)[-1:].any(axis=0)  # (n,), also when n is 0
    return _sum(np.where(flips_with_worst, 0.0, terms))


class Aggregation(NamedTuple):
    """A method that turns pair scores into scores, and its parameters with defaults."""

    score: Callable[..., Scores]
    parameters: Mapping[str, Any] = MappingProxyType({})


# The aggregations that loop truncation can repeat.
PLAIN: dict[str, Aggregation] = {
    "sum": Aggregation(sum_of_pairs),
    "log-sum": Aggregation(log_sum),
    "sym-sum": Aggregation(sym_sum),
    "sym-log-sum": Aggregation(sym_log_sum),
    "out-of-flip": Aggregation(out_of_flip),
    "score-distance": Aggregation(score_distance),
}


def loop_truncation(p: PairMatrix, *, cuts: Sequence[int] = CUTS, within: str = WITHIN) -> Scores:
    """Aggregate, keep the best, aggregate again among those alone, and so on.

    Each cut n keeps the n best passages; of equal ones those that the first stage has higher.
    A cut at or above what is left cuts nothing. Passages that are cut stay below those kept, in
    the order of the round that cut them.

    Args:
        p: shape (n, n). Probabilities, the passages in the order of the first stage, best first;
            the diagonal is not read.
        cuts: counted in passages, descending.
        within: the name of the aggregation of every round, one of `PLAIN`.

    Returns:
        shape (n,). Of passages kept to the end their score of the last round; below them whole
        steps down, equal where the round that cut them had them equal.

    Raises:
        ValueError: cuts that do not descend or end below 1, an unknown aggregation, or a p that
            is not square or holds what is no probability.

    Source:
        No public code is known; this is the definition.
    """
    _check_loop(cuts, within)
    score, checked = PLAIN[within].score, check_pairs(p)
    kept, scores = np.arange(len(checked)), score(checked)
    rounds: list[tuple[NDArray[np.intp], Scores]] = []
    for cut in cuts:
        if cut < len(kept):
            best_first = np.argsort(-scores, kind="stable")
            below = best_first[cut:]
            rounds.append((kept[below], scores[below]))
            kept = kept[np.sort(best_first[:cut])]
            scores = score(checked[np.ix_(kept, kept)])
    return _in_levels(kept, scores, rounds)


# Every aggregation by its name in commands and specs.
AGGREGATIONS: dict[str, Aggregation] = {
    **PLAIN,
    "loop-truncation": Aggregation(
        loop_truncation, MappingProxyType({"cuts": CUTS, "within": WITHIN})
    ),
}


def _sum(terms: NDArray[np.float64]) -> Scores:
    """Row sums without the diagonal. Terms are put in order first: the order of the passages
    changes no digit, and passages with equal terms have equal scores."""
    np.fill_diagonal(terms, 0.0)
    return np.asarray(np.sort(terms, axis=1).sum(axis=1))


def _log_wins(checked: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.log(np.maximum(checked, LEAST)))


def _sym_log_terms(checked: NDArray[np.float64]) -> NDArray[np.float64]:
    return _log_wins(checked) + np.log(np.maximum(1 - checked.T, LEAST_COMPLEMENT))


def _check_loop(cuts: Sequence[int], within: str) -> None:
    descends = all(later < earlier for earlier, later in pairwise(cuts))
    if not (cuts and descends and cuts[-1] >= 1):
        listed = ", ".join(map(str, cuts)) or "none"
        raise ValueError(f"cuts descend and end at 1 or above; they are {listed}")
    if within not in PLAIN:
        raise ValueError(f"a round aggregates by {', '.join(PLAIN)}, not by {within}")


def _in_levels(
    kept: NDArray[np.intp], scores: Scores, rounds: Sequence[tuple[NDArray[np.intp], Scores]]
) -> Scores:
    """Scores of all passages: those kept as they are, the last round below them, and so on."""
    levels = np.empty(len(kept) + sum(len(passages) for passages, _ in rounds))
    levels[kept] = scores
    floor = scores.min(initial=0.0)
    for passages, cut_scores in reversed(rounds):
        _, rank = np.unique(-cut_scores, return_inverse=True)  # from 0, the best
        levels[passages] = floor - 1 - rank
        floor -= rank.max() + 1
    return levels
