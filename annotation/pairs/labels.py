"""What label sets say of one pair."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from annotation.models import CampaignPair, TopicLabels


class PairLabel(NamedTuple):
    """A label set's word on a pair: `relevance` is None where it has none."""

    label_set: str
    relevance: int | None
    min_relevance: int
    is_from_here: bool  # derived from the pair's own campaign


def labels_of(pair: CampaignPair, *, hidden: Collection[int] = ()) -> Sequence[PairLabel]:
    """Of every label set that knows the topic, by name; those whose ids are hidden are left out."""
    topics = TopicLabels.objects.filter(
        topic=pair.pair.topic_id,
        label_set__collection=pair.pair.passage.collection_id,
        label_set__frozen_at__isnull=False,
    )
    found = topics.exclude(label_set__in=hidden).select_related("label_set")
    return [
        PairLabel(
            labels.label_set.name,
            _relevance(labels, pair.pair.passage.ordinal),
            labels.label_set.min_relevance,
            labels.label_set.campaign_id == pair.campaign_id,
        )
        for labels in found.order_by("label_set__name")
    ]


def _relevance(labels: TopicLabels, ordinal: int) -> int | None:
    place = int(np.searchsorted(labels.ordinals, ordinal))
    is_there = place < len(labels.ordinals) and labels.ordinals[place] == ordinal
    return int(labels.relevances[place]) if is_there else None
