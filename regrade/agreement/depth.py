"""In-depth agreement of a campaign: every coefficient with its interval and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.ballots import NOT_JUDGED, Ballots, Missing, cast_ballots
from regrade.agreement.counting.scale import Counts, Grades, Scale, ascending, count_in_rows
from regrade.agreement.intervals.estimates import (
    CONFIDENCE,
    N_RESAMPLES,
    SEED,
    Estimate,
    Sampling,
    all_statistics,
    estimates,
)
from regrade.agreement.patterns import Pattern, vote_patterns, votes_until_majority
from regrade.agreement.reading import Reading, read_kappa
from regrade.agreement.report import FleissTerms, fleiss_terms
from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import Vote


class AgreementInDepth(NamedTuple):
    """Agreement of all assessors on all pairs.

    `confusion` has shape (n_grades, n_grades): how often one assessor's grade (row) met another's
    (column) on the same pair, counted both ways, so it is symmetric. `n_settled` counts pairs by
    the vote that settled them; `n_unsettled` pairs have no majority.
    """

    scale: tuple[int | None, ...]  # None: not judged, where that is a category of its own
    n_topics: int
    n_pairs: int  # with at least two votes
    n_votes: int
    n_filled: int  # of these, votes that stand for a not-judged answer
    fleiss: FleissTerms
    coefficients: Sequence[Estimate]
    reading: Reading | None  # of Fleiss' kappa
    patterns: Sequence[Pattern]
    confusion: NDArray[np.int64]
    n_settled: Mapping[int, int]
    n_unsettled: int
    sampling: Sampling


def agreement_in_depth(
    votes: Iterable[Vote] | PackedVotes,
    *,
    scale: Scale,
    judgments_per_pair: int = 1,
    threshold: int | None = None,
    missing: Missing = "drop",
    seed: int = SEED,
    n_resamples: int = N_RESAMPLES,
    confidence: float = CONFIDENCE,
) -> AgreementInDepth:
    """Every coefficient of a campaign with its interval, and the counts that explain them.

    Args:
        votes: as `agreement_report` takes them; those of a pair in the order they were given.
        scale: the grades that could be given, ascending.
        judgments_per_pair, threshold, missing: as `agreement_report` has them.
        seed: of the draws of topics, which all coefficients share.

    Raises:
        ValueError: a grade or the threshold is not on the scale, an assessor votes twice on a
            pair, or an argument is out of its range.
    """
    categories = categories_of(scale, threshold, missing)
    ballots = cast_ballots(pack(votes), threshold=threshold, missing=missing)
    terms = fleiss_terms(ballots.sizes, judgments_per_pair=judgments_per_pair)
    return _describe(ballots, categories, terms, Sampling(seed, n_resamples, confidence))


def categories_of(scale: Scale, threshold: int | None, missing: Missing) -> Grades:
    """Possible votes: the grades, or 0 and 1 at a threshold, with `NOT_JUDGED` if requested.

    Raises:
        ValueError: the threshold is not on the scale, or the scale does not ascend.
    """
    grades = ascending(scale)
    if threshold is not None and threshold not in grades:
        raise ValueError(f"threshold {threshold} is not on the scale")
    if threshold is not None:
        grades = np.array([0, 1], dtype=np.int64)
    return np.append(grades, NOT_JUDGED) if missing == "category" else grades


def named(categories: Grades) -> tuple[int | None, ...]:
    """The categories for output: None for *not judged*."""
    return tuple(None if one == NOT_JUDGED else one for one in categories.tolist())


def counts_of(ballots: Ballots, categories: Grades) -> Counts:
    """How often each pair has each category, shape (n_pairs, n_categories).

    Raises:
        ValueError: a grade is not on the scale.
    """
    return count_in_rows(ballots.pairs, ballots.grades, ballots.topics.size, categories)


def _describe(
    ballots: Ballots, categories: Grades, terms: FleissTerms, sampling: Sampling
) -> AgreementInDepth:
    counts, topics = counts_of(ballots, categories), ballots.topics
    found = estimates(counts, topics, all_statistics(categories, terms.n_votes), sampling)
    fleiss = next(one.value for one in found if one.name == "fleiss_kappa")
    n_settled, n_unsettled = _settled(ballots, categories)
    is_compared = counts.sum(axis=1) >= 2
    return AgreementInDepth(
        scale=named(categories),
        n_topics=np.unique(topics[is_compared]).size,
        n_pairs=int(is_compared.sum()),
        n_votes=int(counts[is_compared].sum()),
        n_filled=int(ballots.is_filled[is_compared[ballots.pairs]].sum()),
        fleiss=terms,
        coefficients=found,
        reading=None if fleiss is None else read_kappa(fleiss),
        patterns=vote_patterns(counts),
        confusion=_confusion(counts),
        n_settled=n_settled,
        n_unsettled=n_unsettled,
        sampling=sampling,
    )


def _settled(ballots: Ballots, categories: Grades) -> tuple[dict[int, int], int]:
    """Number of pairs by the vote that settled them, and number of unsettled pairs."""
    settled = votes_until_majority(ballots.pairs, ballots.grades, categories)
    n_pairs = np.bincount(settled).tolist() if settled.size else [0]
    return {n: counted for n, counted in enumerate(n_pairs) if n and counted}, n_pairs[0]


def _confusion(counts: Counts) -> NDArray[np.int64]:
    """Counts of ordered pairs of votes on the same pair, by the two grades."""
    together: NDArray[np.int64] = counts.T @ counts
    return together - np.diag(counts.sum(axis=0))
