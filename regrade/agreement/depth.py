"""Agreement of a whole campaign in depth: every coefficient, its interval, what is behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.aggregation.votes import Vote, group_by_pair
from regrade.agreement.ballots import Ballot, Missing, cast_ballots
from regrade.agreement.bootstrap import draw_topics, percentile_interval, sums_by_topic
from regrade.agreement.counts import Counts
from regrade.agreement.fleiss import FleissKappa
from regrade.agreement.gwet import GwetAC
from regrade.agreement.krippendorff import KrippendorffAlpha
from regrade.agreement.patterns import Pattern, vote_patterns, votes_until_majority
from regrade.agreement.percent import PercentAgreement
from regrade.agreement.reading import Reading, read_kappa
from regrade.agreement.report import FleissTerms, fleiss_terms
from regrade.agreement.scale import Grades, Scale, ascending
from regrade.agreement.statistic import Statistic
from regrade.agreement.vote_table import VoteTable, count_votes, tabulate

SEED, N_RESAMPLES, CONFIDENCE = 20, 1000, 0.95


class Estimate(NamedTuple):
    """A coefficient over all pairs, and its percentile interval over topics; None is undefined."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n_pairs: int  # pairs that it compares


class Sampling(NamedTuple):
    """How intervals were made: percentiles of a bootstrap over topics."""

    seed: int
    n_resamples: int
    confidence: float


class AgreementInDepth(NamedTuple):
    """Agreement of all assessors on all pairs.

    `confusion` has shape (n_grades, n_grades): how often one assessor's grade (row) came with
    another's (column) on the same pair, both ways round, so it is symmetric. `n_settled` has the
    number of pairs by the vote that settled them; `n_unsettled` pairs have no majority.
    """

    scale: tuple[int, ...]
    n_topics: int
    n_pairs: int  # with at least two votes
    n_votes: int
    n_filled: int  # votes that stand for a not-judged answer
    fleiss: FleissTerms
    coefficients: Sequence[Estimate]
    reading: Reading | None  # of Fleiss' kappa
    patterns: Sequence[Pattern]
    confusion: NDArray[np.int64]
    n_settled: Mapping[int, int]
    n_unsettled: int
    sampling: Sampling


def agreement_in_depth(
    votes: Sequence[Vote],
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
    grades = ascending(scale)
    if threshold is not None and threshold not in grades:
        raise ValueError(f"threshold {threshold} is not on the scale")
    ballots = cast_ballots(votes, threshold=threshold, missing=missing)
    terms = fleiss_terms(ballots, judgments_per_pair=judgments_per_pair)
    if threshold is not None:
        grades = np.array([0, 1], dtype=np.int64)
    table = tabulate(_as_counted(votes, ballots))
    return _describe(ballots, table, grades, terms, Sampling(seed, n_resamples, confidence))


def _describe(
    ballots: Sequence[Ballot],
    table: VoteTable,
    grades: Grades,
    terms: FleissTerms,
    sampling: Sampling,
) -> AgreementInDepth:
    counts = count_votes(table.votes, grades)
    estimates = _estimates(counts, table.topics, _statistics(grades, terms), sampling)
    fleiss = next(one.value for one in estimates if one.name == "fleiss_kappa")
    n_settled, n_unsettled = _settled(ballots)
    is_compared = counts.sum(axis=1) >= 2
    return AgreementInDepth(
        scale=tuple(grades.tolist()),
        n_topics=np.unique(table.topics[is_compared]).size,
        n_pairs=int(is_compared.sum()),
        n_votes=int(counts[is_compared].sum()),
        n_filled=sum(len(ballot.filled) for ballot in ballots),
        fleiss=terms,
        coefficients=estimates,
        reading=None if fleiss is None else read_kappa(fleiss),
        patterns=vote_patterns(counts),
        confusion=_confusion(counts),
        n_settled=n_settled,
        n_unsettled=n_unsettled,
        sampling=sampling,
    )


def _as_counted(votes: Sequence[Vote], ballots: Sequence[Ballot]) -> list[Vote]:
    """The votes as they enter: filled, and binary where that was asked for."""
    return [
        Vote(*pair, assessor, grade)
        for pair, ballot in zip(group_by_pair(votes), ballots, strict=True)
        for assessor, grade in ballot.grades.items()
    ]


def _settled(ballots: Sequence[Ballot]) -> tuple[dict[int, int], int]:
    """Number of pairs by the vote that settled them, and of those that none settled."""
    cast = [list(ballot.grades.values()) for ballot in ballots if ballot.grades]
    counted = Counter(votes_until_majority(cast))
    n_unsettled = counted.pop(None, 0)
    return {n: counted[n] for n in sorted(n for n in counted if n is not None)}, n_unsettled


def _statistics(grades: Grades, terms: FleissTerms) -> dict[str, Statistic]:
    statistics: dict[str, Statistic] = {
        "percent_agreement": PercentAgreement(),
        "fleiss_kappa": FleissKappa(terms.n_votes),
        "alpha_nominal": KrippendorffAlpha("nominal", grades),
        "alpha_ordinal": KrippendorffAlpha("ordinal", grades),
        "alpha_interval": KrippendorffAlpha("interval", grades),
        "gwet_ac1": GwetAC(grades),
        "gwet_ac2_linear": GwetAC(grades, "linear"),
        "gwet_ac2_quadratic": GwetAC(grades, "quadratic"),
    }
    if grades.min() >= 0:  # only then has a scale a zero to begin at
        statistics["alpha_ratio"] = KrippendorffAlpha("ratio", grades)
    return statistics


def _estimates(
    counts: Counts,
    topics: NDArray[np.int64],
    statistics: Mapping[str, Statistic],
    sampling: Sampling,
) -> list[Estimate]:
    """Each statistic, with its interval from the same draws of topics."""
    names, numbers = np.unique(topics, return_inverse=True)
    rng = np.random.default_rng(sampling.seed)
    draws = draw_topics(names.size, rng=rng, n_resamples=sampling.n_resamples)
    sizes, found = counts.sum(axis=1), []
    for name, statistic in statistics.items():
        by_topic = sums_by_topic(statistic, counts, numbers, names.size)
        value = float(statistic.value(by_topic.sum(axis=0)))
        interval = percentile_interval(statistic, by_topic, draws, confidence=sampling.confidence)
        is_used = sizes == statistic.n_votes if isinstance(statistic, FleissKappa) else sizes >= 2
        known = None if np.isnan(value) else value
        found.append(Estimate(name, known, interval.low, interval.high, int(is_used.sum())))
    return found


def _confusion(counts: Counts) -> NDArray[np.int64]:
    """Ordered couples of votes on the same pair: those of one grade with another, or itself."""
    together: NDArray[np.int64] = counts.T @ counts
    return together - np.diag(counts.sum(axis=0))
