"""Topics and people as sources of uncertainty, and plans with more of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluation.exceptions import TooFewVotes, refused_as
from evaluation.whatif.stability import Draws, Seed, affordable, see_two
from evaluation.whatif.states import State
from regrade.significance.pairs import difference
from regrade.whatif.components import Components, Shares, StudyRow, variance_components
from regrade.whatif.redraws import Redraws, redraw
from regrade.whatif.single_votes import differences_by_vote

TIMES = (0.5, 1, 1.5, 2, 3, 5)
MOST_PEOPLE = 10
Confidence = Annotated[float, {"min_value": 0.5, "max_value": 0.999}, "Of the intervals."]


class TopicsNeeded(NamedTuple):
    """Topics at which the interval of the difference leaves out 0; None where none are enough."""

    n_people: int
    n_topics: int | None


class DrawnVariances(NamedTuple):
    """Variances of the difference over draws of the same votes: the nested bootstrap.

    Attributes:
        both: people and topics drawn again.
    """

    n_draws: int
    both: float
    people: float
    topics: float


class Sources(NamedTuple):
    """Where the uncertainty of two runs' difference comes from.

    Attributes:
        difference: of the second run's mean to the first's, under the labels.
        single: the mean difference where one vote of each pair is all there is.
        n_topics, n_people: the table's size; the topics all of whose pairs have so many votes.
        topics, people, residual: variance components; `was_negative` are those set to 0.
        shares: of the variance of the table's mean.
        half_width: of the interval of a mean over so many topics and people.
        plan: half-widths of other sizes.
        needed: topics that `single` needs, by the votes of each pair: about half of such studies
            then find it.
    """

    first: str
    second: str
    measure: str
    difference: float
    single: float
    confidence: float
    n_topics: int
    n_people: int
    topics: float
    people: float
    residual: float
    was_negative: Sequence[str]
    shares: Shares
    half_width: float
    plan: Sequence[StudyRow]
    needed: Sequence[TopicsNeeded]
    drawn: DrawnVariances


def where_from(
    state: State, *, n_draws: Draws = 200, draw_seed: Seed = 0, confidence: Confidence = 0.95
) -> Sources:
    """Split the variance of two runs' difference into topics and people, and plan with it.

    Raises:
        LabelsRefused, MeasureRefused: as `see` says.
        NotComparable: other than two runs.
        TooFewVotes: no two topics have two votes on each of their pairs.
    """
    seen = see_two(state)
    n_draws = affordable(seen.systems, n_draws)
    with refused_as(TooFewVotes, "", "", code="too_few_votes"):
        found = variance_components(differences_by_vote(seen.systems).differences)
    means = seen.scored.means
    apart = float(difference(means[0], means[1]))
    people = list(range(1, max(MOST_PEOPLE, found.n_people) + 1))
    topics = sorted({max(2, round(found.n_topics * times)) for times in TIMES})
    needed = [found.topics_needed(n, found.mean, confidence=confidence) for n in people]
    drawn = redraw(seen.systems, n_draws=n_draws, seed=draw_seed)
    return Sources(
        state.runs[0].name,
        state.runs[1].name,
        state.measure.name,
        apart,
        found.mean,
        confidence,
        *_sizes(found),
        found.shares(),
        found.half_width(found.n_topics, found.n_people, confidence=confidence),
        found.study_grid(topics, people, confidence=confidence),
        [TopicsNeeded(*row) for row in zip(people, needed, strict=True)],
        DrawnVariances(n_draws, *(_variance(column) for column in _leads(drawn))),
    )


def _sizes(found: Components) -> tuple[int, int, float, float, float, tuple[str, ...]]:
    parts = found.topics, found.people, found.residual
    return found.n_topics, found.n_people, *parts, found.was_negative


def _leads(drawn: Redraws) -> list[NDArray[np.float64]]:
    columns = drawn.both, drawn.people, drawn.topics
    return [difference(column[:, 0], column[:, 1]) for column in columns]


def _variance(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    return float(known.var(ddof=1)) if known.size > 1 else 0.0
