"""Combine label sets into a new one that records its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

import numpy as np
from django.db import transaction

from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances, as_columns
from annotation.labels.storing import Origin, none_relevant, store_labels
from annotation.models import LabelParent, LabelSet, LabelSource
from ranking.lookup import NewName, refuse_taken
from regrade.labels import Combined, LabelColumns, Rule, combine, common_min_relevance, mapped
from regrade.limits import RELEVANCE


class Part(NamedTuple):
    """A label set to combine, and replacements for some of its values."""

    label_set: LabelSet
    table: Mapping[int, int] = MappingProxyType({})


class Combination(NamedTuple):
    """The new set, and the agreement between its parents."""

    label_set: LabelSet
    n_shared: int  # pairs that more than one parent labels
    n_disagreeing: int  # of these, with more than one label


@transaction.atomic
def combine_labels(
    *,
    name: NewName,
    parts: Sequence[Part],
    rule: Annotated[
        Rule,
        "union: all pairs, the highest label; intersection: pairs that all label, the"
        " lowest; precedence: all pairs, the label of the first that has one.",
    ],
    min_relevance: Annotated[int | None, RELEVANCE, {"allow_null": True}] = None,
) -> Combination:
    """Combine label sets over the same topics and collection into a new one; see `combine`.

    `min_relevance` defaults to the value from which on all parts call a pair relevant.

    Raises:
        LabelsRefused: fewer than two sets, one twice or a sample, other topics or collections, a
            table that names no value of its set, no value from which on all call a pair relevant,
            a `min_relevance` above every label, or no pair that all label.
        NameTaken: there is such a label set already.
    """
    refuse_taken(LabelSet, name)
    _check(parts)
    least = _common(parts) if min_relevance is None else min_relevance
    done = combine([mapped(as_columns(part.label_set), part.table) for part in parts], rule)
    if refused := _refusal_of(done, min_relevance):
        raise refused
    label_set = _store(name, parts, rule, least, done)
    return Combination(label_set, done.n_shared, done.n_disagreeing)


def parents_of(label_set: LabelSet) -> list[str]:
    """Names of a combined set's sources, in order; empty for other sets."""
    return [parent["name"] for parent in label_set.policy.get("parents", ())]


def refuse_other_ground(first: LabelSet, other: LabelSet) -> None:
    """Refuse label sets that cannot be compared.

    Raises:
        LabelsRefused: they label other topics, or passages of another collection.
    """
    if first.topic_set_id != other.topic_set_id:
        raise LabelsRefused(
            f"{other.name} labels topic set {other.topic_set}, {first.name} labels"
            f" {first.topic_set}; labels of the same topics are needed.",
            code="other_topic_set",
        )
    if first.collection_id != other.collection_id:
        raise LabelsRefused(
            f"{other.name} labels collection {other.collection}, {first.name} labels"
            f" {first.collection}; labels of the same collection are needed.",
            code="other_collection",
        )


def _check(parts: Sequence[Part]) -> None:
    if len(parts) < 2:
        raise LabelsRefused("Name two label sets or more.", code="too_few_sets")
    for part in parts:
        if part.label_set.is_sample:
            raise LabelsRefused(
                f"{part.label_set.name} is a sample: combined with other labels its pairs would"
                " lose the probabilities with which they were drawn. Leave it out.",
                code="sample_combined",
            )
    first, *others = parts
    for part in others:
        refuse_other_ground(first.label_set, part.label_set)
    twice = [one for one, n in Counter(part.label_set.name for part in parts).items() if n > 1]
    if twice:
        sentence = f"{twice[0]} is named twice; name each label set once."
        raise LabelsRefused(sentence, code="named_twice")
    for label_set, table in parts:
        if stray := sorted(set(table) - set(label_set.scale)):
            raise LabelsRefused(
                f"{label_set.name} has no value {stray[0]} that could become another; it has"
                f" {', '.join(map(str, label_set.scale))}.",
                code="unknown_value",
            )


def _common(parts: Sequence[Part]) -> int:
    found = [(one.label_set.scale, one.label_set.min_relevance, one.table) for one in parts]
    least = common_min_relevance(found)
    if least is None:
        relevant = ", ".join(_relevant_values(one) for one in parts)
        raise LabelsRefused(
            f"No least label parts what the sets call relevant from the rest ({relevant}): map the"
            " values of one to the other's, or say from which on labels are relevant.",
            code="no_common_threshold",
        )
    return least


def _relevant_values(part: Part) -> str:
    """The relevant values of a set, after mapping, as text."""
    label_set, table = part.label_set, part.table
    values = [value for value in label_set.scale if value >= label_set.min_relevance]
    mapped = sorted({table.get(value, value) for value in values})
    return f"in {label_set.name} {', '.join(map(str, mapped))}"


def _refusal_of(done: Combined, min_relevance: int | None) -> LabelsRefused | None:
    values = done.labels.relevances
    if not values.size:
        sentence = "No pair is labelled by all of these label sets."
        return LabelsRefused(sentence, code="nothing_left")
    return none_relevant(min_relevance, int(values.max()))


def _store(name: str, parts: Sequence[Part], rule: Rule, least: int, done: Combined) -> LabelSet:
    first = parts[0].label_set
    scales = [{part.table.get(v, v) for v in part.label_set.scale} for part in parts]
    report = {
        "n_shared": done.n_shared,
        "n_disagreeing": done.n_disagreeing,
        "n_votes_by_kind": _votes_behind(parts),
    }
    label_set = store_labels(
        name=name,
        collection=first.collection,
        topic_set=first.topic_set,
        origin=Origin(
            LabelSource.COMBINED,
            report,
            policy=_policy(parts, rule, least),
            of=[part.label_set for part in parts],
        ),
        relevances=_by_topic(first, done.labels),
        min_relevance=least,
        scale=sorted(set().union(*scales)),
    )
    LabelParent.objects.bulk_create(
        LabelParent(label_set=label_set, parent=part.label_set, place=place)
        for place, part in enumerate(parts)
    )
    return label_set


def _policy(parts: Sequence[Part], rule: Rule, least: int) -> dict[str, Any]:
    parents = [
        {
            "name": one.name,
            "content_hash": one.content_hash,
            "min_relevance": one.min_relevance,
            "map": {str(value): new for value, new in sorted(table.items())},
        }
        for one, table in parts
    ]
    return {"rule": rule, "parents": parents, "min_relevance": least}


def _votes_behind(parts: Sequence[Part]) -> dict[str, int]:
    """Votes of the parents by kind of assessor; votes shared by two parents count twice."""
    behind = Counter[str]()
    for label_set, _ in parts:
        behind.update(label_set.report.get("n_votes_by_kind", {}))
    return dict(sorted(behind.items()))


def _by_topic(label_set: LabelSet, labels: LabelColumns) -> dict[str, Relevances]:
    names = dict(label_set.topic_set.topics.values_list("ordinal", "query_id"))
    topics, starts = np.unique(labels.topics, return_index=True)
    passages = np.split(labels.passages.astype(np.int32), starts[1:])
    values = np.split(labels.relevances, starts[1:])
    return {
        names[topic]: Relevances(ordinals, of_topic.astype(np.int16))
        for topic, ordinals, of_topic in zip(topics.tolist(), passages, values, strict=True)
    }
