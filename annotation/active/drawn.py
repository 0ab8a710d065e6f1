"""Draws of a topic's steps with the ranks that they were made by, for rules that estimate."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.active.knowledge import Known
from annotation.models import ActiveStep
from regrade.active.stopping.autostop import Draws
from regrade.active.stopping.registry import Aim, Evidence, Rule
from regrade.active.stopping.review import Review, Stop

Ints = NDArray[np.int64]


class DrawnReview(NamedTuple):
    """The passages of a topic that were drawn and judged, in the order drawn.

    Attributes:
        review: with a batch for each step that drew.
        draws: of those that are relevant.
        places: place of each of the judged passages among all that the topic has, from 1.
    """

    review: Review
    draws: Draws
    places: Ints

    def stop(self, rule: Rule, aim: Aim) -> Stop | None:
        """The rule's answer, in terms of all passages judged."""
        stop = rule.stop(self.review, Evidence(draws=self.draws), aim)
        if stop is None or not stop.at:
            return stop
        return stop._replace(at=int(self.places[: stop.at].max()))


def drawn_review(known: Known, steps: Sequence[ActiveStep]) -> DrawnReview | None:
    """The review up to the first batch with a passage that is still to be judged; None without any.

    A passage that nobody can judge counts nowhere. One that no step drew is not counted, but
    estimated as others are if it can be drawn: some of those found by search cannot.
    """
    judged = known.judged.passages
    settled = np.union1d(judged, known.closed)
    of_draws = (step for step in steps if step.draws is not None)
    drawing = [*takewhile(lambda step: bool(np.isin(drawn_first(step), settled).all()), of_draws)]
    if not drawing:
        return None
    by_step = [drawn_first(step) for step in drawing]
    has_label = [np.isin(one, judged) for one in by_step]
    each = np.concatenate(has_label)
    drawn = np.concatenate(by_step)[each]
    by_passage = np.argsort(judged)
    places = by_passage[np.searchsorted(judged, drawn, sorter=by_passage)]
    is_relevant = known.judged.is_relevant[places]
    batches = np.array([flags.sum() for flags in has_label], np.int64)
    ranked = np.array([step.draws[0] for step in drawing], np.int64)
    wanted = np.array([step.wanted for step in drawing], np.int64)
    ranks = np.concatenate([ranks_first(step) for step in drawing])[each][is_relevant]
    # Runs may have lost passages since.
    review = Review(is_relevant, batches, max(drawn.size, int(ranked.max())))
    return DrawnReview(review, Draws(np.minimum(wanted, ranked), ranked, ranks), places + 1)


def drawn_first(step: ActiveStep) -> Ints:
    """Passages that a step drew and no step before, in the order drawn."""
    passages: Ints = np.split(step.draws[1:], 2)[0].astype(np.int64)
    return passages


def ranks_first(step: ActiveStep) -> Ints:
    """The rank of each of these passages, in the step's ranking."""
    ranks: Ints = np.split(step.draws[1:], 2)[1].astype(np.int64)
    return ranks
