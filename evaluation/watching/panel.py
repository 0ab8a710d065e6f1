"""Runs' means by the mean of each pair's votes: what a panel says on average."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from annotation.labels.drawn import DrawnPair
from evaluation.scores.samples import Sample
from regrade.measures import Measure
from regrade.measures.labels import Floats, Ints
from regrade.sampling.estimation import Estimated, estimate
from regrade.sampling.inclusion import inclusion
from regrade.sampling.prediction import Judged, predict
from regrade.votes.packed import PackedVotes
from regrade.whatif.weights import gains_of


def panel_estimates(
    sample: Sample,
    settled: Ints,
    votes: Sequence[Floats],
    measure: Measure,
    weights: Floats,
) -> Estimated:
    """Estimate runs' means from mean gains, with the variance of votes on top.

    Args:
        sample: the labels so far.
        settled: shape (n_settled,). Places among its judged pairs of the first that were drawn,
            all of which have the judgments that they want.
        votes: of each settled pair. Without any its label counts as it is.
        weights: shape (n_runs, n_pairs).
    """
    judged = sample.labels.judged
    gains = gains_of(measure, judged, judged.relevances)[settled]
    variances = np.zeros(settled.size)
    for place, grades in enumerate(votes):
        if grades.size:
            of_votes = gains_of(measure, judged, grades.astype(np.int64))
            gains[place] = of_votes.mean()
            variances[place] = of_votes.var(ddof=1) / grades.size if grades.size > 1 else np.nan
    pairs = sample.judged.pairs[settled]
    first = Judged(pairs, inclusion(sample.sizes, settled.size)[pairs])
    predicted = predict(sample.frame, first, gains, sample.features, sample.sizes)
    return estimate(sample.frame, first, predicted, weights, variances)


def votes_on(pairs: Sequence[DrawnPair], votes: PackedVotes) -> list[Floats]:
    """The grades that each pair got; votes that give no grade are left out."""
    graded = votes.only(~np.isnan(votes.grades))
    order = np.argsort(graded.pairs, kind="stable")
    numbers = votes.find_named([(one.query_id, one.passage) for one in pairs])
    starts, ends = (
        np.searchsorted(graded.pairs[order], numbers, side=side) for side in ("left", "right")
    )
    grades = graded.grades[order]
    return [grades[one:end] for one, end in zip(starts.tolist(), ends.tolist(), strict=True)]
