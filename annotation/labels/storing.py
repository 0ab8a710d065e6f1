from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

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
    COPY annotation_topiclabels (label_set_id, topic_id, ordinals, relevances, probabilities)
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


class Sample(NamedTuple):
    """The design of a sample, and the probability with which each pair was drawn.

    Attributes:
        design: what was drawn from, and for which question; `n`, how many pairs.
        probabilities: by query_id, parallel to the labels.
    """

    design: Mapping[str, Any]
    probabilities: Mapping[str, NDArray[np.float64]]


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
    sample: Sample | None = None,
) -> LabelSet:
    """Store a frozen label set: all or nothing. Every label set is written here.

    `relevances` holds the arrays of each topic by query_id, in any order; `scale` defaults to the
    values in use. Topics of a `sample` may have no passage: none of theirs was drawn.

    Raises:
        LabelsRefused: no labels, an unknown topic, one without passages, arrays of two lengths, a
            passage twice or not of the collection, a value off the scale, an impossible sample.
        NameTaken: there is such a label set already.
        NotFound: collection or topic set were deleted meanwhile, or hidden from who asks.
    """
    docids = docid_map(collection)
    topic_ids = dict(topic_set.topics.values_list("query_id", "pk"))
    ordered = {query_id: _ascending(labels) for query_id, labels in relevances.items()}
    values = _distinct_values(ordered)
    _check(name, ordered, topic_ids, len(docids), may_be_empty=sample is not None)
    _check_values(name, values, scale, min_relevance)
    drawn = None if sample is None else _drawn(name, relevances, sample, is_whole=is_whole)
    with taking_name(LabelSet, name):
        label_set = _begun(name, collection, topic_set, origin)
        label_set.scale, label_set.min_relevance = sorted(scale or values), min_relevance
        label_set.is_whole, label_set.design = is_whole, dict(sample.design if sample else {})
        label_set.save()
        _copy(label_set, ordered, drawn, topic_ids)
        lines, drawn_at = _lines(ordered, docids), _all_of(drawn)
        content = labels_hash(lines, min_relevance, is_whole=is_whole, probabilities=drawn_at)
        _freeze(label_set, content, origin.moments)
    return label_set


def _begun(name: str, collection: Collection, topic_set: TopicSet, origin: Origin) -> LabelSet:
    """A label set that is not saved, with whatever it is over and comes of held until the end."""
    rights = made_of(*held(collection, topic_set), *_keep_names(origin.of))
    label_set = LabelSet(name=name, collection=collection, topic_set=topic_set, **rights)
    label_set.source, label_set.campaign = origin.source, origin.campaign
    label_set.policy, label_set.report = dict(origin.policy), dict(origin.report)
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


def _drawn(
    name: str, relevances: Mapping[str, Relevances], sample: Sample, *, is_whole: bool
) -> dict[str, NDArray[np.float64]]:
    """The probabilities of each topic in the order of its ordinals."""
    if is_whole:
        raise LabelsRefused(
            f"Label set {name} is a sample, so passages that it does not list may be relevant.",
            code="sample_not_whole",
        )
    drawn = {}
    for query_id, labels in relevances.items():
        found = sample.probabilities.get(query_id, np.zeros(0))
        if found.shape != labels.ordinals.shape or not ((found > 0) & (found <= 1)).all():
            raise LabelsRefused(
                f"Label set {name}, topic {query_id}: each pair of a sample needs a probability"
                " above 0 and up to 1.",
                code="bad_probability",
            )
        drawn[query_id] = found[np.argsort(labels.ordinals, kind="stable")]
    if sample.design["n"] != (n_labels := sum(one.size for one in drawn.values())):
        raise LabelsRefused(
            f"Label set {name} has {n_labels:,} labels, and its design says {sample.design['n']:,}"
            " drawn pairs.",
            code="other_number_drawn",
        )
    return drawn


def _all_of(drawn: Mapping[str, NDArray[np.float64]] | None) -> list[float] | None:
    if drawn is None:
        return None
    return [probability for of_topic in drawn.values() for probability in of_topic.tolist()]


def _distinct_values(relevances: Mapping[str, Relevances]) -> list[int]:
    arrays = [np.unique(labels.values) for labels in relevances.values()]
    distinct: list[int] = np.unique(np.concatenate(arrays)).tolist() if arrays else []
    return distinct


def _check(
    name: str,
    relevances: Mapping[str, Relevances],
    topics: Mapping[str, int],
    n_passages: int,
    *,
    may_be_empty: bool,
) -> None:
    n_labels = sum(labels.ordinals.size for labels in relevances.values())
    if not relevances or (may_be_empty and not n_labels):
        raise LabelsRefused(f"Label set {name} would be empty.", code="no_labels")
    for query_id, labels in relevances.items():
        if may_be_empty and not labels.ordinals.size and query_id in topics:
            continue
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
    label_set: LabelSet,
    relevances: Mapping[str, Relevances],
    drawn: Mapping[str, NDArray[np.float64]] | None,
    topic_ids: Mapping[str, int],
) -> None:
    names = ("ordinals", "relevances", "probabilities")
    fields: list[Any] = [TopicLabels._meta.get_field(name) for name in names]
    with copying(COPY) as copy:
        copy.set_types(["int8", "int8", "bytea", "bytea", "bytea"])
        for query_id, labels in relevances.items():
            arrays = *labels, None if drawn is None else drawn[query_id]
            row = [one.get_prep_value(array) for one, array in zip(fields, arrays, strict=True)]
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
