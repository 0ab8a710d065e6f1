from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.counting.scale import Scale
from regrade.agreement.counting.vote_table import Votes
from regrade.agreement.crowd.cast import Cast, cast_votes, shares
from regrade.given import explained
from regrade.votes.packed import PackedVotes


class DawidSkene(NamedTuple):
    """Estimates for pairs and assessors from the votes, each from the other."""

    labels: NDArray[np.float64]  # (n_pairs, n_grades): distribution of the true grade
    prevalence: NDArray[np.float64]  # (n_grades,): how common each grade is
    confusions: NDArray[np.float64]  # (n_assessors, n_grades, n_grades): true grade, given grade
    log_likelihood: tuple[float, ...]  # by iteration; never falls
    has_converged: bool


@explained
def dawid_skene(
    votes: Votes | PackedVotes,
    scale: Scale,
    *,
    smoothing: float = 0.01,
    max_iterations: int = 200,
    tolerance: float = 1e-6,
) -> DawidSkene | None:
    """Dawid and Skene's model by EM: a confusion matrix for each assessor, started at the majority.

    P(votes of a pair) = sum_t p_t prod_votes pi_j(t, g): t the true grade, g what assessor j gave.
    M step: pi_j(t, g) = (s + sum over j's votes g of q(t)) / (the same over all g), p_t likewise;
    E step: q(t) of a pair is proportional to p_t prod_votes pi_j(t, g); first q: shares of votes.

    Args:
        votes: columns, or a table of shape (n_pairs, n_assessors), NaN where there is no vote.
        scale: the grades that could be given, ascending.
        smoothing: s, pseudo-votes in every cell; 1e-10 stands for the floor of other tools.
        max_iterations: of an M and an E step each.
        tolerance: it has converged where an iteration adds less than this to the log-likelihood
            for each vote.

    Returns:
        `labels` sum to 1, NaN where a pair has no vote; `confusions` sum to 1 over given grades,
        NaN for an assessor without a vote. `log_likelihood` is that of the votes and of the
        pseudo-votes. None where nobody voted. Of pairs with one vote each nothing can be learned.

    Raises:
        ValueError: smoothing not above 0, fewer than one iteration, or a grade off the scale.

    Source:
        Dawid and Skene, Applied Statistics 28(1), 1979. Agrees with crowd-kit's DawidSkene at
        s = 1e-10 and as many iterations where every assessor gave every grade; crowd-kit leaves a
        grade that an assessor never gave out of that assessor's matrix.
    """
    _check(smoothing, max_iterations)
    cast = cast_votes(votes, scale)
    if not cast.n_votes:
        return None
    return _fit(cast, smoothing, max_iterations, tolerance * cast.n_votes)


def _check(smoothing: float, max_iterations: int) -> None:
    if smoothing <= 0:
        raise ValueError(f"smoothing must be above 0, got {smoothing}")
    if max_iterations < 1:
        raise ValueError(f"max_iterations must be at least 1, got {max_iterations}")


def _fit(cast: Cast, smoothing: float, max_iterations: int, least_gain: float) -> DawidSkene:
    labels = cast.by_grade()
    labels /= labels.sum(axis=1, keepdims=True)
    trace = [-np.inf]
    has_converged = False
    while not has_converged and len(trace) <= max_iterations:
        prevalence, confusions = _estimate(cast, labels, smoothing)
        by_given = np.log(confusions).transpose(0, 2, 1)  # (n_assessors, given, true)
        labels, likelihood = shares(np.log(prevalence) + cast.of_pairs(by_given))
        likelihood += smoothing * float(np.log(confusions).sum() + np.log(prevalence).sum())
        has_converged = likelihood - trace[-1] < least_gain
        trace.append(likelihood)
    return DawidSkene(
        cast.of_all_pairs(labels),
        prevalence,
        cast.of_voters(confusions),
        tuple(trace[1:]),
        has_converged,
    )


def _estimate(
    cast: Cast, labels: NDArray[np.float64], smoothing: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    prevalence = labels.sum(axis=0) + smoothing
    confusions = cast.of_cells(labels).transpose(0, 2, 1) + smoothing
    return prevalence / prevalence.sum(), confusions / confusions.sum(axis=2, keepdims=True)
