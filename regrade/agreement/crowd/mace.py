from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from regrade.agreement.counting.scale import Scale
from regrade.agreement.counting.vote_table import Votes
from regrade.agreement.crowd.cast import Cast, cast_votes, shares
from regrade.given import explained
from regrade.votes.packed import PackedVotes

KNOWING_PRIOR, STRATEGY_PRIOR = 0.5, 10.0  # of Beta and Dirichlet, as in the authors' program
NOISE = 0.5  # of where a restart begins


class Mace(NamedTuple):
    """Estimates for pairs and assessors from the votes; an assessor knows the grade or guesses."""

    labels: NDArray[np.float64]  # (n_pairs, n_grades): distribution of the true grade
    competence: NDArray[np.float64]  # (n_assessors,): how often an assessor knows
    strategies: NDArray[np.float64]  # (n_assessors, n_grades): what is given when guessing
    log_likelihood: tuple[float, ...]  # by iteration, of the restart that ended highest
    has_converged: bool  # that restart


@explained
def mace(
    votes: Votes | PackedVotes,
    scale: Scale,
    *,
    rng: np.random.Generator | None,
    n_restarts: int = 10,
    max_iterations: int = 50,
    tolerance: float = 1e-6,
) -> Mace | None:
    """MACE by variational Bayes: each vote is the true grade, or a guess by the assessor's habit.

    P(votes of a pair) = sum_t 1/G prod_votes (k_j [g = t] + (1 - k_j) x_j(g)): t the true grade of
    G, g what assessor j gave, k_j the competence, x_j the strategy.
    M step: k_j = exp(psi(0.5 + votes that j knew) - psi(1 + votes of j)), x_j and 1 - k_j likewise
    with priors 10 and 0.5: they sum to a little less than 1.

    Args:
        votes: columns, or a table of shape (n_pairs, n_assessors), NaN where there is no vote.
        scale: the grades that could be given, ascending.
        rng: where restarts begin; keep its seed. None begins once, where all assessors are alike.
        n_restarts: the one that ends with the highest log-likelihood is taken.
        max_iterations: of an M and an E step each, in a restart.
        tolerance: converged where the log-likelihood changes by less than this for each vote.

    Returns:
        `labels` sum to 1; `competence` in [0, 1]; NaN where a pair or an assessor has no vote.
        `log_likelihood` may fall: variational Bayes raises a bound below it. None where nobody
        voted.

    Raises:
        ValueError: fewer than one restart or iteration, or a grade that is not on the scale.

    Source:
        Hovy et al., NAACL-HLT 2013, with the priors of their program. Agrees with crowd-kit's MACE
        (method "vb") where both begin at the same place.
    """
    return _best(cast_votes(votes, scale), rng, n_restarts, max_iterations, tolerance)


def _best(
    cast: Cast,
    rng: np.random.Generator | None,
    n_restarts: int,
    max_iterations: int,
    tolerance: float,
) -> Mace | None:
    if min(n_restarts, max_iterations) < 1:
        raise ValueError(
            f"restarts and iterations must be at least 1, got {n_restarts} and {max_iterations}"
        )
    if not cast.n_votes:
        return None
    least_change = tolerance * cast.n_votes
    n_starts = n_restarts if rng else 1
    fits = [_fit(cast, _begin(cast, rng), max_iterations, least_change) for _ in range(n_starts)]
    return max(fits, key=lambda fit: fit.log_likelihood[-1])


class _Habits(NamedTuple):
    knowing: NDArray[np.float64]  # (n_assessors, 2): guesses, knows
    strategies: NDArray[np.float64]  # (n_assessors, n_grades)


def _begin(cast: Cast, rng: np.random.Generator | None) -> _Habits:
    shapes = (cast.n_assessors, 2), (cast.n_assessors, cast.n_grades)
    knowing, strategies = (
        1 + NOISE * (rng.random(shape) if rng else np.ones(shape)) for shape in shapes
    )
    return _Habits(
        knowing / knowing.sum(axis=1, keepdims=True),
        strategies / strategies.sum(axis=1, keepdims=True),
    )


def _fit(cast: Cast, habits: _Habits, max_iterations: int, least_change: float) -> Mace:
    labels, n_known, likelihood = _expect(cast, habits)
    trace = [likelihood]
    has_converged = False
    while not has_converged and len(trace) <= max_iterations:
        habits = _estimate(cast, n_known)
        labels, n_known, likelihood = _expect(cast, habits)
        has_converged = abs(likelihood - trace[-1]) < least_change
        trace.append(likelihood)
    return Mace(
        cast.of_all_pairs(labels),
        cast.of_voters(habits.knowing[:, 1]),
        cast.of_voters(habits.strategies),
        tuple(trace[1:]),
        has_converged,
    )


def _expect(cast: Cast, habits: _Habits) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Each pair's distribution, how many votes of each cell were known, and the log-likelihood."""
    guessing = habits.knowing[:, :1] * habits.strategies  # (n_assessors, n_grades)
    knowing = habits.knowing[:, 1:]
    for_own = np.log1p(knowing / guessing)[:, :, None] * np.eye(cast.n_grades)
    of_cells = np.log(guessing)[:, :, None] + for_own  # (n_assessors, given, true)
    labels, likelihood = shares(cast.of_pairs(of_cells) - np.log(cast.n_grades))
    n_true = np.einsum("agg->ag", cast.of_cells(labels))  # votes that are the true grade
    return labels, n_true * knowing / (knowing + guessing), likelihood


def _estimate(cast: Cast, n_known: NDArray[np.float64]) -> _Habits:
    n_guessed = cast.n_given - n_known  # (n_assessors, n_grades)
    n_each = np.stack([n_guessed.sum(axis=1), n_known.sum(axis=1)], axis=1)
    return _Habits(_expected(n_each + KNOWING_PRIOR), _expected(n_guessed + STRATEGY_PRIOR))


def _expected(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Exponential of the expected log of shares that are Dirichlet with these counts."""
    expected: NDArray[np.float64] = np.exp(
        digamma(counts) - digamma(counts.sum(axis=1, keepdims=True))
    )
    return expected
