"""A frozen comparison topic by topic: every run under every label set, and what else is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet, PooledPair
from evaluation.comparisons.results import ComparedRuns, scores_of
from evaluation.scores.estimable import sampled
from evaluation.scores.judged_runs import LabelledTopics, labelled_topics
from evaluation.scores.kept_scores import Coverage
from evaluation.scores.scoring import RunScores, depth_of
from evaluation.scores.streamed_runs import stream_rankings
from evaluation.scores.topic_choice import ChosenTopic
from ranking.models import Run, Topic
from regrade.measures import Measure
from regrade.measures.measure import MAX_CUTOFF
from regrade.text.answer_types import Coarse, classify_query
from regrade.text.word_counts import count_words
from regrade.verdict import Sampled

AtRankOne = Literal["relevant", "not relevant", "unjudged", "nothing"]
WORDS_FOR_IT = np.array(get_args(AtRankOne))
NOTHING = -1  # retrieved
UNJUDGED = np.iinfo(np.int64).min


class TopicFacts(NamedTuple):
    """A topic of a comparison; `stratum` is empty where neither it nor a pool names one."""

    query_id: str
    query: str
    n_words: int
    answer_type: Coarse
    stratum: str


class RunByTopic(NamedTuple):
    """One run under one label set, each list in the order of the topics.

    `judged` is the share of what was retrieved down to the cutoff that carries a label; None
    where nothing was retrieved. `at_rank_1` says what the first passage is under these labels.
    """

    run: str
    values: list[float]
    judged: list[float | None]
    at_rank_1: list[AtRankOne]


class LabelsByTopic(NamedTuple):
    """One label set, the labels compared with first; `n_judged` and `n_relevant` by topic.

    Values are estimates where the labels are a sample, and `sample` says of what.
    """

    labels: str
    min_relevance: int
    n_judged: list[int]
    n_relevant: list[int]
    runs: list[RunByTopic]
    sample: Sampled | None


class TopicTable(NamedTuple):
    """One measure of a comparison on every topic; without a cutoff it reads whole rankings."""

    measure: str
    lower_is_better: bool
    cutoff: int | None
    topics: list[TopicFacts]
    blocks: list[LabelsByTopic]


def topic_table(compared: ComparedRuns, measure: Measure) -> TopicTable:
    """All values of one measure, by a number of queries that only label sets add to.

    Nothing is stored.
    """
    blocks, topics = scores_of(compared), compared.topics
    runs = [scores.run for scores in blocks[0]]
    first = first_passages(runs, topics.ids, single_precision=compared.single_precision)
    label_sets = [block[0].label_set for block in blocks]
    depth = depth_of(measure)
    return TopicTable(
        measure.name,
        measure.lower_is_better,
        None if depth == MAX_CUTOFF else depth,
        _facts(topics.topics, label_sets),
        [
            _block(block, measure, labelled_topics(labels), topics.ids, first)
            for block, labels in zip(blocks, label_sets, strict=True)
        ],
    )


def topic_values(
    compared: ComparedRuns, measures: Sequence[Measure]
) -> Iterator[tuple[str, str, str, str, float]]:
    """Query_id, run, label set, measure and value: of every run under every label set."""
    query_ids = [topic.query_id for topic in compared.topics.topics]
    for block in scores_of(compared):
        for scores in block:
            for measure in measures:
                found = scores.run.name, scores.label_set.name, measure.name
                values = scores.values[measure.name].tolist()
                for query_id, value in zip(query_ids, values, strict=True):
                    yield query_id, *found, value


def _facts(topics: Sequence[ChosenTopic], label_sets: Sequence[LabelSet]) -> list[TopicFacts]:
    strata = _strata([topic.pk for topic in topics], label_sets)
    return [
        TopicFacts(
            topic.query_id,
            topic.query,
            count_words(topic.query),
            classify_query(topic.query).coarse,
            strata.get(topic.pk, ""),
        )
        for topic in topics
    ]


def _strata(topic_ids: Sequence[int], label_sets: Sequence[LabelSet]) -> dict[int, str]:
    """By topic: as its metadata says, or else as the pool of the first such label set does."""
    found: Any = Topic.objects.filter(pk__in=topic_ids, metadata__has_key="stratum")
    named = found.values_list("pk", "metadata__stratum")
    strata = {key: str(name) for key, name in named if name is not None}
    campaigns = [labels.campaign_id for labels in label_sets if labels.campaign_id is not None]
    if not campaigns:
        return strata
    pooled: Any = (
        PooledPair.objects.filter(pool__campaigns__in=campaigns, topic__in=topic_ids)
        .exclude(stratum="")
        .order_by()
        .values_list("topic", "pool__campaigns", "stratum")
        .distinct()
    )
    rows = sorted(pooled, key=lambda row: campaigns.index(row[1]), reverse=True)
    return {topic: name for topic, _, name in rows} | strata


def _block(
    block: Sequence[RunScores],
    measure: Measure,
    labels: LabelledTopics,
    topic_ids: Sequence[int],
    first: NDArray[np.int64],
) -> LabelsByTopic:
    at, least = labels.indices(topic_ids), labels.label_set.min_relevance
    relevance = relevance_of(first, at, labels)
    depth = depth_of(measure)
    return LabelsByTopic(
        labels.label_set.name,
        least,
        np.diff(labels.judged.starts)[at].tolist(),
        labels.judged.n_relevant(least)[at].tolist(),
        [
            RunByTopic(
                scores.run.name,
                scores.values[measure.name].tolist(),
                _judged(scores.coverage[depth]),
                _said(first[place], relevance[place], least),
            )
            for place, scores in enumerate(block)
        ],
        sampled(labels.label_set),
    )


def _judged(coverage: Coverage) -> list[float | None]:
    counts = zip(coverage.n_judged.tolist(), coverage.n_retrieved.tolist(), strict=True)
    return [n_judged / n if n else None for n_judged, n in counts]


def _said(
    first: NDArray[np.int64], relevance: NDArray[np.int64], min_relevance: int
) -> list[AtRankOne]:
    said = np.select(
        [first == NOTHING, relevance == UNJUDGED, relevance >= min_relevance], [3, 2, 0], 1
    )
    words: list[AtRankOne] = WORDS_FOR_IT[said].tolist()
    return words


def first_passages(
    runs: Sequence[Run], topic_ids: Sequence[int], *, single_precision: bool = False
) -> NDArray[np.int64]:
    """The passage at rank 1 of each topic in each run, by one query.

    `single_precision` takes ranks as scores rounded to 32 bits give them.

    Returns:
        shape (n_runs, n_topics). Ordinals of passages; NOTHING where the run retrieved nothing.
    """
    first = np.full((len(runs), len(topic_ids)), NOTHING, np.int64)
    at_run = {run.pk: row for row, run in enumerate(runs)}
    at_topic = {topic_id: column for column, topic_id in enumerate(topic_ids)}
    with stream_rankings(runs, topic_ids, depth=1, single_precision=single_precision) as stream:
        for run, read in stream:
            passages, starts = read.rankings.passages, read.rankings.starts.tolist()
            for topic_id, start, end in zip(read.topic_ids, starts, starts[1:], strict=False):
                if end > start:
                    first[at_run[run.pk], at_topic[topic_id]] = passages[start]
    return first


def relevance_of(
    passages: NDArray[np.int64], topics: NDArray[np.intp], labels: LabelledTopics
) -> NDArray[np.int64]:
    """The relevance of one passage a topic, for many runs at once.

    Args:
        passages: shape (n_runs, n_topics). Ordinals, or NOTHING.
        topics: shape (n_topics,). The index of each topic among those of the label set.

    Returns:
        shape (n_runs, n_topics). UNJUDGED where there is no label.
    """
    judged = labels.judged
    size = int(max(judged.passages.max(initial=0), passages.max(initial=0))) + 1
    known = judged.topics * size + judged.passages  # ascending: by topic, then by ordinal
    wanted = topics * size + passages
    at = np.minimum(np.searchsorted(known, wanted), known.size - 1)
    has_label = (passages >= 0) & (known[at] == wanted)
    return np.where(has_label, judged.relevances[at], UNJUDGED)
