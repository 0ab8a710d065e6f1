"""AP estimated from a sample of the labels, where the number of relevant passages is given."""

from __future__ import annotations

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats, Ints
from regrade.measures.measure import MAX_CUTOFF, ratio
from regrade.sampling.estimation import Estimated, sampling_covariance
from regrade.sampling.frame import Frame
from regrade.sampling.prediction import Judged, Predicted


@explained
def estimate_average_precision(
    frame: Frame,
    judged: Judged,
    predicted: Predicted,
    ranks: Ints,
    n_relevant: Floats,
) -> tuple[Estimated, Floats]:
    """AP of runs, a sum over pairs of relevant passages in which the total R is not estimated.

    1/R * sum of y_i / rank_i * (1 + sum of y_j above i),  y = ghat + (g - ghat) / p if judged

    Args:
        frame: the pairs that could be drawn; all others count as not relevant.
        judged: those that were.
        predicted: from `predict`, by gains of 1 for a relevant pair and else 0.
        ranks: shape (n_runs, n_pairs). Each run's rank of the pair, from 1; 0 where it lacks it.
        n_relevant: shape (n_topics,). R of each topic; a topic without any weighs nothing.

    Returns:
        Estimates, and the derivative: shape (n_runs, n_pairs), how far one unit of gain on each
        pair moves the run's mean.

    Source:
        Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, 5.5 (the linearised
        variance); Aslam, Pavlu and Yilmaz, SIGIR 2006 (the same sum by p alone).
    """
    expanded = predicted.residuals / judged.probabilities
    found = predicted.gains.copy()
    found[judged.pairs] += expanded
    runs = [_of_run(frame, one, found, n_relevant) for one in ranks]
    by_topic, slopes = (np.array(part) for part in zip(*runs, strict=True))
    moved = slopes[:, judged.pairs] * expanded
    covariance = sampling_covariance(moved, 1 - judged.probabilities)
    return Estimated(by_topic, covariance, judged.pairs.size), slopes


def _of_run(
    frame: Frame, ranks: Ints, relevance: Floats, n_relevant: Floats
) -> tuple[Floats, Floats]:
    """AP by topic, and its mean's derivative by each pair's relevance."""
    held = np.flatnonzero(ranks)
    held = held[np.lexsort((ranks[held], frame.topics[held]))]
    topics, placed, relevant = frame.topics[held], ranks[held], relevance[held]
    above, below = _around(topics, relevant, relevant / placed)
    precisions = (1 + above) / placed
    sums = np.bincount(topics, relevant * precisions, frame.n_topics).astype(np.float64)
    slopes = np.zeros(ranks.shape)
    slopes[held] = ratio(precisions + below, n_relevant[topics] * frame.n_topics)
    return ratio(sums, n_relevant), slopes


def _around(topics: Ints, relevance: Floats, precision: Floats) -> tuple[Floats, Floats]:
    """Sums over the pairs above each one, and over those below, in rankings one after another."""
    starts = np.searchsorted(topics, topics)
    ends = np.searchsorted(topics, topics, side="right")
    before = np.concatenate(([0.0], np.cumsum(relevance)))
    up_to = np.concatenate(([0.0], np.cumsum(precision)))
    above: Floats = before[:-1] - before[starts]
    below: Floats = up_to[ends] - up_to[1:]
    return above, below


@explained
def expected_weights(frame: Frame, n_relevant: Floats, cutoff: int | None = None) -> Floats:
    """How far one unit of gain on each pair is expected to move each run's AP.

    1/R * (1/i * (1 + q (i - 1)) + q * (1/(i + 1) + ... + 1/deepest)),  q = min(R / pairs, 1)

    The effect of a label depends on the others: here relevant passages are spread evenly over the
    topic's pairs. Pairs are drawn, and intervals planned, by these weights; estimates are not.

    Args:
        frame: the pairs.
        n_relevant: shape (n_topics,). R of each topic.
        cutoff: of the measure; all ranks count by default.

    Returns:
        Shape (n_runs, n_pairs); 0 where a run lacks the pair or has it below the cutoff, or R is 0.
    """
    n_pairs = np.bincount(frame.topics, minlength=frame.n_topics).astype(np.float64)
    share = np.minimum(ratio(n_relevant, n_pairs), 1.0)[frame.topics]
    deepest = min(cutoff or MAX_CUTOFF, int(frame.ranks.max(initial=0)))
    harmonic = np.concatenate(([0.0], np.cumsum(1 / np.arange(1, deepest + 1))))
    counts = (frame.ranks > 0) & (frame.ranks <= deepest)
    placed = np.where(counts, frame.ranks, 1)
    moved = (1 + share * (placed - 1)) / placed + share * (harmonic[deepest] - harmonic[placed])
    of_topic = n_relevant[frame.topics] * frame.n_topics
    return ratio(np.where(counts, moved, 0.0), of_topic)
