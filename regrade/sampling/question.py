"""The question of a sample: differences of runs, or their means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from regrade.given import explained
from regrade.measures.labels import Floats

Kind: TypeAlias = Literal["pair", "against", "all", "means"]
KINDS = get_args(Kind)
OF_PLAIN = 0.75  # share of the draw that a prior leaves alone


class Question(NamedTuple):
    """One question about runs.

    Attributes:
        kind: "pair", how far apart two runs are; "against", how far each run is from the first;
            "all", each from each; "means", how high each is.
        runs: indices of the runs asked about: two for a pair, for "against" the baseline first.
    """

    kind: Kind
    runs: Sequence[int]


@explained
def pair_sizes(
    question: Question,
    weights: Sequence[Floats],
    prior: Floats | None = None,
    *,
    of_means: float = 0.0,
) -> Floats:
    """How much each pair can move the answer: pairs are drawn in proportion to it.

    For one measure: the mean of |w_a - w_b| over the differences asked for, or of w over means;
    several measures count alike. A prior changes a quarter of it at most: 3/4 of every pair's
    size stays, which keeps intervals true if the prior is wrong.

    Args:
        question: what is asked.
        weights: by measure, shape (n_runs, n_pairs), from `run_weights`.
        prior: shape (n_pairs,), at least 0. How far a pair's gain is expected to vary.
        of_means: share of the size that goes to the runs' means, whatever is asked, so that pairs
            which move no difference can be drawn as well, and means be estimated.

    Returns:
        Shape (n_pairs,). Sums to 1; 0 for a pair that cannot move the answer.

    Raises:
        ValueError: a kind that there is not, runs that do not fit it, no measure, a prior of
            another shape or below 0, or no pair that can move the answer.
    """
    _check(question, weights)
    sizes = _mean_shares(question, weights)
    if not sizes.any():
        raise ValueError("no pair can move the answer: the runs rank the same passages alike")
    if of_means:
        means = _mean_shares(Question("means", question.runs), weights)
        sizes = (1 - of_means) * sizes + of_means * means
    if prior is None:
        return sizes
    if prior.shape != sizes.shape or not (prior >= 0).all():
        raise ValueError(f"a prior has a number from 0 up for each of {sizes.size:,} pairs")
    mixed: Floats = OF_PLAIN * sizes + (1 - OF_PLAIN) * _shares(sizes * prior)
    return mixed


def _mean_shares(question: Question, weights: Sequence[Floats]) -> Floats:
    """Shares of the pairs in the answer, measures counting alike."""
    shares: Floats = np.mean([_shares(_moved(question, one)) for one in weights], axis=0)
    return shares


def _check(question: Question, weights: Sequence[Floats]) -> None:
    kind, runs = question.kind, list(question.runs)
    if kind not in KINDS:
        raise ValueError(f"a question is one of {', '.join(KINDS)}, not {kind!r}")
    if len(set(runs)) < len(runs) or len(runs) < (1 if kind == "means" else 2):
        raise ValueError(f"the question {kind!r} is about other runs than {runs}")
    if kind == "pair" and len(runs) != 2:
        raise ValueError(f"a pair is of two runs, not of {len(runs)}")
    if not weights:
        raise ValueError("a sample is drawn for at least one measure")
    n_runs = len(weights[0])
    outside = [run for run in runs if not 0 <= run < n_runs]
    if outside:
        raise ValueError(f"the question is about run {outside[0]}, of {n_runs} runs")


def _moved(question: Question, weights: Floats) -> Floats:
    asked = weights[list(question.runs)]
    moved: Floats
    if question.kind == "means":
        moved = asked.mean(axis=0)
    elif question.kind == "all":
        moved = _mean_apart(asked)
    else:
        moved = np.abs(asked[1:] - asked[0]).mean(axis=0)
    return moved


def _mean_apart(weights: Floats) -> Floats:
    """Mean of |w_a - w_b| over all pairs of runs; by sorting, each weight is counted once."""
    n_runs = len(weights)
    places = 2 * np.arange(n_runs) - (n_runs - 1)
    apart: Floats = places @ np.sort(weights, axis=0) / (n_runs * (n_runs - 1) / 2)
    return np.maximum(apart, 0.0)


def _shares(sizes: Floats) -> Floats:
    total = sizes.sum()
    shares: Floats = sizes / total if total > 0 else np.zeros(sizes.shape)
    return shares
