"""A label set as a datasheet tells it: by which policy, what each step left, what came out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date
from typing import Any, NamedTuple

from annotation.labels.arrays import relevances_by_topic
from annotation.labels.counts import LabelCounts, stored_counts
from annotation.models import LabelSet, LabelSource
from regrade.aggregation.policy_file import current_form

NAMING_PEOPLE = ("only", "without")


class LabelFacts(NamedTuple):
    """What is stored of a label set; `policy` names models, and no person.

    Hashes are empty and `steps` are none where the set was derived before they were kept.
    `decisions_hash` is so, too, where no decision counted.
    """

    name: str
    day: date
    policy: Mapping[str, Any]
    steps: Sequence[Mapping[str, Any]]
    counts: LabelCounts
    min_relevance: int
    n_ties: int | None
    n_votes_by_kind: Mapping[str, int]
    topics_without_relevant: Sequence[str]
    content_hash: str
    votes_hash: str
    decisions_hash: str
    is_before_decisions: bool  # decisions would have counted, and none stood


def facts_of(label_sets: Sequence[LabelSet]) -> list[LabelFacts]:
    counts = stored_counts(label_sets)
    return [_facts(one, counts[one.pk]) for one in label_sets]


def _facts(label_set: LabelSet, counts: LabelCounts) -> LabelFacts:
    report = label_set.report
    return LabelFacts(
        name=label_set.name,
        day=label_set.created_at.astimezone(UTC).date(),
        policy=_without_people(label_set),
        steps=report.get("steps", []),
        counts=counts,
        min_relevance=label_set.min_relevance,
        n_ties=report.get("n_ties"),
        n_votes_by_kind=report.get("n_votes_by_kind", {}),
        topics_without_relevant=list(_without_relevant(label_set)),
        content_hash=label_set.content_hash,
        votes_hash=report.get("votes_hash", ""),
        decisions_hash=report.get("decisions_hash") or "",
        is_before_decisions=_is_before_decisions(label_set),
    )


def _without_people(label_set: LabelSet) -> dict[str, Any]:
    """The policy with the number of people whom it names, and models by their name alone."""
    if label_set.source != LabelSource.DERIVED:
        return dict(label_set.policy)
    told = current_form(label_set.policy)
    for key in NAMING_PEOPLE:
        told[f"n_{key}"] = len(told.pop(key, ()))
    told["models"] = [model["name"] for model in told.get("models", ())]
    return told


def _is_before_decisions(label_set: LabelSet) -> bool:
    counts = label_set.policy.get("decisions", "ignore") != "ignore"
    return counts and label_set.report.get("decisions_hash", "") is None


def _without_relevant(label_set: LabelSet) -> Iterable[str]:
    for query_id, labels in relevances_by_topic(label_set).items():
        if not (labels.values >= label_set.min_relevance).any():
            yield query_id
