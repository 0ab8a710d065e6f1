from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from django.db import transaction

from annotation.models import Campaign, CampaignPair, PooledPair, Slot, TopicSeat
from ranking.models import Passage

BATCH = 5000


@transaction.atomic
def enter_pairs(*, campaign: Campaign, pairs: Sequence[PooledPair]) -> list[CampaignPair]:
    """Ask for judgments of these pooled pairs: slots for each pair, seats for new topics.

    A passage without text cannot be shown: its pairs get slots with imported judgments only.
    The shuffle keys follow from the campaign's seed and the pooled pair alone.
    """
    entered = CampaignPair.objects.bulk_create(
        (
            CampaignPair(
                campaign=campaign,
                pair=pair,
                wanted=campaign.judgments_per_pair,
                shuffle_key=_shuffle_key(campaign.seed, pair.pk),
            )
            for pair in pairs
        ),
        batch_size=BATCH,
    )
    numbers, shown = range(1, campaign.judgments_per_pair + 1), _with_text(pairs)
    add_slots(
        campaign=campaign,
        numbers=[(pair, numbers) for pair in entered if pair.pair.passage_id in shown],
    )
    _deal_seats(campaign, {pair.topic_id for pair in pairs})
    return entered


def _with_text(pairs: Sequence[PooledPair]) -> set[int]:
    """The passages that have something to show."""
    passages = Passage.objects.filter(pk__in={pair.passage_id for pair in pairs}).with_text()
    return set(passages.exclude(text="").values_list("pk", flat=True))


def add_slots(*, campaign: Campaign, numbers: Iterable[tuple[CampaignPair, range]]) -> list[Slot]:
    """Free slots with these numbers for each pair."""
    return Slot.objects.bulk_create(
        (
            Slot(
                campaign_pair=pair,
                campaign=campaign,
                topic_id=pair.pair.topic_id,
                shuffle_key=pair.shuffle_key,
                number=number,
            )
            for pair, wanted in numbers
            for number in wanted
        ),
        batch_size=BATCH,
    )


def _deal_seats(campaign: Campaign, topic_ids: Collection[int]) -> None:
    TopicSeat.objects.bulk_create(
        (
            TopicSeat(campaign=campaign, topic_id=topic_id, number=number)
            for topic_id in sorted(topic_ids)
            for number in range(1, campaign.judgments_per_pair + 1)
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # a topic that has its seats keeps them
    )


def _shuffle_key(seed: int, pair_id: int) -> int:
    rng = np.random.default_rng([abs(seed), pair_id])
    return int(rng.integers(np.iinfo(np.int64).max))
