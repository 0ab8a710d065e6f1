"""Every step of a campaign taken once more, and compared with what was stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.active.design import design_of, refuse_not_active
from annotation.active.strategies import choice_of, ground_of
from annotation.models import ActiveStep, Campaign
from ranking.jobs.tracking import Track, untracked


class Difference(NamedTuple):
    """A step that chooses otherwise now."""

    query_id: str
    number: int
    is_other_model: bool


class Replay(NamedTuple):
    n_steps: int
    differences: list[Difference]


def replay(campaign: Campaign, *, progress: Track = untracked) -> Replay:
    """Take all steps again from what was known at each; nothing is stored.

    They differ where texts were added, rankings changed, other code or libraries are installed, or
    another kind of processor computes logistic regression.

    Raises:
        PoolRefused: the campaign's pool does not learn.
        RankingError: the collection's features cannot be made.
    """
    refuse_not_active(campaign.pool)
    steps = ActiveStep.objects.filter(topic__campaign=campaign, chosen__isnull=False)
    ordered = steps.select_related("topic__topic", "topic__campaign__pool__collection").order_by(
        "topic__topic__ordinal", "number"
    )
    n = steps.count()
    return Replay(n, list(_differences(progress(ordered.iterator(), n, "step"))))


def _differences(steps: Iterable[ActiveStep]) -> Iterator[Difference]:
    for step in steps:
        is_other_model, is_other = _compared(step)
        if is_other:
            yield Difference(step.topic.topic.query_id, step.number, is_other_model)


def _compared(step: ActiveStep) -> tuple[bool, bool]:
    """Whether the step trains another model now, and whether anything of it differs."""
    design = design_of(step.topic.campaign.pool)
    again = choice_of(step, design, ground_of(step.topic, design))
    is_other_model = again.model_hash != step.model_hash
    is_same = np.array_equal(again.chosen, step.chosen) and _is_same(again.draws, step.draws)
    return is_other_model, is_other_model or not is_same


def _is_same(one: NDArray[np.int64] | None, other: NDArray[np.int64] | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
