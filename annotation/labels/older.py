"""Label sets that a campaign's own can be held against: old labels beside new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from django.db.models import QuerySet

from annotation.labels.pool_runs import complete_runs_of
from annotation.models import (
    Campaign,
    LabelSet,
    LabelSource,
    Pool,
    PooledPair,
    PoolStrategy,
    TopicLabels,
)

SAMPLED = 50  # topics, from whose pairs the coverage is counted
MOST = 20  # label sets that are looked at, those that the pool names and the newest first


class PoolQuestion(NamedTuple):
    """Runs and old labels that a campaign's labels are compared by, and the depth of its pool."""

    pool_runs: list[str]  # complete ones
    old_labels: list[str]  # of the same topics and collection, the best to compare with first
    pool_depth: int | None  # None for a pool that is no whole union of rankings


def question_of(campaign: Campaign, among: QuerySet[LabelSet]) -> PoolQuestion:
    """The runs, old labels and depth of the campaign's pool; `among` are the visible sets."""
    pool = campaign.pool
    depth = pool.depth if pool.strategy == PoolStrategy.DEPTH else None
    return PoolQuestion(complete_runs_of(pool), _old_labels(campaign, among), depth)


def _old_labels(campaign: Campaign, among: QuerySet[LabelSet]) -> list[str]:
    """Sets that the pool was built from or without, then imported ones, best covering first.

    Coverage is the number of the pool's pairs in its first topics that a set labels. Others without
    any of them are left out, and so are the sets of this campaign.
    """
    pool = campaign.pool
    named = _named_in(pool)
    found = among.filter(topic_set=pool.topic_set_id, collection=pool.collection_id)
    found = found.exclude(campaign=campaign).order_by("-created_at")
    sets = sorted(found, key=lambda one: one.name not in named)[:MOST]
    n_covered = _coverage(pool, sets)
    sets.sort(
        key=lambda one: (
            one.name not in named,
            one.source != LabelSource.IMPORTED,
            -n_covered[one.pk],
            one.name,
        )
    )
    return [one.name for one in sets if n_covered[one.pk] or one.name in named]


def _named_in(pool: Pool) -> set[str]:
    recipe: dict[str, Any] = pool.recipe
    left_out = {one["name"] for one in recipe.get("without", ())}
    added = {name for one in recipe.get("added", ()) for name in one.get("without", ())}
    return {recipe.get("labels"), *left_out, *added} - {None}


def _coverage(pool: Pool, sets: list[LabelSet]) -> dict[int, int]:
    """How many of the sampled pairs each set labels, by its key."""
    pooled = PooledPair.objects.filter(pool=pool)
    topics = list(pooled.order_by("topic__ordinal").values_list("topic", flat=True).distinct())
    passages = defaultdict[int, list[int]](list)
    sampled = pooled.filter(topic__in=topics[:SAMPLED])
    for topic, ordinal in sampled.values_list("topic", "passage__ordinal"):
        passages[topic].append(ordinal)
    n_covered = dict.fromkeys((one.pk for one in sets), 0)
    rows = TopicLabels.objects.filter(label_set__in=n_covered, topic__in=passages).order_by()
    found: Iterable[Any] = rows.values_list("label_set", "topic", "ordinals").iterator(
        chunk_size=500
    )
    for key, topic, ordinals in found:
        n_covered[key] += int(np.isin(passages[topic], ordinals).sum())
    return n_covered
