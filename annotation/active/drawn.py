"""Draws of a topic's steps with the ranks that they were made by, for rules that estimate."""

from __future__ import annotations

from collections.abc import Sequence
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


def drawn_review(
    known: Known, steps: Sequence[ActiveStep], n_candidates: int
) -> DrawnReview | None:
    """The review up to the last batch that is all judged; None without any.

    Passages that were found by search or are known from the control sample alone were not drawn.
    They are neither counted nor estimated.
    """
    judged = known.judged.passages
    drawing = [step for step in steps if step.draws is not None]
    is_whole = [bool(np.isin(step.chosen, judged).all()) for step in drawing]
    drawing = drawing[: max(np.flatnonzero(is_whole), default=-1) + 1]
    if not drawing:
        return None
    has_label = [np.isin(step.chosen, judged) for step in drawing]
    each = np.concatenate(has_label)
    chosen = np.concatenate([step.chosen for step in drawing])[each]
    by_passage = np.argsort(judged)
    places = by_passage[np.searchsorted(judged, chosen, sorter=by_passage)]
    is_relevant = known.judged.is_relevant[places]
    batches = np.array([flags.sum() for flags in has_label], np.int64)
    sizes = np.array([step.draws[0] for step in drawing], np.int64)
    ranks = ranks_of(drawing)[:, each][:, is_relevant]
    review = Review(is_relevant, batches, n_candidates)
    return DrawnReview(review, Draws(sizes, ranks), places + 1)


def ranks_of(drawing: Sequence[ActiveStep]) -> Ints:
    """shape (n_steps, n_chosen). Rank of each passage chosen by draws, in each step's ranking.

    Args:
        drawing: the first steps of a topic that drew.
    """
    ends = np.cumsum([step.chosen.size for step in drawing])
    ranks = np.zeros((len(drawing), ends[-1]), np.int64)
    for row, (step, end) in enumerate(zip(drawing, ends.tolist(), strict=True)):
        here, earlier = np.split(step.draws[1:], [end])
        ranks[row, :end] = here
        ranks[:row, end - step.chosen.size : end] = earlier.reshape(row, step.chosen.size)
    return ranks
