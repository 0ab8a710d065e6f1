"""Agreement within parts of a campaign: topics, strata, versions of the guideline, days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from regrade.agreement.counting.ballots import Ballots, Missing, cast_ballots
from regrade.agreement.counting.scale import Grades, Scale
from regrade.agreement.depth import categories_of, counts_of
from regrade.agreement.intervals.estimates import Estimate, Sampling, estimates, main_statistics
from regrade.agreement.report import fleiss_terms
from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import Vote


class GroupAgreement(NamedTuple):
    """How far assessors agree on the pairs, or by the votes, of one part."""

    name: str
    n_topics: int
    n_pairs: int  # with at least two votes
    n_votes: int  # on these
    n_by_grade: tuple[int, ...]  # how often each grade was given, on all pairs
    coefficients: Sequence[Estimate]


def agreement_of_groups(
    groups: Mapping[str, Iterable[Vote] | PackedVotes],
    *,
    scale: Scale,
    judgments_per_pair: int = 1,
    threshold: int | None = None,
    missing: Missing = "drop",
    sampling: Sampling | None = None,
) -> list[GroupAgreement]:
    """The main coefficients of each group, in the order of the groups.

    Fleiss' kappa takes the same number of votes in all of them, that of all votes together. A
    group of a single topic has no intervals.

    Args:
        groups: the votes of each, as `agreement_in_depth` takes them.
        scale, judgments_per_pair, threshold, missing: as there.
        sampling: how topics are drawn for intervals.

    Raises:
        ValueError: as `agreement_in_depth`.
    """
    categories = categories_of(scale, threshold, missing)
    ballots = {
        name: cast_ballots(pack(votes), threshold=threshold, missing=missing)
        for name, votes in groups.items()
    }
    sizes = [np.empty(0, dtype=np.int64), *(cast.sizes for cast in ballots.values())]
    terms = fleiss_terms(np.concatenate(sizes), judgments_per_pair=judgments_per_pair)
    return [
        _describe(name, cast, categories, terms.n_votes, sampling or Sampling())
        for name, cast in ballots.items()
    ]


def _describe(
    name: str, ballots: Ballots, categories: Grades, n_votes: int, sampling: Sampling
) -> GroupAgreement:
    counts, topics = counts_of(ballots, categories), ballots.topics
    is_compared = counts.sum(axis=1) >= 2
    return GroupAgreement(
        name=name,
        n_topics=np.unique(topics[is_compared]).size,
        n_pairs=int(is_compared.sum()),
        n_votes=int(counts[is_compared].sum()),
        n_by_grade=tuple(counts.sum(axis=0).tolist()),
        coefficients=estimates(counts, topics, main_statistics(categories, n_votes), sampling),
    )
