"""One topic across runs: rankings, labels, votes and scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.labels.arrays import Relevances
from annotation.models import LabelSet, TopicLabels
from annotation.votes.of_topic import VotesOnPassage, votes_on_topic
from evaluation.exceptions import MeasureRefused, NotComparable, refused_as
from evaluation.scores.estimable import sampled
from evaluation.scores.judged_runs import check_comparable
from ranking.models import Passage, Ranking, Run, Topic
from ranking.variants.lineage import Lineages, lineages
from regrade.measures import JudgedTopics, Measure, Rankings, judge, score_measures
from regrade.verdict import Sampled

MOST_RELEVANT = 200
NOTHING = np.empty(0, np.int32)
Ordinals = NDArray[np.int32]


class TopicQuestion(NamedTuple):
    """A topic with the runs, labels and measures to show.

    Attributes:
        start, n: 0-based first rank to show of each ranking, and number of ranks.
        campaigns: keys of those whose votes may be seen.
    """

    topic: Topic
    runs: Sequence[Run]
    label_sets: Sequence[LabelSet]
    measures: Sequence[Measure]
    start: Annotated[int, {"min_value": 0}] = 0
    n: Annotated[int, {"min_value": 1, "max_value": 100}] = 20
    campaigns: Collection[int] = ()


class TopicPassage(NamedTuple):
    """A passage with its label under each label set and its rank in each run; None for neither.

    A run over a variant of the collection has its own text.
    """

    doc_id: str
    title: str
    text: str | None
    relevances: list[int | None]
    ranks: list[int | None]
    votes: list[VotesOnPassage]


class RankedPassage(NamedTuple):
    rank: int
    score: float
    passage: TopicPassage


class TopicRanking(NamedTuple):
    """One run; `query` is set if a variant of the topics changed it."""

    run: str
    query: str | None
    n_retrieved: int
    scores: list[TopicScore]
    passages: list[RankedPassage]


class LabelsOnTopic(NamedTuple):
    """A label set's labels of the topic; of a sample they give no run a score on one topic."""

    name: str
    min_relevance: int
    n_judged: int
    n_relevant: int
    sample: Sampled | None


class TopicLook(NamedTuple):
    """All data of a topic; `relevant`: up to 200 passages relevant in any label set, best first."""

    query_id: str
    query: str
    description: str
    narrative: str
    place: int
    n_topics: int
    previous: str | None
    next: str | None
    labels: list[LabelsOnTopic]
    rankings: list[TopicRanking]
    n_relevant: int
    relevant: list[TopicPassage]


class Ranks(NamedTuple):
    """One run's ranking of the topic: parallel arrays of shape (n_retrieved,)."""

    ordinals: NDArray[np.int32]
    scores: NDArray[np.float64]

    def places(self) -> dict[int, int]:
        return {ordinal: rank for rank, ordinal in enumerate(self.ordinals.tolist(), start=1)}


class Passages:
    """The passages to show, read at once, with their labels, ranks and votes."""

    def __init__(
        self,
        question: TopicQuestion,
        rankings: Sequence[Ranks],
        labels: Mapping[int, Relevances],
        shown: Sequence[NDArray[np.int32]],
    ) -> None:
        ordinals = np.unique(np.concatenate([NOTHING, *shown])).tolist()
        self.collections = _collections(question)
        self.texts = _texts(self.collections, ordinals)
        self.places = [ranks.places() for ranks in rankings]
        self.labels = [_by_passage(labels[one.pk]) for one in question.label_sets]
        self.votes = votes_on_topic(
            _topics_of(question), self.collections, ordinals, question.campaigns
        )

    def of(self, ordinal: int, collection: int | None = None) -> TopicPassage:
        """A passage with its text in that collection, by default the first text available."""
        asked = self.collections if collection is None else [collection]
        at = next(key for key in asked if (key, ordinal) in self.texts)
        passage = self.texts[at, ordinal]
        return TopicPassage(
            passage.doc_id,
            passage.title,
            passage.text,
            [known.get(ordinal) for known in self.labels],
            [ranks.get(ordinal) for ranks in self.places],
            [votes.of_text_in(at) for votes in self.votes.get(ordinal, [])],
        )

    def ranked(
        self, run: Run, ranks: Ranks, ordinals: NDArray[np.int32], start: int
    ) -> list[RankedPassage]:
        scores = ranks.scores[start : start + ordinals.size].tolist()
        return [
            RankedPassage(rank, score, self.of(ordinal, run.collection_id))
            for rank, (ordinal, score) in enumerate(
                zip(ordinals.tolist(), scores, strict=True), start=start + 1
            )
        ]


class TopicScore(NamedTuple):
    """`value` is None where the labels say nothing of the topic, or are a sample."""

    labels: str
    measure: str
    lower_is_better: bool
    value: float | None


def look_at_topic(question: TopicQuestion) -> TopicLook:
    """The top passages of each run with labels and votes, in a fixed number of queries.

    Raises:
        NotComparable: a run or labels over other topics or passages, or an incomplete run.
    """
    _check(question)
    rankings, labels = _rankings(question), _labels(question)
    all_relevant = _relevant(question, labels)
    relevant = _best_first(all_relevant, rankings)[:MOST_RELEVANT]
    shown = [_shown(ranks, question) for ranks in rankings]
    passages = Passages(question, rankings, labels, [*shown, relevant])
    scores = score_topic(
        [ranks.ordinals for ranks in rankings],
        [(one, labels[one.pk]) for one in question.label_sets],
        question.measures,
    )
    queries = _queries(question)
    topic = question.topic
    return TopicLook(
        topic.query_id,
        topic.query,
        topic.description,
        topic.narrative,
        *_neighbours(topic),
        [_labels_on_topic(one, labels[one.pk]) for one in question.label_sets],
        [
            TopicRanking(
                run.name,
                queries.get(run.topic_set_id),
                rankings[at].ordinals.size,
                scores[at],
                passages.ranked(run, rankings[at], shown[at], question.start),
            )
            for at, run in enumerate(question.runs)
        ],
        all_relevant.size,
        [passages.of(ordinal) for ordinal in relevant.tolist()],
    )


def _check(question: TopicQuestion) -> None:
    check_comparable(question.runs, question.label_sets)
    known, topic_set = lineages(), question.topic.topic_set_id
    for run in question.runs:
        if topic_set not in {one.key for one in known.topic_sets_of(run)}:
            raise NotComparable(
                f"{run} answers the topics {run.topic_set}, not {question.topic.topic_set}.",
                code="other_topic_set",
            )
    for labels in question.label_sets if not question.runs else ():
        if labels.topic_set_id != topic_set:
            raise NotComparable(
                f"{labels} labels the topics {labels.topic_set}, not {question.topic.topic_set}.",
                code="other_topic_set",
            )
    _check_collections(question, known)


def _check_collections(question: TopicQuestion, known: Lineages) -> None:
    """Refuse unrelated collections: only variants share the ordinals that identify passages."""
    over = [(run.name, run.collection) for run in question.runs]
    over += [(labels.name, labels.collection) for labels in question.label_sets]
    originals = [known.original_of(collection.pk) for _, collection in over]
    for (name, collection), original in zip(over, originals, strict=True):
        if original != originals[0]:
            raise NotComparable(
                f"{name} is over the collection {collection}, {over[0][0]} over another;"
                " look at runs and labels of one collection, or of variants of it.",
                code="other_collection",
            )


def _topics_of(question: TopicQuestion) -> list[int]:
    """Ids of the topic in its own set and in the ancestor sets that labels are over."""
    sets = {one.topic_set_id for one in question.label_sets} - {question.topic.topic_set_id}
    above = Topic.objects.filter(topic_set__in=sets, ordinal=question.topic.ordinal)
    return [question.topic.pk, *(above.values_list("pk", flat=True) if sets else ())]


def _collections(question: TopicQuestion) -> list[int]:
    """Distinct collections involved; those of labels first, since their texts were judged."""
    of_labels = [one.collection_id for one in question.label_sets]
    return list(dict.fromkeys([*of_labels, *(run.collection_id for run in question.runs)]))


def _rankings(question: TopicQuestion) -> list[Ranks]:
    """Rankings in the order of the runs; a variant has the topic at the same ordinal."""
    rows: Any = Ranking.objects.filter(
        run__in=question.runs,
        topic__ordinal=question.topic.ordinal,
        topic__topic_set__in={run.topic_set_id for run in question.runs},
    )
    found = {
        run: Ranks(ordinals, scores)
        for run, ordinals, scores in rows.values_list("run", "ordinals", "scores")
    }
    return [found.get(run.pk, Ranks(NOTHING, np.empty(0))) for run in question.runs]


def _labels(question: TopicQuestion) -> dict[int, Relevances]:
    rows: Any = TopicLabels.objects.filter(
        label_set__in=question.label_sets, topic__ordinal=question.topic.ordinal
    )
    found = {
        key: Relevances(ordinals, values)
        for key, ordinals, values in rows.values_list("label_set", "ordinals", "relevances")
    }
    nothing = Relevances(NOTHING, np.empty(0, np.int16))
    return {one.pk: found.get(one.pk, nothing) for one in question.label_sets}


def _relevant(question: TopicQuestion, labels: Mapping[int, Relevances]) -> NDArray[np.int32]:
    parts = [
        labels[one.pk].ordinals[labels[one.pk].values >= one.min_relevance]
        for one in question.label_sets
    ]
    return np.unique(np.concatenate([NOTHING, *parts]))


def _best_first(ordinals: NDArray[np.int32], rankings: Sequence[Ranks]) -> NDArray[np.int32]:
    """Order by best rank over the runs; passages in no run come last."""
    best = np.full(ordinals.size, np.iinfo(np.int64).max)
    for ranks in rankings:
        _, at, of_run = np.intersect1d(ordinals, ranks.ordinals, return_indices=True)
        best[at] = np.minimum(best[at], of_run)
    return ordinals[np.argsort(best, kind="stable")]


def _by_passage(labels: Relevances) -> dict[int, int]:
    return dict(zip(labels.ordinals.tolist(), labels.values.tolist(), strict=True))


def _shown(ranks: Ranks, question: TopicQuestion) -> NDArray[np.int32]:
    return ranks.ordinals[question.start : question.start + question.n]


def _labels_on_topic(label_set: LabelSet, labels: Relevances) -> LabelsOnTopic:
    least, values = label_set.min_relevance, labels.values
    n_relevant = int((values >= least).sum())
    return LabelsOnTopic(label_set.name, least, values.size, n_relevant, sampled(label_set))


def _texts(collections: Iterable[int], ordinals: Sequence[int]) -> dict[tuple[int, int], Passage]:
    rows = Passage.objects.filter(collection__in=collections, ordinal__in=ordinals)
    kept = rows.only("collection", "ordinal", "doc_id", "title", "text")
    return {(one.collection_id, one.ordinal): one for one in kept}


def _queries(question: TopicQuestion) -> dict[int, str]:
    """Queries of runs over variants of the topics, by topic set."""
    sets = {run.topic_set_id for run in question.runs} - {question.topic.topic_set_id}
    rows = Topic.objects.filter(topic_set__in=sets, ordinal=question.topic.ordinal)
    return dict(rows.values_list("topic_set", "query")) if sets else {}


def _neighbours(topic: Topic) -> tuple[int, int, str | None, str | None]:
    """1-based position in the topic set, number of topics, and query ids before and after."""
    others = Topic.objects.filter(topic_set=topic.topic_set_id)
    before = others.filter(ordinal__lt=topic.ordinal).order_by("-ordinal")
    after = others.filter(ordinal__gt=topic.ordinal).order_by("ordinal")
    n_before, n_after = before.count(), after.count()
    names = [rows.values_list("query_id", flat=True).first() for rows in (before, after)]
    return n_before + 1, n_before + 1 + n_after, names[0], names[1]


def score_topic(
    rankings: Sequence[Ordinals],
    labels: Sequence[tuple[LabelSet, Relevances]],
    measures: Sequence[Measure],
) -> list[list[TopicScore]]:
    """For each ranking its scores: label set after label set, measure after measure.

    Raises:
        MeasureRefused: a measure makes no sense on these labels.
    """
    packed = Rankings(
        np.cumsum([0, *(one.size for one in rankings)], dtype=np.int64),
        np.concatenate([np.empty(0, np.int32), *rankings]),
    )
    scores: list[list[TopicScore]] = [[] for _ in rankings]
    for label_set, (ordinals, values) in labels:
        columns = _values(packed, label_set, Relevances(ordinals, values), measures)
        for measure in measures:
            for place, of_run in enumerate(scores):
                value = None if columns is None else float(columns[measure.name][place])
                of_run.append(
                    TopicScore(label_set.name, measure.name, measure.lower_is_better, value)
                )
    return scores


def _values(
    rankings: Rankings, label_set: LabelSet, labels: Relevances, measures: Sequence[Measure]
) -> dict[str, NDArray[np.float64]] | None:
    n_runs, n_judged = rankings.starts.size - 1, labels.ordinals.size
    if not n_judged or not n_runs or sampled(label_set):
        return None
    judged = JudgedTopics(
        np.arange(n_runs + 1, dtype=np.int64) * n_judged,
        np.tile(labels.ordinals.astype(np.int64), n_runs),
        np.tile(labels.values.astype(np.int64), n_runs),
        label_set.min_relevance,
        max(label_set.scale),
        unlisted=label_set.unlisted,
    )
    with refused_as(MeasureRefused, f"Under {label_set}: ", "", code="not_computable"):
        return score_measures(measures, judge(rankings, judged))
