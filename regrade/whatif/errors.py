"""The effect of judging errors on an order of systems, simulated from people's own votes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.crowd import dawid_skene
from regrade.given import explained
from regrade.votes.packed import PackedVotes, Places
from regrade.whatif.systems import Scored, Systems

Values = NDArray[np.float64]


class JudgingErrors(NamedTuple):
    """Systems under the grades taken for true, and under votes that err as the people did.

    Attributes:
        scale: the grades.
        confusion: shape (n_grades, n_grades). Row by the true grade, column by the grade given:
            the shares of all simulated people's votes together. Rows of grades that no pair has
            are NaN.
        true: the systems under the true grades.
        drawn: each draw's systems, under labels made of votes with errors.
    """

    scale: NDArray[np.int64]
    confusion: Values
    true: Scored
    drawn: tuple[Scored, ...]


@explained
def simulate_errors(systems: Systems, *, n_draws: int = 200, seed: int = 0) -> JudgingErrors:
    """Give every vote again with its assessor's errors, derive the labels, and score the systems.

    Dawid and Skene's model estimates a confusion matrix for each assessor, and the most likely
    grade of each pair, which stands for the truth here. A draw gives each vote anew: the grade is
    drawn from its assessor's row for the pair's true grade. The policy then makes labels of these
    votes as of any others. Decisions of adjudicators and an expert's grades do not err.

    Args:
        systems: with the panel whose votes err.
        n_draws: how many draws.
        seed: of all draws.

    Raises:
        ValueError: nobody judged a pair that somebody else judged, so that errors cannot be
            estimated; the labels cannot be used with the measure; or fewer than one draw.

    Source:
        After Rashidi, Zobel and Moffat, The impact of judgment variability on the consistency of
        offline effectiveness measures, TOIS 42(1), 2023; Dawid and Skene, Applied Statistics
        28(1), 1979.
    """
    if n_draws < 1:
        raise ValueError(f"at least one draw is needed, got {n_draws}")
    panel = systems.panel
    votes, of_people = panel.voted, panel.is_of_people
    by_people = votes.only(of_people)
    if not _is_shared(by_people) or (fitted := dawid_skene(by_people, panel.scale)) is None:
        raise ValueError("no pair has two votes, which judging errors are estimated from")
    truth = np.nan_to_num(fitted.labels).argmax(axis=1)[by_people.pairs]
    chances = fitted.confusions[by_people.voters, truth].cumsum(axis=1)

    def scored(places: Places) -> Scored:
        grades = votes.grades.copy()
        grades[of_people] = panel.scale[places]
        return systems.score_labels(panel.labels(votes=votes.with_grades(grades)))

    drawn = [_given(chances, np.random.default_rng([seed, n])) for n in range(n_draws)]
    confusion = _shares(fitted.confusions, by_people.voters, truth)
    return JudgingErrors(panel.scale, confusion, scored(truth), tuple(map(scored, drawn)))


def _is_shared(votes: PackedVotes) -> bool:
    return bool((np.bincount(votes.pairs, minlength=votes.n_pairs) > 1).any())


def _given(chances: Values, rng: np.random.Generator) -> Places:
    """A grade for each vote, as its place on the scale, by cumulated chances."""
    drawn = rng.random(len(chances))
    places = np.zeros(len(chances), dtype=np.int64)
    for column in chances.T[:-1]:
        places += drawn > column
    return places


def _shares(confusions: Values, voters: Places, truth: Places) -> Values:
    """The votes' confusion matrix: each assessor's, weighed by their votes on each true grade."""
    n_assessors, n_grades, _ = confusions.shape
    n_votes = np.bincount(voters * n_grades + truth, minlength=n_assessors * n_grades)
    weights = n_votes.reshape(n_assessors, n_grades)
    totals = (np.nan_to_num(confusions) * weights[:, :, None]).sum(axis=0)
    n_true = weights.sum(axis=0)[:, None]
    shares: Values = np.full(totals.shape, np.nan)
    np.divide(totals, n_true, out=shares, where=n_true > 0)
    return shares
