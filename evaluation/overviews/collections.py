"""Things made over a collection or topic set, and the topics, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

from django.db.models import Count, Q, QuerySet

from annotation.models import Campaign, LabelSet, TopicLabels
from evaluation.exceptions import NotComparable
from ranking.collections.collection_overview import ListedPassage, look_at_collection
from ranking.collections.mojibake import MojibakeRecord
from ranking.collections.word_lengths import WordLengths, word_lengths
from ranking.models import Collection, Ranking, Run, RunStatus, Topic, TopicSet
from ranking.pages import Page, place_in_list
from ranking.rankers.kept_indexes import KeptIndex, kept_indexes
from ranking.rankers.passage_search import WORDS
from ranking.variants.lineage import ancestors, lineages
from ranking.variants.origins import Origin, origin_of
from regrade.text.answer_types import classify_query

MOST_RUNS = 200
PAGE = 50
TopicOrder = Literal["order", "query", "n_relevant", "n_judged"]
BY_LABELS = ("n_relevant", "n_judged")


class CollectionFacts(NamedTuple):
    """A collection in short; `topic_sets` are those that its runs and labels are for."""

    name: str
    description: str
    language: str
    licence: str
    created_at: datetime
    docids_hash: str
    mojibake: list[MojibakeRecord]
    n_passages: int
    n_without_text: int
    lineage: Origin
    words: WordLengths
    indexes: list[KeptIndex]
    n_runs: int
    n_campaigns: int
    label_sets: list[str]
    topic_sets: list[str]
    samples: list[ListedPassage]


class TopicSetFacts(NamedTuple):
    """A topic set in short: of its runs the first 200 by name, and the label sets that serve it."""

    name: str
    created_at: datetime
    mojibake: list[MojibakeRecord]
    n_topics: int
    words: WordLengths
    lineage: Origin
    runs: list[str]
    n_runs: int
    n_campaigns: int
    label_sets: list[str]


class TopicRow(NamedTuple):
    """A topic; without labels nothing is judged or relevant, and the counts are None."""

    ordinal: int
    query_id: str
    query: str
    answer_type: str
    answer_kind: str
    n_judged: int | None
    n_relevant: int | None
    n_runs: int


@dataclass(frozen=True, kw_only=True)
class TopicRows(Page):
    """A page of a set's topics, counted under one label set or none."""

    labels: str | None
    min_relevance: int | None
    rows: list[TopicRow]


class Counts(NamedTuple):
    n_judged: int
    n_relevant: int


class TopicsAsked(NamedTuple):
    """Topics whose query_id begins so or whose query holds these words, in which order."""

    search: Annotated[str, WORDS, "The beginning of a query_id, or words of the query."] = ""
    sort: TopicOrder = "order"
    page: int = 1


def collection_facts(collection: Collection, label_sets: QuerySet[LabelSet]) -> CollectionFacts:
    """By a fixed number of queries, whatever there is.

    Args:
        label_sets: those that may be seen.
    """
    look, runs = look_at_collection(collection), collection.runs.seen().order_by()
    labels = label_sets.filter(collection=collection).order_by("name")
    named = list(labels.values_list("name", "topic_set__name"))
    answered = runs.values_list("topic_set__name", flat=True).distinct()
    return CollectionFacts(
        name=collection.name,
        description=collection.description,
        language=collection.language,
        licence=collection.licence,
        created_at=collection.created_at,
        docids_hash=collection.docids_hash,
        mojibake=[MojibakeRecord(**record) for record in collection.mojibake],
        n_passages=collection.n_passages,
        n_without_text=look.n_without_text,
        lineage=origin_of(collection),
        words=look.words,
        indexes=kept_indexes(collection),
        n_runs=runs.count(),
        n_campaigns=Campaign.objects.filter(pool__collection=collection).count(),
        label_sets=[name for name, _ in named],
        topic_sets=sorted({*answered, *(topics for _, topics in named)}),
        samples=look.samples,
    )


def topic_set_facts(topic_set: TopicSet, label_sets: QuerySet[LabelSet]) -> TopicSetFacts:
    """By a fixed number of queries, whatever there is.

    Args:
        label_sets: those that may be seen.
    """
    words = word_lengths(topic_set.topics.order_by().values_list("query", flat=True))
    runs = topic_set.runs.seen().order_by("name").values_list("name", flat=True)
    return TopicSetFacts(
        name=topic_set.name,
        created_at=topic_set.created_at,
        mojibake=[MojibakeRecord(**record) for record in topic_set.mojibake],
        n_topics=words.n_counted,
        words=words,
        lineage=origin_of(topic_set),
        runs=list(runs[:MOST_RUNS]),
        n_runs=runs.count(),
        n_campaigns=Campaign.objects.filter(pool__topic_set=topic_set).count(),
        label_sets=list(
            serving(topic_set, label_sets).order_by("name").values_list("name", flat=True)
        ),
    )


def serving(topic_set: TopicSet, label_sets: QuerySet[LabelSet]) -> QuerySet[LabelSet]:
    """Those of its topics, or of topics that it is a variant of."""
    above = ancestors(lineages().topic_sets, topic_set.pk)
    return label_sets.filter(topic_set__in=[topic_set.pk, *(one.key for one in above)])


def topic_rows(topic_set: TopicSet, asked: TopicsAsked, labels: LabelSet | None) -> TopicRows:
    """A page of topics, by a fixed number of queries.

    Raises:
        NotComparable: the labels are of other topics.
    """
    if labels is not None and not serving(topic_set, LabelSet.objects.filter(pk=labels.pk)):
        raise NotComparable(
            f"{labels} labels the topics {labels.topic_set}, not {topic_set}.",
            code="other_topic_set",
            field="labels",
        )
    counts = _counts(labels)
    rows = list(_sought(topic_set, asked.search).values_list("pk", "ordinal", "query"))
    if asked.sort == "query":
        rows.sort(key=lambda row: row[2].casefold())
    elif asked.sort in BY_LABELS:
        nothing = Counts(0, 0)
        rows.sort(key=lambda row: -getattr(counts.get(row[1], nothing), asked.sort))
    at = place_in_list(asked.page, n=len(rows), size=PAGE)
    shown = [key for key, *_ in rows[at.part]]
    return TopicRows(
        **at.numbers,
        labels=labels.name if labels else None,
        min_relevance=labels.min_relevance if labels else None,
        rows=_topic_rows(shown, counts if labels else None),
    )


def _sought(topic_set: TopicSet, search: str) -> QuerySet[Topic]:
    topics = topic_set.topics.order_by("ordinal")
    if not search.strip():
        return topics
    has_all = Q()
    for word in search.split():
        has_all &= Q(query__icontains=word)
    return topics.filter(has_all | Q(query_id__startswith=search.strip()))


def _counts(labels: LabelSet | None) -> dict[int, Counts]:
    """By the topic's ordinal, which variants share."""
    if labels is None:
        return {}
    rows: Any = TopicLabels.objects.filter(label_set=labels).order_by()
    return {
        ordinal: Counts(values.size, int((values >= labels.min_relevance).sum()))
        for ordinal, values in rows.values_list("topic__ordinal", "relevances")
    }


def _topic_rows(keys: Sequence[int], counts: dict[int, Counts] | None) -> list[TopicRow]:
    topics = Topic.objects.in_bulk(keys)
    runs = Run.objects.seen().filter(status=RunStatus.COMPLETE)
    ranked = Ranking.objects.filter(topic__in=keys, run__in=runs)
    n_runs = dict(ranked.order_by().values_list("topic").annotate(n=Count("pk")))
    return [_row(topics[key], counts, n_runs.get(key, 0)) for key in keys]


def _row(topic: Topic, counts: dict[int, Counts] | None, n_runs: int) -> TopicRow:
    kind = classify_query(topic.query)
    here = None if counts is None else counts.get(topic.ordinal, Counts(0, 0))
    return TopicRow(
        ordinal=topic.ordinal,
        query_id=topic.query_id,
        query=topic.query,
        answer_type=kind.coarse,
        answer_kind=kind.fine,
        n_judged=here.n_judged if here else None,
        n_relevant=here.n_relevant if here else None,
        n_runs=n_runs,
    )
