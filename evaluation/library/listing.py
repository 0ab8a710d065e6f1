"""The library's lists: rows of each kind, found by a search, filtered and sorted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar

from django.db.models import (
    Count,
    Exists,
    F,
    Func,
    IntegerField,
    Max,
    OrderBy,
    OuterRef,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, NullIf

from annotation.labels.api.labels import counted_labels
from annotation.models import LabelSource
from evaluation.library.grouping import Key, LibraryGroups, largest_first, runs_by_study
from evaluation.library.kinds import CATALOGUES, Catalogue, Kind, Sight, why_not_change
from evaluation.models import SavedComparison
from evaluation.models.study_run import study_of_run
from ranking.api.runs import describe
from ranking.asking import who_asks
from ranking.lookup import Name
from ranking.models import (
    PairScores,
    Ranking,
    RunKind,
    RunSource,
    RunStatus,
    Topic,
    Visibility,
)
from ranking.pages import Page, place_in_list

# Of a frozen comparison: all that its table and its answers hold.
UNREAD = ("answers", "results", "comparison__spec", "comparison__result", "comparison__outcomes")


class PageAsked(NamedTuple):
    """Which rows.

    Attributes:
        search: words; each stands somewhere in what a thing is found by.
        collection, topic_set: names; of collections and topic sets, the one that they are a
            variant of.
        archived: archived things alone, or all the others.
        folded: pages count the runs of a study as one, at the place of the first, and have all
            of them.
        sort: a name in the catalogue, after a minus sign for descending.
        page: from 1 on, of `size` rows; one beyond the last is the last.
    """

    search: Annotated[
        Name,
        {"allow_blank": True},
        "Words that are part of a name, a ranker, a team, a tag or a description.",
    ] = ""
    collection: str | None = None
    topic_set: str | None = None
    archived: bool = False
    folded: bool = False
    sort: str = "name"
    page: int = 1
    size: Annotated[int, {"min_value": 1, "max_value": 200}] = 50


@dataclass(frozen=True, kw_only=True)
class Found(Page):
    """A page of the things that are found, and how all of them are grouped."""

    groups: LibraryGroups


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


def library_page(kind: Kind, asked: PageAsked, sight: Sight) -> Found:
    """The things of one kind that the account may see; the queries are as many for any number.

    The search is one query for the keys of all that is found: it costs more than to count and
    group some thousands of them here.
    """
    catalogue = _catalogue_for(sight, CATALOGUES[kind])
    is_folded = asked.folded and sight.has_role
    things = _sorted(_searched(sight.of(kind), catalogue, asked), catalogue, asked.sort)
    keys = _keys(things, catalogue, with_study=is_folded)
    of_collection = [key for key in keys if asked.collection in (None, key.collection)]
    of_topic_set = [key for key in keys if asked.topic_set in (None, key.topic_set)]
    found = [key for key in of_collection if asked.topic_set in (None, key.topic_set)]
    folds = runs_by_study(found) if is_folded else [[key] for key in found]
    at = place_in_list(asked.page, n=len(folds), size=asked.size)
    shown = [key.pk for fold in folds[at.part] for key in fold]
    return Found(
        **at.numbers | {"n": len(found)},
        groups=LibraryGroups(
            collections=largest_first(key.collection for key in of_topic_set),
            topic_sets=largest_first(key.topic_set for key in of_collection),
        ),
        rows=rows_of(kind, shown, sight),
    )


def _searched(things: QuerySet[Any], catalogue: Catalogue, asked: PageAsked) -> QuerySet[Any]:
    """No word has a blank in it, so that none is found across two fields."""
    searched = things.filter(archived_at__isnull=not asked.archived)
    words = asked.search.split()
    if words:
        text = Func(Value(" "), *catalogue.found_by, function="concat_ws", output_field=TextField())
        searched = searched.alias(found_in=text)
    for word in words:
        searched = searched.filter(found_in__icontains=word)
    return searched


def _catalogue_for(sight: Sight, catalogue: Catalogue) -> Catalogue:
    """Without a role nothing is found, grouped or sorted by what rows leave out."""
    if sight.has_role:
        return catalogue
    sorts = {name: by for name, by in catalogue.sorts.items() if name not in ("owner", "ranker")}
    return catalogue._replace(
        found_by=("name",),
        collections=_unless_parent(catalogue.collections),
        topic_sets=_unless_parent(catalogue.topic_sets),
        sorts={**sorts, "owner": "name", "ranker": "name"},
    )


def _unless_parent(field: str | None) -> str | None:
    return None if field is None or field.startswith("parent") else field


def _keys(things: QuerySet[Any], catalogue: Catalogue, *, with_study: bool) -> list[Key]:
    none = Value(None, output_field=TextField())
    fields = (catalogue.collections, catalogue.topic_sets)
    grounds: list[Any] = [F(field) if field else none for field in fields]
    if with_study:
        grounds.append(study_of_run("pk"))
    return [Key(*row) for row in things.values_list("pk", *grounds)]


def _sorted(things: QuerySet[Any], catalogue: Catalogue, sort: str) -> QuerySet[Any]:
    """Names make the order one; what has no value stands last either way."""
    by = catalogue.sorts[sort.removeprefix("-")]
    if by == "n_topics":
        things = things.annotate(n_topics=Count("topics"))
    value = NullIf(F(by), Value("")) if by == "team" else F(by) if isinstance(by, str) else by
    is_descending = sort.startswith("-")
    return things.order_by(OrderBy(value, descending=is_descending, nulls_last=True), "name")


def rows_of(kind: Kind, keys: Sequence[int], sight: Sight) -> list[Any]:
    """The rows of these keys, in their order."""
    found = MAKERS[kind](sight.of(kind).filter(pk__in=keys).select_related("owner"), sight)
    return [found[key] for key in keys]


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
    with_making = collections.select_related("parent", "making")
    return {
        one.pk: _row(CollectionRow, one, sight, is_made=one.is_made)
        for one in _with_uses(with_making, "collection", sight)
    }


def _topic_sets(topic_sets: QuerySet[Any], sight: Sight) -> dict[int, TopicSetRow]:
    n_topics = _count(Topic.objects.all(), "topic_set")
    counted = topic_sets.select_related("parent").annotate(n_topics=n_topics)
    return {
        one.pk: _row(TopicSetRow, one, sight) for one in _with_uses(counted, "topic_set", sight)
    }


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


def _with_uses(things: QuerySet[Any], field: str, sight: Sight) -> QuerySet[Any]:
    """Annotate each with the numbers of visible runs and label sets over it."""
    counted: QuerySet[Any] = things.annotate(
        n_runs=_count(sight.runs, field), n_labels=_count(sight.labels, field)
    )
    return counted


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
