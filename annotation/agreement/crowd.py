"""Models of a campaign's crowd: how far each assessor can be relied on, from the votes alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.agreement.votes import given_votes, scale_of
from annotation.models import Campaign
from regrade.agreement.counting.scale import Scale
from regrade.agreement.counting.vote_table import Votes
from regrade.agreement.crowd import dawid_skene, mace

CrowdModel = Literal["dawid-skene", "mace"]
SEED, N_RESTARTS, MACE_ITERATIONS = 20, 10, 200


class Reliability(NamedTuple):
    """How often an assessor gives the true grade, as the model has it.

    Of Dawid-Skene the accuracy: the chance that their grade is the true one, over all grades as
    common as the model has them. Of MACE the competence: how often they know instead of guessing.
    """

    assessor: str
    n_votes: int
    accuracy: float


class Fit(NamedTuple):
    """A model of the crowd, and the way by which it was found."""

    model: CrowdModel
    scale: Sequence[int]
    n_pairs: int
    n_votes: int
    shares: Sequence[float]  # how common each grade is among the true ones
    assessors: Sequence[Reliability]  # the least reliable first
    confusions: NDArray[np.float64] | None  # as assessors: true grade (row), given one (column)
    log_likelihood: Sequence[float]  # by iteration
    has_converged: bool
    seed: int | None  # where MACE begins; Dawid-Skene begins at the shares of votes
    n_restarts: int


def fit_crowd(campaign: Campaign, model: CrowdModel = "dawid-skene") -> Fit | None:
    """The model of everybody who voted, models among them; None where nobody did."""
    given = given_votes(campaign)
    if not given.members:
        return None
    scale, votes = scale_of(campaign), given.votes
    n_votes = [in_order.size for in_order in given.in_order]
    fitted = _dawid_skene(votes, scale) if model == "dawid-skene" else _mace(votes, scale)
    order = np.argsort(fitted.accuracy, kind="stable")
    people = [member.pseudonym for member in given.members]
    return Fit(
        model=model,
        scale=scale,
        n_pairs=len(votes),
        n_votes=sum(n_votes),
        shares=fitted.shares.tolist(),
        assessors=[
            Reliability(people[place], n_votes[place], float(fitted.accuracy[place]))
            for place in order.tolist()
        ],
        confusions=None if fitted.confusions is None else fitted.confusions[order],
        log_likelihood=fitted.log_likelihood,
        has_converged=fitted.has_converged,
        seed=fitted.seed,
        n_restarts=fitted.n_restarts,
    )


class _Fitted(NamedTuple):
    """Estimates that both models give, in the order of the table's columns."""

    accuracy: NDArray[np.float64]  # (n_assessors,)
    shares: NDArray[np.float64]  # (n_grades,)
    confusions: NDArray[np.float64] | None  # (n_assessors, n_grades, n_grades)
    log_likelihood: Sequence[float]
    has_converged: bool
    seed: int | None
    n_restarts: int


def _dawid_skene(votes: Votes, scale: Scale) -> _Fitted:
    fit = dawid_skene(votes, scale)
    assert fit is not None  # somebody voted
    accuracy = np.diagonal(fit.confusions, axis1=1, axis2=2) @ fit.prevalence
    likelihood, converged = fit.log_likelihood, fit.has_converged
    return _Fitted(accuracy, fit.prevalence, fit.confusions, likelihood, converged, None, 1)


def _mace(votes: Votes, scale: Scale) -> _Fitted:
    fit = mace(
        votes,
        scale,
        rng=np.random.default_rng(SEED),
        n_restarts=N_RESTARTS,
        max_iterations=MACE_ITERATIONS,
    )
    assert fit is not None  # somebody voted
    shares, converged = np.nanmean(fit.labels, axis=0), fit.has_converged
    return _Fitted(fit.competence, shares, None, fit.log_likelihood, converged, SEED, N_RESTARTS)
