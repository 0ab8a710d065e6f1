"""Topics of active pools, and the steps that chose their pairs."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import ActiveStep, ActiveTopic, EndReason
from tests.annotation.model_cases.scene import Breaks, Scene, account, change, copy


def topic(scene: Scene, **fields: Any) -> ActiveTopic:
    return ActiveTopic.objects.create(
        campaign=scene.campaign, topic_id=scene.pair.pair.topic_id, **fields
    )


def step(scene: Scene, **fields: Any) -> ActiveStep:
    defaults = {"number": 1, "wanted": 1, "seed": 7}
    known: dict[str, list[int]] = {"judged": [], "is_relevant": [], "waiting": []}
    return ActiveStep.objects.create(topic=topic(scene), **{**defaults, **known, **fields})


TOPICS: Breaks = {
    "active_topic_unique_in_campaign": [lambda s: copy(topic(s))],
    "active_topic_reason_known": [
        lambda s: topic(s, ended_at=timezone.now(), ended_because="whim"),
    ],
    "active_topic_ends_for_a_reason": [
        lambda s: topic(s, ended_at=timezone.now()),
        lambda s: topic(s, ended_because=EndReason.LIMIT),
        lambda s: topic(
            s, ended_at=timezone.now(), ended_because=EndReason.LIMIT, due_since=timezone.now()
        ),
    ],
    "active_topic_error_when_failed": [
        lambda s: topic(s, error="no text"),
        lambda s: topic(s, ended_at=timezone.now(), ended_because=EndReason.FAILED),
    ],
    "active_topic_ended_by_when_stopped": [lambda s: topic(s, ended_by=account(s.bob))],
}
STEPS: Breaks = {
    "active_step_number_unique_in_topic": [lambda s: copy(step(s))],
    "active_step_numbers_from_one": [
        lambda s: step(s, number=0),
        lambda s: step(s, wanted=0),
    ],
    "active_step_control_comes_first": [lambda s: step(s, number=2, is_control=True)],
    "active_step_arrays_same_length": [lambda s: step(s, judged=[1])],
    "active_step_chosen_at_a_time": [
        lambda s: step(s, chosen=[1], chosen_at=timezone.now()),
        lambda s: step(s, chosen=[1], left_out=[]),
        lambda s: change(step(s), chosen_at=timezone.now()),
    ],
    "active_step_hash_when_chosen": [
        lambda s: step(s, model_hash="ab"),
        lambda s: step(s, sums=[0.0] * 4),
        lambda s: step(s, draws=[1]),
    ],
}
