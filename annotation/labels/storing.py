from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from django.utils import timezone

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances
from annotation.models import Campaign, LabelSet, LabelSource, TopicLabels
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.lookup import held, taking_name
from ranking.models import Collection, TopicSet, made_of
from ranking.storage.copying import copying
from regrade.aggregation.content_hash import labels_hash

COPY = """
    COPY annotation_topiclabels (label_set_id, topic_id, ordinals, relevances)
    FROM STDIN (FORMAT BINARY)
"""
INT16 = np.iinfo(np.int16)


class Origin(NamedTuple):
    """Origin of labels; campaign and policy are those of derived ones.

    `of` are the source label sets. `moments` are when labels of another installation were made and
    frozen there.
    """

    source: LabelSource
    report: Mapping[str, Any]
    campaign: Campaign | None = None
    policy: Mapping[str, Any] = MappingProxyType({})
    of: Sequence[LabelSet] = ()
    moments: tuple[datetime, datetime] | None = None


def store_labels(
    *,
    name: str,
    collection: Collection,
    topic_set: TopicSet,
    origin: Origin,
    relevances: Mapping[str, Relevances],
    min_relevance: int,
    scale: Sequence[int] | None = None,
    is_whole: bool = False,
) -> LabelSet:
    """Store a frozen label set: all or nothing. Every label set is written here.

    `relevances` holds the arrays of each topic by query_id, in any order; `scale` defaults to the
    values in use.

    Raises:
        LabelsRefused: no labels, an unknown topic, one without passages, arrays of two lengths, a
            passage twice or not of the collection, a value too large or not on the scale.
        NameTaken: there is such a label set already.
        NotFound: collection or topic set were deleted meanwhile, or hidden from who asks.
    """
    docids = docid_map(collection)
    topic_ids = dict(topic_set.topics.values_list("query_id", "pk"))
    ordered = {query_id: _ascending(labels) for query_id, labels in relevances.items()}
    values = _distinct_values(ordered)
    _check(name, ordered, topic_ids, len(docids))
    _check_values(name, values, scale, min_relevance)
    with taking_name(LabelSet, name):
        rights = made_of(*held(collection, topic_set), *_keep_names(origin.of))
        label_set = LabelSet(name=name, collection=collection, topic_set=topic_set, **rights)
        label_set.source, label_set.campaign = origin.source, origin.campaign
        label_set.policy, label_set.report = dict(origin.policy), dict(origin.report)
        label_set.scale, label_set.min_relevance = sorted(scale or values), min_relevance
        label_set.is_whole = is_whole
        label_set.save()
        _copy(label_set, ordered, topic_ids)
        content = labels_hash(_lines(ordered, docids), min_relevance, is_whole=is_whole)
        _freeze(label_set, content, origin.moments)
    return label_set


def _keep_names(of: Sequence[LabelSet]) -> list[LabelSet]:
    """Reload and lock the label sets that a policy names, until the transaction ends.

    Raises:
        LabelsRefused: one of them was renamed or deleted since it was read.
    """
    locked = LabelSet.objects.select_for_update(no_key=True).order_by("pk")
    kept = list(locked.filter(pk__in=[one.pk for one in of]))
    names = {one.pk: one.name for one in kept}
    for one in of:
        if names.get(one.pk) != one.name:
            raise LabelsRefused(
                f"Label set {one.name} was renamed or deleted meanwhile; try again.",
                code="changed_meanwhile",
            )
    return kept


def none_relevant(asked: int | None, largest: int) -> LabelsRefused | None:
    """Refusal of a requested min_relevance above the `largest` label, else None.

    Every binary measure would be 0 for any run.
    """
    if asked is None or asked <= largest:
        return None
    return LabelsRefused(
        f"With a min_relevance of {asked} no passage would be relevant: the largest label is"
        f" {largest}. Ask for {largest} or less.",
        code="none_relevant",
    )


def _ascending(labels: Relevances) -> Relevances:
    if labels.ordinals.shape != labels.values.shape:
        return labels  # for _check to refuse
    order = np.argsort(labels.ordinals, kind="stable")
    return Relevances(labels.ordinals[order], labels.values[order])


def _distinct_values(relevances: Mapping[str, Relevances]) -> list[int]:
    arrays = [np.unique(labels.values) for labels in relevances.values()]
    distinct: list[int] = np.unique(np.concatenate(arrays)).tolist() if arrays else []
    return distinct


def _check(
    name: str, relevances: Mapping[str, Relevances], topics: Mapping[str, int], n_passages: int
) -> None:
    if not relevances:
        raise LabelsRefused(f"Label set {name} would be empty.", code="no_labels")
    for query_id, labels in relevances.items():
        if problem := _problem(labels, n_passages, is_known=query_id in topics):
            code, reason = problem
            sentence = f"Label set {name}, topic {query_id}: {reason}."
            raise LabelsRefused(sentence, code=code)


def _problem(labels: Relevances, n_passages: int, *, is_known: bool) -> tuple[str, str] | None:
    """Code and reason of the first problem."""
    ordinals, values = labels
    if not is_known:
        return "unknown_topic", "the topic set has no such topic"
    if ordinals.shape != values.shape:
        return "other_lengths", f"{len(ordinals)} passages with {len(values)} relevances"
    if not ordinals.size:
        return "no_passage", "there is no passage"
    if (ordinals[1:] == ordinals[:-1]).any():
        return "passage_twice", "a passage appears twice"
    if not 0 <= ordinals[0] <= ordinals[-1] < n_passages:
        return "unknown_passage", "a passage is not of the collection"
    return None


def _check_values(
    name: str, values: Sequence[int], scale: Sequence[int] | None, min_relevance: int
) -> None:
    for value in (min_relevance, values[0], values[-1]):
        if not INT16.min <= value <= INT16.max:
            sentence = f"Label set {name}: {value} does not fit into two bytes."
            raise LabelsRefused(sentence, code="out_of_range")
    if scale is not None and not set(values) <= set(scale):
        sentence = f"Label set {name}: {values} are not all on the scale {list(scale)}."
        raise LabelsRefused(sentence, code="grade_off_scale")


def _copy(
    label_set: LabelSet, relevances: Mapping[str, Relevances], topic_ids: Mapping[str, int]
) -> None:
    fields = TopicLabels._meta
    pack_ordinals = fields.get_field("ordinals").get_prep_value
    pack_relevances = fields.get_field("relevances").get_prep_value
    with copying(COPY) as copy:
        copy.set_types(["int8", "int8", "bytea", "bytea"])
        for query_id, (ordinals, values) in relevances.items():
            row = pack_ordinals(ordinals), pack_relevances(values)
            copy.write_row((label_set.pk, topic_ids[query_id], *row))


def _freeze(
    label_set: LabelSet, content_hash: str, moments: tuple[datetime, datetime] | None
) -> None:
    made_at, frozen_at = moments or (label_set.created_at, timezone.now())
    label_set.content_hash, label_set.created_at, label_set.frozen_at = (
        content_hash,
        made_at,
        frozen_at,
    )
    label_set.save(update_fields=["content_hash", "created_at", "frozen_at"])


def _lines(
    relevances: Mapping[str, Relevances], docids: DocidMap
) -> Iterator[tuple[str, str, int]]:
    for query_id, (ordinals, values) in relevances.items():
        for doc_id, value in zip(docids.doc_ids_of(ordinals), values.tolist(), strict=True):
            yield query_id, doc_id.decode(), value
