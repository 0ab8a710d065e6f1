"""Agreement on highlights of a whole campaign, each figure with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Mean, Rows, Statistic, compute
from regrade.agreement.highlights.spans import (
    OverlapF1,
    match_spans,
    mean_jaccard,
    share_empty,
)
from regrade.agreement.intervals.bootstrap import bootstrap_interval
from regrade.agreement.intervals.estimates import Estimate, Sampling
from regrade.given import explained
from regrade.highlights.words import Highlights, highlighted_words, split_words


class HighlightedPair(NamedTuple):
    """A pair's passage, and what each of its answers highlights there."""

    topic: str
    text: str
    answers: Sequence[Highlights]


class HighlightAgreement(NamedTuple):
    """How far assessors highlight the same.

    `strict` and `lenient` are F1 of spans with the same ends and of spans that overlap, `jaccard`
    the mean index of the words, and `empty` the mean share of answers without a highlight.
    """

    n_answers: int
    strict: Estimate
    lenient: Estimate
    jaccard: Estimate
    empty: Estimate


@explained
def agreement_on_highlights(
    pairs: Sequence[HighlightedPair], sampling: Sampling | None = None
) -> HighlightAgreement:
    """Agreement on the highlights of these pairs, with intervals over topics.

    Args:
        pairs: each with at least two answers; those that highlight nothing among them.
        sampling: how topics are drawn.

    Raises:
        ValueError: a span that is empty or starts before 0.
    """
    answers = [pair.answers for pair in pairs]
    _, topics = np.unique([pair.topic for pair in pairs], return_inverse=True)
    drawn = sampling or Sampling()

    def estimate(name: str, statistic: Statistic, rows: Rows) -> Estimate:
        return estimate_over_topics(name, statistic, rows, topics.astype(np.int64), drawn)

    jaccard = np.array([_jaccard(pair) for pair in pairs], dtype=np.float64)
    return HighlightAgreement(
        n_answers=sum(map(len, answers)),
        strict=estimate("strict", OverlapF1(), match_spans(answers, "strict")),
        lenient=estimate("lenient", OverlapF1(), match_spans(answers, "lenient")),
        jaccard=estimate("jaccard", Mean(), jaccard),
        empty=estimate("empty", Mean(), share_empty(answers)),
    )


def _jaccard(pair: HighlightedPair) -> float:
    return mean_jaccard(highlighted_words(pair.answers, split_words(pair.text)))


def estimate_over_topics(
    name: str, statistic: Statistic, rows: Rows, topics: NDArray[np.int64], sampling: Sampling
) -> Estimate:
    """A figure over all pairs with its interval; pairs that it leaves out are not counted."""
    rng = np.random.default_rng(sampling.seed)
    interval = bootstrap_interval(
        statistic,
        rows,
        topics,
        rng=rng,
        n_resamples=sampling.n_resamples,
        confidence=sampling.confidence,
    )
    is_used = ~np.isnan(rows) if rows.ndim == 1 else rows.sum(axis=1) > 0
    value = compute(statistic, rows)
    return Estimate(name, value, interval.low, interval.high, int(is_used.sum()))
