"""How stable an order is when people and topics are drawn again, and what people's errors do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import NotComparable, TooFewVotes, refused_as
from evaluation.whatif.states import Seen, State, see
from regrade.significance.paired.t import paired_t_tests
from regrade.significance.pairs import difference
from regrade.whatif.errors import JudgingErrors, simulate_errors
from regrade.whatif.redraws import count_ahead, redraw
from regrade.whatif.systems import Systems

MOST_DRAWS = 1000
# In one answer: some fifteen seconds. A model of a crowd is fitted again in each draw, which takes
# as long as so many votes at least, and each of its votes as long as fifty.
HITS_A_TOPIC = 20  # of a run, scored in each draw
MOST_VOTES_DRAWN, LEAST_OF_A_MODEL, OF_A_MODEL = 600_000_000, 6_000_000, 50
Seed = Annotated[int, {"min_value": 0, "max_value": 2**31 - 1}, "Of the draws."]
Draws = Annotated[int, {"min_value": 1, "max_value": MOST_DRAWS}, "How many draws."]
First = Annotated[
    int,
    {"min_value": 0, "max_value": 100_000},
    "Number of the first draw; draws 0 to 49 and 50 to 199 together are draws 0 to 199.",
]


class RunAhead(NamedTuple):
    """One run in the draws: how often it is strictly better than each, and takes each place."""

    run: str
    ahead_of: Sequence[int]  # by run, in the order asked
    places: Sequence[int]  # draws in which it is first, second and so on


class DrawnLead(NamedTuple):
    """The last run's lead over the first in one draw; None where the draw left no topic.

    Attributes:
        both: people and topics drawn again.
        people: people alone.
        topics: topics alone.
    """

    both: float | None
    people: float | None
    topics: float | None


class Stability(NamedTuple):
    """Draws of people and topics, and what the runs' order was in them.

    Attributes:
        n_draws: draws that left a topic.
        share_kept: mean share of pairs none of whose assessors is drawn; they keep their votes.
        leads: of the last run over the first, draw by draw.
    """

    first: int
    seed: int
    n_draws: int
    share_kept: float
    runs: Sequence[RunAhead]
    leads: Sequence[DrawnLead]


class ErrorCell(NamedTuple):
    """How often votes give a grade to passages of a true grade; None where no pair has it."""

    true: int
    given: int
    share: float | None


class Errors(NamedTuple):
    """The effect of people's errors on two runs.

    Attributes:
        n_draws: simulations.
        true_difference: of the second run's mean to the first's, under the grades taken for true.
        n_turned: simulations in which the order of the means is the opposite; 0 if that of the
            true ones has none.
        n_tied: simulations in which the means are equal.
        n_wrong: simulations in which a paired t-test calls the opposite order significant, or any
            order where the true means are equal.
        n_right: simulations in which it calls the true order significant.
        differences: of each simulation; None where it left no topic.
    """

    seed: int
    n_draws: int
    n_topics: int
    true_difference: float
    n_turned: int
    n_tied: int
    n_wrong: int
    n_right: int
    alpha: float
    confusion: Sequence[ErrorCell]
    differences: Sequence[float | None]


def draw_again(
    state: State, *, n_draws: Draws = 50, first: First = 0, draw_seed: Seed = 0
) -> Stability:
    """Draw people and topics again, and score the runs under the labels that come of it.

    Of very many votes it draws less often than asked: as often as there are leads in the answer.

    Raises:
        LabelsRefused, NotComparable, MeasureRefused: as `see` says.
    """
    systems = see(state).systems
    n_draws = affordable(systems, n_draws)
    drawn = redraw(systems, n_draws=n_draws, first=first, seed=draw_seed)
    ahead = count_ahead(drawn.both, lower_is_better=state.measure.lower_is_better)
    runs = [
        RunAhead(run.name, ahead.n_ahead[number].tolist(), ahead.places[number].tolist())
        for number, run in enumerate(state.runs)
    ]
    columns = [_or_none(difference(each[:, 0], each[:, -1])) for each in drawn[:3]]
    leads = [DrawnLead(*row) for row in zip(*columns, strict=True)]
    return Stability(first, draw_seed, ahead.n_draws, drawn.share_kept, runs, leads)


def simulate(
    state: State, *, n_draws: Draws = 200, draw_seed: Seed = 0, alpha: float = 0.05
) -> Errors:
    """Simulate the votes with the errors of the campaign's people, and compare two runs.

    Of very many votes it draws less often than asked: `n_draws` of the answer says how often.

    Raises:
        LabelsRefused, MeasureRefused: as `see` says.
        NotComparable: other than two runs.
        TooFewVotes: no pair has two votes, which errors are learned from.
    """
    seen = see_two(state)
    n_draws = affordable(seen.systems, n_draws)
    with refused_as(TooFewVotes, "", "", code="too_few_votes"):
        found = simulate_errors(seen.systems, n_draws=n_draws, seed=draw_seed)
    apart = [_difference(*one.means.tolist()) for one in found.drawn]
    truth = _difference(*found.true.means.tolist()) or 0.0
    signs = [float(np.sign((one or 0.0) * truth)) for one in apart]
    n_tied = sum(one == 0 for one in apart)
    p_values = [_p_value(one.labelled) for one in found.drawn]
    is_shown = [p is not None and p < alpha for p in p_values]
    return Errors(
        draw_seed,
        n_draws,
        int(found.true.is_labelled.sum()),
        truth,
        sum(sign < 0 for sign in signs),
        n_tied,
        sum(shown and (sign < 0 or not truth) for shown, sign in zip(is_shown, signs, strict=True)),
        sum(shown and sign > 0 for shown, sign in zip(is_shown, signs, strict=True)),
        alpha,
        _cells(found),
        apart,
    )


def affordable(systems: Systems, n_draws: int) -> int:
    """So many draws, or as many as one answer has time for; one at least."""
    panel = systems.panel
    n_votes = panel.voted.pairs.size + len(systems.rankings) * systems.n_topics * HITS_A_TOPIC
    if panel.policy.aggregate in ("dawid-skene", "weighted"):
        n_votes = max(LEAST_OF_A_MODEL, n_votes * OF_A_MODEL)
    return max(1, min(n_draws, MOST_VOTES_DRAWN // max(1, n_votes)))


def see_two(state: State) -> Seen:
    """As `see`, of two runs.

    Raises:
        NotComparable: other than two runs.
    """
    if len(state.runs) != 2:
        raise NotComparable("Two runs are compared here; name two.", code="not_two")
    return see(state)


def _cells(found: JudgingErrors) -> list[ErrorCell]:
    grades, shares = found.scale.tolist(), found.confusion.tolist()
    return [
        ErrorCell(true, given, None if math.isnan(share) else share)
        for true, row in zip(grades, shares, strict=True)
        for given, share in zip(grades, row, strict=True)
    ]


def _or_none(values: NDArray[np.float64]) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values.tolist()]


def _difference(first: float, second: float) -> float | None:
    apart = float(difference(first, second))
    return None if math.isnan(apart) else apart


def _p_value(values: NDArray[np.float64]) -> float | None:
    [test] = paired_t_tests(values[:1], values[1:])
    return test.p_value
