from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from django.db import transaction

from annotation.models import (
    Campaign,
    CampaignPair,
    ExpertGrade,
    PairKind,
    PooledPair,
    ServingPolicy,
    Slot,
    TopicSeat,
)
from ranking.models import Passage, Topic
from regrade.serving.draws import draw
from regrade.serving.order_keys import order_key

BATCH = 5000


class Mark(NamedTuple):
    """Setup of a pair that is not regular: kind, priority, expert's grade, explanation.

    Gold and qualification pairs carry what an expert says of them, and may say why.
    """

    kind: PairKind = PairKind.REGULAR
    priority: int = 0
    grade: int | None = None
    explanation: str = ""


REGULAR = Mark()


@transaction.atomic
def enter_pairs(
    *, campaign: Campaign, pairs: Sequence[PooledPair], marks: Mapping[int, Mark] | None = None
) -> list[CampaignPair]:
    """Enter pooled pairs into a campaign: slots for regular pairs, a seat for each new topic.

    A passage without text cannot be shown: its pairs get slots with imported judgments only.
    The shuffle keys follow from the campaign's seed and the pooled pair alone. `marks` are by
    pooled pair; pairs without one are regular.
    """
    marks = marks or {}
    entered = CampaignPair.objects.bulk_create(
        (_entered(campaign, pair, marks.get(pair.pk, REGULAR)) for pair in pairs),
        batch_size=BATCH,
    )
    _store_expert_grades(campaign, entered, marks)
    numbers, shown = range(1, campaign.judgments_per_pair + 1), _with_text(pairs)
    add_slots(
        campaign=campaign,
        numbers=[
            (pair, numbers)
            for pair in entered
            if pair.kind == PairKind.REGULAR and pair.pair.passage_id in shown
        ],
    )
    _set_out_seats(campaign, entered)
    return entered


def add_slots(*, campaign: Campaign, numbers: Iterable[tuple[CampaignPair, range]]) -> list[Slot]:
    """Free slots with these numbers for each pair."""
    order = campaign.policy().order
    return Slot.objects.bulk_create(
        (
            Slot(
                campaign_pair=pair,
                campaign=campaign,
                topic_id=pair.pair.topic_id,
                order_key=pair_key(order, pair),
                number=number,
            )
            for pair, wanted in numbers
            for number in wanted
        ),
        batch_size=BATCH,
    )


def pair_key(order: str, pair: CampaignPair) -> int:
    return order_key(
        order, index=pair.pair_id, priority=pair.priority, shuffle_key=pair.shuffle_key
    )


def _entered(campaign: Campaign, pair: PooledPair, mark: Mark) -> CampaignPair:
    return CampaignPair(
        campaign=campaign,
        pair=pair,
        kind=mark.kind,
        priority=mark.priority,
        wanted=campaign.judgments_per_pair if mark.kind == PairKind.REGULAR else None,
        shuffle_key=_shuffle_key(campaign.seed, pair.pk),
    )


def _store_expert_grades(
    campaign: Campaign, entered: Sequence[CampaignPair], marks: Mapping[int, Mark]
) -> None:
    grades = {grade.value: grade for grade in campaign.grades.all()}
    ExpertGrade.objects.bulk_create(
        ExpertGrade(campaign_pair=pair, grade=grades[mark.grade], explanation=mark.explanation)
        for pair in entered
        if (mark := marks.get(pair.pair_id)) and mark.grade is not None
    )


def _with_text(pairs: Sequence[PooledPair]) -> set[int]:
    """The passages that have something to show."""
    passages = Passage.objects.filter(pk__in={pair.passage_id for pair in pairs}).with_text()
    return set(passages.exclude(text="").values_list("pk", flat=True))


def _set_out_seats(campaign: Campaign, entered: Collection[CampaignPair]) -> None:
    """The first seat of each new topic; the next one follows when it is taken."""
    priorities: dict[int, int] = {}
    for pair in entered:
        if pair.kind == PairKind.REGULAR:
            topic_id = pair.pair.topic_id
            priorities[topic_id] = max(priorities.get(topic_id, pair.priority), pair.priority)
    indices = dict(Topic.objects.filter(pk__in=priorities).values_list("pk", "ordinal"))
    policy = campaign.policy()
    TopicSeat.objects.bulk_create(
        (
            TopicSeat(
                campaign=campaign,
                topic_id=topic_id,
                number=1,
                order_key=topic_key(policy, topic_id, indices[topic_id], priority),
            )
            for topic_id, priority in sorted(priorities.items())
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # a topic that has its seats keeps them
    )


def topic_key(policy: ServingPolicy, topic_id: int, index: int, priority: int) -> int:
    shuffle_key = draw(policy.seed, "topic", topic_id)
    return order_key(policy.order, index=index, priority=priority, shuffle_key=shuffle_key)


def _shuffle_key(seed: int, pair_id: int) -> int:
    rng = np.random.default_rng([abs(seed), pair_id])
    return int(rng.integers(np.iinfo(np.int64).max))
