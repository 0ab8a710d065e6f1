"""Every step of a campaign taken once more, and compared with what was stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from annotation.active.design import design_of, refuse_not_active
from annotation.active.strategies import choice_of, ground_of
from annotation.models import ActiveStep, Campaign
from ranking.jobs.tracking import Track, untracked

COMPARED = ("model_hash", "chosen", "left_out", "sums", "draws")  # of a step and of a choice
ROUNDING = 1e-9  # of sums of probabilities


class Difference(NamedTuple):
    """A step that comes out otherwise now; `fields` are those of `COMPARED` that differ."""

    query_id: str
    number: int
    fields: Sequence[str]


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
        if fields := _differing(step):
            yield Difference(step.topic.topic.query_id, step.number, fields)


def _differing(step: ActiveStep) -> Sequence[str]:
    design = design_of(step.topic.campaign.pool)
    again = choice_of(step, design, ground_of(step.topic, design))
    return [name for name in COMPARED if not _is_same(getattr(again, name), getattr(step, name))]


def _is_same(one: Any, other: Any) -> bool:
    """Sums may differ by rounding, since another processor adds otherwise."""
    if one is None or other is None:
        return one is other
    if isinstance(one, np.ndarray) and one.dtype.kind == "f":
        is_near = one.shape == other.shape and np.allclose(one, other, rtol=ROUNDING, atol=ROUNDING)
        return bool(is_near)
    return np.array_equal(one, other)
