"""Two runs under labels, and labels of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils import timezone

from annotation.models import Campaign, LabelSet, LabelSource
from ranking.models import Collection, TopicSet
from tests.factories import make_collection, make_labels, make_run, make_topics


def make_two_runs(labels: str = "old") -> tuple[Collection, TopicSet]:
    """Two runs under labels of one passage per topic; the second run lacks q2."""
    ground = make_collection(), make_topics()
    make_run("r1", *ground, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
    make_run("r2", *ground, {"q1": ["d2", "d1"]})
    make_labels(labels, *ground, {"q1": {"d1": 1}, "q2": {"d2": 1}})
    return ground


def derive_like(
    labels: LabelSet,
    campaign: Campaign,
    name: str = "derived",
    design: Mapping[str, object] = MappingProxyType({}),
    **policy: object,
) -> LabelSet:
    """A campaign's label set, with the labels of another."""
    derived = LabelSet.objects.create(
        name=name,
        topic_set=labels.topic_set,
        collection=labels.collection,
        source=LabelSource.DERIVED,
        campaign=campaign,
        policy=policy,
        design=dict(design),
        scale=labels.scale,
        min_relevance=labels.min_relevance,
    )
    for of_topic in labels.topic_labels.all():
        of_topic.pk, of_topic.label_set = None, derived
        of_topic.save(force_insert=True)
    derived.content_hash, derived.frozen_at = "0" * 64, timezone.now()
    derived.save()
    return derived
