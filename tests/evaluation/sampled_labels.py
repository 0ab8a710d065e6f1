"""Label sets that are samples of others, drawn by a design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from annotation.models import LabelSet, LabelSource, TopicLabels
from annotation.pools.designs import Design, design_as_json, framed
from ranking.models import Run
from regrade.measures import parse_measures
from regrade.sampling.question import Question


def make_design(
    runs: Sequence[Run], *, depth: int = 10, measures: str = "DCG@10", seed: int = 7, **fields: Any
) -> Design:
    """All differences of these runs."""
    places = list(range(len(runs)))
    return Design(runs, depth, Question("all", places), parse_measures(measures), seed, **fields)


def make_sample(
    name: str,
    whole: LabelSet,
    design: Design,
    n: int | None = None,
    changes: Mapping[str, Any] = MappingProxyType({}),
) -> LabelSet:
    """The labels of the first n pairs of a draw, of all by default, as another set has them.

    A pair without a label there counts as one judged not relevant. `changes` are of the design as
    it is stored.
    """
    found = framed(design)
    n = found.n_drawable if n is None else n
    drawn = found.drawn(n, design.seed)
    sample = _copied(name, whole, {**design_as_json(design, n, found), **changes})
    known = {row.topic_id: row for row in whole.topic_labels.all()}
    for place, topic in enumerate(found.topic_ids.tolist()):
        pairs = np.sort(drawn.pairs[found.frame.topics[drawn.pairs] == place])
        passages = found.frame.passages[pairs]
        of_topic = dict(
            zip(known[topic].ordinals.tolist(), known[topic].relevances.tolist(), strict=True)
            if topic in known
            else ()
        )
        values = np.array([of_topic.get(one, 0) for one in passages.tolist()], np.int16)
        _store(sample, topic, passages, values, drawn.probabilities[pairs])
    return _frozen(sample)


def import_sample(name: str, whole: LabelSet, probabilities: Sequence[float]) -> LabelSet:
    """All labels of a set, with these probabilities in turn: as a file that states them does."""
    sample = _copied(name, whole, {})
    n = 0
    for row in whole.topic_labels.order_by("topic__ordinal"):
        size = row.ordinals.size
        given = np.array([probabilities[(n + i) % len(probabilities)] for i in range(size)])
        _store(sample, row.topic_id, row.ordinals, row.relevances, given)
        n += size
    sample.design = {"n": n, "imported": True}
    return _frozen(sample)


def _copied(name: str, whole: LabelSet, design: dict[str, Any]) -> LabelSet:
    return LabelSet.objects.create(
        name=name,
        collection=whole.collection,
        topic_set=whole.topic_set,
        source=LabelSource.IMPORTED,
        scale=whole.scale,
        min_relevance=whole.min_relevance,
        design=design,
    )


def _frozen(sample: LabelSet) -> LabelSet:
    sample.content_hash = sha256(sample.name.encode()).hexdigest()
    sample.frozen_at = timezone.now()
    sample.save()
    return sample


def _store(
    sample: LabelSet,
    topic: int,
    passages: NDArray[np.integer[Any]],
    values: NDArray[np.integer[Any]],
    probabilities: NDArray[np.float64],
) -> None:
    TopicLabels.objects.create(
        label_set=sample,
        topic_id=topic,
        ordinals=passages.astype(np.int32),
        relevances=values.astype(np.int16),
        probabilities=probabilities,
    )
