"""Labels of a pair, and pairs whose grades differ widely from a label."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db import connection

from annotation.exceptions import LabelsRefused
from annotation.models import Campaign, CampaignPair, LabelSet, TopicLabels
from regrade.serving.disagreement import APART

FAR = """
SELECT summary.campaign_pair_id
FROM unnest(%(topics)s::bigint[], %(ordinals)s::int[], %(labels)s::int[]) AS given
     (topic, ordinal, label)
JOIN ranking_passage passage
     ON passage.collection_id = %(collection)s AND passage.ordinal = given.ordinal
JOIN annotation_pooledpair pooled
     ON pooled.topic_id = given.topic AND pooled.passage_id = passage.id
JOIN annotation_campaignpair pair
     ON pair.pair_id = pooled.id AND pair.campaign_id = %(campaign)s
JOIN annotation_pairsummary summary ON summary.campaign_pair_id = pair.id
WHERE greatest(abs(summary.lowest - given.label), abs(summary.highest - given.label)) >= %(apart)s
"""


class NamedSet(NamedTuple):
    id: int
    name: str


class PairLabel(NamedTuple):
    """A label set's relevance for a pair; None where it has none."""

    label_set: str
    relevance: int | None
    min_relevance: int
    is_from_here: bool  # derived from the pair's own campaign


def labels_of(pair: CampaignPair, *, hidden: Collection[int] = ()) -> Sequence[PairLabel]:
    """Labels from every label set over the topic, by name, without hidden ids."""
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


def comparable_sets(campaign: Campaign, *, hidden: Collection[int] = ()) -> list[NamedSet]:
    """The label sets whose labels are grades of the campaign's scale, by name.

    Binary labels are not grades of a scale with more than two.
    """
    scale = set(campaign.grades.values_list("value", flat=True))
    sets = LabelSet.objects.filter(
        topic_set=campaign.pool.topic_set_id,
        collection=campaign.pool.collection_id,
        frozen_at__isnull=False,
    ).exclude(pk__in=hidden)
    return [
        NamedSet(one.pk, one.name)
        for one in sets.defer("report").order_by("name")
        if set(one.scale) <= scale and not (len(scale) > 2 and _is_binary(one))
    ]


def far_pairs(campaign: Campaign, label_set: int) -> list[int]:
    """Pairs with a grade at least `APART` from their label in the set.

    Raises:
        LabelsRefused: there is no such set, or its labels are not grades of the campaign's scale.
    """
    if label_set not in {one.id for one in comparable_sets(campaign)}:
        raise LabelsRefused(
            "There is no label set with this id whose labels are grades of the campaign's scale.",
            code="no_such_labels",
            field="far_from",
        )
    given: dict[str, Any] = {
        **_as_columns(label_set),
        "campaign": campaign.pk,
        "collection": campaign.pool.collection_id,
        "apart": APART,
    }
    with connection.cursor() as cursor:
        cursor.execute(FAR, given)
        return [pk for (pk,) in cursor.fetchall()]


def _as_columns(label_set: int) -> dict[str, list[int]]:
    """The topic, the passage's ordinal and the label of each pair of a set."""
    rows = list(TopicLabels.objects.filter(label_set=label_set).order_by("topic"))
    if not rows:
        return {"topics": [], "ordinals": [], "labels": []}
    sizes = [len(row.ordinals) for row in rows]
    return {
        "topics": np.repeat([row.topic_id for row in rows], sizes).tolist(),
        "ordinals": np.concatenate([row.ordinals for row in rows]).tolist(),
        "labels": np.concatenate([row.relevances for row in rows]).tolist(),
    }


def _is_binary(label_set: LabelSet) -> bool:
    policy = label_set.policy
    is_cut = policy.get("aggregate") == "majority" and policy.get("threshold") is not None
    return is_cut or set(label_set.scale) <= {0, 1}


def _relevance(labels: TopicLabels, ordinal: int) -> int | None:
    place = int(np.searchsorted(labels.ordinals, ordinal))
    is_there = place < len(labels.ordinals) and labels.ordinals[place] == ordinal
    return int(labels.relevances[place]) if is_there else None
