"""Rows of the library's lists: the facts of each thing, read by few queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db.models import (
    Count,
    Exists,
    IntegerField,
    Max,
    OuterRef,
    QuerySet,
    Subquery,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from annotation.labels.api.labels import counted_labels
from annotation.models import LabelSource
from evaluation.library.kinds import Kind, Sight, why_not_change
from evaluation.models import SavedComparison
from evaluation.models.study_run import study_of_run
from ranking.api.runs import describe
from ranking.asking import who_asks
from ranking.models import (
    PairScores,
    Ranking,
    RunKind,
    RunSource,
    RunStatus,
    Topic,
    Visibility,
)

# Of a frozen comparison: all that its table and its answers hold.
UNREAD = ("answers", "results", "comparison__spec", "comparison__result", "comparison__outcomes")


class RunRow(NamedTuple):
    """A run; `description` is a sentence on how it was computed, `study` the one it belongs to."""

    name: str
    collection: str
    topic_set: str
    team: str
    tag: str
    kind: RunKind
    link: str
    source: RunSource
    study: str | None
    ranker: str | None
    description: str | None
    status: RunStatus
    parent: str | None
    depth: int
    n_topics: int
    has_pairs: bool
    job: int | None
    owner: str | None
    visibility: Visibility
    archived_at: datetime | None
    created_at: datetime


class LabelsRow(NamedTuple):
    """A label set; `is_simulated` if simulated assessors gave some of its votes."""

    id: int
    name: str
    collection: str
    topic_set: str
    source: LabelSource
    campaign: str | None
    is_simulated: bool
    scale: list[int]
    min_relevance: int
    n_topics: int
    n_pairs: int
    owner: str | None
    visibility: Visibility
    archived_at: datetime | None
    created_at: datetime


class CollectionRow(NamedTuple):
    """A collection; `is_made` is false for a variant that still lacks passages."""

    name: str
    description: str
    language: str
    licence: str
    n_passages: int
    parent: str | None
    is_made: bool
    n_runs: int
    n_labels: int
    owner: str | None
    visibility: Visibility
    archived_at: datetime | None
    created_at: datetime


class TopicSetRow(NamedTuple):
    """A topic set; `n_runs` and `n_labels` count those visible to the account."""

    name: str
    n_topics: int
    parent: str | None
    n_runs: int
    n_labels: int
    owner: str | None
    visibility: Visibility
    archived_at: datetime | None
    created_at: datetime


class SavedRow(NamedTuple):
    """A saved comparison, opened by its `content_hash`.

    `baseline` is a run, the best one if none was named; `baseline_labels` is set where each run is
    compared with itself. `link` is the path that opens it without an account, shown to those who
    may change it.
    """

    name: str
    note: str
    content_hash: str
    baseline: str | None
    baseline_labels: str | None
    runs: list[str]
    labels: list[str]
    measures: str
    owner: str | None
    visibility: Visibility
    archived_at: datetime | None
    created_at: datetime
    link: str | None


Shape = TypeVar("Shape", RunRow, LabelsRow, CollectionRow, TopicSetRow, SavedRow)


def rows_of(kind: Kind, keys: Sequence[int], sight: Sight) -> list[Any]:
    """The rows of these keys, in their order, without those deleted or hidden meanwhile."""
    found = MAKERS[kind](sight.of(kind).filter(pk__in=keys).select_related("owner"), sight)
    return [found[key] for key in keys if key in found]


def _runs(runs: QuerySet[Any], sight: Sight) -> dict[int, RunRow]:
    has_pairs = Exists(PairScores.objects.filter(run=OuterRef("pk")))
    n_topics = _count(Ranking.objects.all(), "run")
    with_grounds = runs.select_related("collection", "topic_set", "parent").annotate(
        job=Max("jobs")
    )
    return {
        run.pk: _row(
            RunRow,
            run,
            sight,
            collection=run.collection.name,
            topic_set=run.topic_set.name,
            ranker=(run.spec or {}).get("ranker"),
            study=run.study if sight.has_role else None,
            description=describe(run) if sight.has_role else None,
        )
        for run in with_grounds.defer("metadata").annotate(
            n_topics=n_topics, has_pairs=has_pairs, study=study_of_run("pk")
        )
    }


def _labels(labels: QuerySet[Any], sight: Sight) -> dict[int, LabelsRow]:
    return {
        one.pk: _row(
            LabelsRow,
            one,
            sight,
            collection=one.collection.name,
            topic_set=one.topic_set.name,
            campaign=one.campaign.name if one.campaign and sight.has_role else None,
            is_simulated=bool(getattr(one, "n_simulated", 0)),
        )
        for one in counted_labels(labels)
    }


def _collections(collections: QuerySet[Any], sight: Sight) -> dict[int, CollectionRow]:
    found = list(collections.select_related("parent", "making"))
    uses = _uses(found, "collection", sight)
    return {
        one.pk: _row(CollectionRow, one, sight, is_made=one.is_made, **uses(one)) for one in found
    }


def _topic_sets(topic_sets: QuerySet[Any], sight: Sight) -> dict[int, TopicSetRow]:
    n_topics = _count(Topic.objects.all(), "topic_set")
    found = list(topic_sets.select_related("parent").annotate(n_topics=n_topics))
    uses = _uses(found, "topic_set", sight)
    return {one.pk: _row(TopicSetRow, one, sight, **uses(one)) for one in found}


def _comparisons(saved: QuerySet[Any], sight: Sight) -> dict[int, SavedRow]:
    asked_for = ("baseline_labels", "runs", "labels", "measures")
    with_baseline = saved.select_related("comparison").annotate(
        baseline=KeyTextTransform("baseline", "comparison__spec")
    )
    return {
        one.pk: _row(
            SavedRow,
            one,
            sight,
            content_hash=one.comparison.content_hash,
            link=_own_link(one),
            **{key: one.asked.get(key) for key in asked_for},
        )
        for one in with_baseline.defer(*UNREAD)
    }


def _own_link(saved: SavedComparison) -> str | None:
    asking = who_asks()
    shown = asking is None or (saved.link and not why_not_change(asking, saved))
    return saved.link if shown else None


def _uses(things: Sequence[Any], field: str, sight: Sight) -> Callable[[Any], dict[str, int]]:
    """The numbers of visible runs and label sets over each.

    Queries of their own, since PostgreSQL reads all runs once for each row of a subquery.
    """
    keys = [thing.pk for thing in things]
    used: dict[str, QuerySet[Any]] = {"n_runs": sight.runs, "n_labels": sight.labels}
    counts = {
        name: dict(
            rows.filter(**{f"{field}__in": keys})
            .order_by()
            .values_list(field)
            .annotate(Count("pk"))
        )
        for name, rows in used.items()
    }
    return lambda thing: {name: found.get(thing.pk, 0) for name, found in counts.items()}


def _count(things: QuerySet[Any], field: str) -> Coalesce:
    of_one = things.filter(**{field: OuterRef("pk")}).order_by().values(field)
    counted = of_one.annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _row(shape: type[Shape], thing: Any, sight: Sight, **worked_out: Any) -> Shape:
    """A row from `worked_out` values and, for the rest, the thing's own fields."""
    fields: dict[str, Any] = {"owner": thing.owner.username if thing.owner else None, **worked_out}
    if "parent" in shape._fields:
        fields["parent"] = thing.parent.name if thing.parent else None
    if not sight.has_role:
        fields |= {key: None for key in ("owner", "parent") if key in fields}
    rest = {name: getattr(thing, name) for name in shape._fields if name not in fields}
    return shape(**fields, **rest)


MAKERS: Mapping[Kind, Callable[[QuerySet[Any], Sight], Mapping[int, Any]]] = MappingProxyType(
    {
        Kind.RUNS: _runs,
        Kind.LABELS: _labels,
        Kind.COLLECTIONS: _collections,
        Kind.TOPIC_SETS: _topic_sets,
        Kind.COMPARISONS: _comparisons,
    }
)
