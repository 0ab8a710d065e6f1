"""The rows of each figure, and the table of all figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from operator import itemgetter
from statistics import fmean
from typing import Literal, NamedTuple

import numpy as np

from annotation.figures.figure import Cell, Column, Figure, Rows, Use, histogram
from annotation.figures.ground import Ground
from annotation.models import EnglishLevel, Grade
from regrade.text.answer_types import COARSE
from regrade.text.word_counts import count_words


def _topics_by_assessors(ground: Ground) -> Rows:
    """Topics by number of assessors, 0 included."""
    n_assessors = Counter(topic for topic, _, _ in ground.n_graded)
    return histogram([[n_assessors[topic] for topic in group] for group in ground.groups])


def _assessors_by_topics(ground: Ground) -> Rows:
    return histogram([list(count.values()) for count in _of_assessors(ground, "topics")])


def _assessors_by_judgments(ground: Ground) -> Rows:
    return histogram([list(count.values()) for count in _of_assessors(ground, "judgments")])


def _english_levels(ground: Ground) -> Rows:
    """Assessors by self-reported level of English."""
    level_of = dict(ground.campaign.memberships.values_list("pk", "english_level"))
    by_group = _of_assessors(ground, "topics")
    counts = [Counter(level_of[member] for member in graded) for graded in by_group]
    named = [*((level.value, level.label) for level in EnglishLevel), ("", "not stated")]
    return [[label, *(count[level] for count in counts)] for level, label in named]


def _of_assessors(ground: Ground, what: Literal["topics", "judgments"]) -> list[Counter[int]]:
    """Of each group: who graded in it, and how many of its topics or pairs."""
    return [
        Counter(
            member
            for topic, member, n_pairs in ground.n_graded
            if topic in group
            for _ in range(n_pairs if what == "judgments" else 1)
        )
        for group in ground.groups
    ]


def _query_lengths(ground: Ground) -> Rows:
    n_words = {topic.pk: count_words(topic.query) for topic in ground.topics}
    return histogram([[n_words[topic] for topic in group] for group in ground.groups])


def _answer_types(ground: Ground) -> Rows:
    """The six coarse classes, whether or not there is a topic of them."""
    counts = _counts(ground, [(one.coarse,) for one in ground.answer_types])
    return [[name, *(count[name,] for count in counts)] for name in COARSE]


def _fine_answer_types(ground: Ground) -> Rows:
    """The classes that there are topics of, in alphabetical order."""
    counts = _counts(ground, [(one.coarse, one.fine) for one in ground.answer_types])
    return [[*names, *(count[names] for count in counts)] for names in sorted(counts[0])]


def _counts(ground: Ground, names: Sequence[tuple[str, ...]]) -> list[Counter[tuple[str, ...]]]:
    """How many topics of each group have which name."""
    name_of = {topic.pk: name for topic, name in zip(ground.topics, names, strict=True)}
    return [Counter(name_of[topic] for topic in group) for group in ground.groups]


def _queries(ground: Ground) -> Rows:
    """One row per query with its figures, for searching."""
    return [
        [topic.query_id, topic.query, count_words(topic.query), *found]
        for topic, found in zip(ground.topics, ground.answer_types, strict=True)
    ]


def _passage_lengths(ground: Ground) -> Rows:
    return histogram([n_words for _, n_words in _lengths(ground)])


def _length_columns(ground: Ground) -> list[Column]:
    return [column for column, _ in _lengths(ground)]


def _passage_length_means(ground: Ground) -> Rows:
    return [[column.name, *_in_short(n_words)] for column, n_words in _lengths(ground)]


def _lengths(ground: Ground) -> Iterator[tuple[Column, list[int]]]:
    """Words of all pairs with a text, and of those that a label set calls relevant and not.

    A label counts for the pair of the campaign; one of a pair outside it is left aside.
    """
    yield Column("all", "counts"), [n_words for _, _, n_words in ground.lengths]
    shown = defaultdict[int, set[int]](set)
    for topic, passage, _ in ground.lengths:
        shown[topic].add(passage)
    for name, labels in ground.labels.items():
        known = {topic: labels[topic].among(shown[topic]) for topic in shown.keys() & labels}
        for kind, wanted in (("relevant", True), ("not relevant", False)):
            column = Column(f"{name}: {kind}", "counts", name)
            yield (
                column,
                [
                    n_words
                    for topic, passage, n_words in ground.lengths
                    if topic in known and known[topic].get(passage) is wanted
                ],
            )


def _in_short(n_words: Sequence[int]) -> list[Cell]:
    if not n_words:
        return [0, None, None, None, None]
    median, mean = float(np.median(n_words)), float(np.mean(n_words))
    return [len(n_words), min(n_words), median, mean, max(n_words)]


def _topics_by_relevant(ground: Ground) -> Rows:
    """Each label set's topics; those it says nothing of are in none of its counts."""
    return histogram([list(n_relevant.values()) for n_relevant in ground.n_relevant()])


def _shared_topics_by_relevant(ground: Ground) -> Rows:
    """The topics that all the label sets say something of."""
    shared = set.intersection(*map(set, ground.groups))
    return histogram([[n_of[topic] for topic in shared] for n_of in ground.n_relevant()])


def _relevant_by_topic(ground: Ground) -> Rows:
    """The topics of any of the label sets; a cell is empty where its set says nothing of one."""
    n_relevant = ground.n_relevant()
    return [
        [topic.query_id, topic.query, *(n_of.get(topic.pk) for n_of in n_relevant)]
        for topic in ground.topics
        if any(topic.pk in n_of for n_of in n_relevant)
    ]


def _grades_by_topic(ground: Ground) -> Rows:
    """Topics with an answer, the highest mean grade first and those without a grade last."""
    values = [grade.value for grade in _grades(ground)]
    rows: list[tuple[float, list[Cell]]] = []
    for topic in ground.topics:
        graded = [ground.n_of_grades.get((topic.pk, value), 0) for value in values]
        n_blank = ground.n_of_grades.get((topic.pk, None), 0)
        mean = fmean(values, graded) if any(graded) else None
        if any(graded) or n_blank:
            place = inf if mean is None else -mean
            rows.append((place, [topic.query_id, topic.query, mean, *graded, n_blank]))
    return [row for _, row in sorted(rows, key=itemgetter(0))]


def _grade_columns(ground: Ground) -> list[Column]:
    names = [*map(_grade_text, _grades(ground)), "not judged"]
    return [Column("mean grade", "beside"), *(Column(name, "counts") for name in names)]


def _grades(ground: Ground) -> list[Grade]:
    return list(ground.campaign.grades.order_by("value"))


def _grade_text(grade: Grade) -> str:
    value = str(grade.value)
    return value if grade.name in ("", value) else f"{value} {grade.name}"


class Plan(NamedTuple):
    """A figure before it is counted: its columns are `first`, then those that depend on it."""

    title: str
    x_axis: str
    y_axis: str
    rows: Callable[[Ground], Rows]
    first: Sequence[Column]
    further: Callable[[Ground], list[Column]] = lambda _: []

    def figure(self, name: str, ground: Ground) -> Figure:
        columns = [*self.first, *self.further(ground)]
        return Figure(name, self.title, self.x_axis, self.y_axis, columns, self.rows(ground))


def _columns(use: Use, *names: str) -> list[Column]:
    return [Column(name, use) for name in names]


RANGE = _columns("names", "from", "to")
TOPIC = [*_columns("names", "query_id"), *_columns("beside", "query")]

# docs/figures.md has them in this order.
FIGURES: Mapping[str, Plan] = {
    "topics-by-assessors": Plan(
        "Topics by number of assessors",
        "assessors who graded a pair of the topic",
        "topics",
        _topics_by_assessors,
        RANGE,
        Ground.group_columns,
    ),
    "assessors-by-topics": Plan(
        "Assessors by number of topics",
        "topics with a pair that they graded",
        "assessors",
        _assessors_by_topics,
        RANGE,
        Ground.group_columns,
    ),
    "assessors-by-judgments": Plan(
        "Assessors by number of judgments",
        "pairs they graded",
        "assessors",
        _assessors_by_judgments,
        RANGE,
        Ground.group_columns,
    ),
    "english-levels": Plan(
        "Assessors by their level of English",
        "level, as they stated it",
        "assessors",
        _english_levels,
        _columns("names", "level"),
        Ground.group_columns,
    ),
    "query-lengths": Plan(
        "Topics by length of the query",
        "words of the query",
        "topics",
        _query_lengths,
        RANGE,
        Ground.group_columns,
    ),
    "answer-types": Plan(
        "Topics by type of the answer",
        "type of the answer",
        "topics",
        _answer_types,
        _columns("names", "type"),
        Ground.group_columns,
    ),
    "fine-answer-types": Plan(
        "Topics by fine type of the answer",
        "fine type of the answer",
        "topics",
        _fine_answer_types,
        _columns("names", "type", "fine"),
        Ground.group_columns,
    ),
    "queries": Plan(
        "Queries one by one",
        "topic",
        "words of the query",
        _queries,
        [*TOPIC, *_columns("counts", "words"), *_columns("beside", "type", "fine", "rule")],
    ),
    "passage-lengths": Plan(
        "Pairs by length of the passage",
        "words of the passage",
        "pairs",
        _passage_lengths,
        RANGE,
        _length_columns,
    ),
    "passage-length-means": Plan(
        "Length of passages in short",
        "pairs",
        "words of the passage",
        _passage_length_means,
        [
            *_columns("names", "pairs"),
            *_columns("beside", "n"),
            *_columns("counts", "shortest", "median", "mean", "longest"),
        ],
    ),
    "topics-by-relevant": Plan(
        "Topics by number of relevant passages",
        "relevant passages of the topic",
        "topics",
        _topics_by_relevant,
        RANGE,
        Ground.label_columns,
    ),
    "shared-topics-by-relevant": Plan(
        "Topics of all label sets by number of relevant passages",
        "relevant passages of the topic",
        "topics",
        _shared_topics_by_relevant,
        RANGE,
        Ground.label_columns,
    ),
    "relevant-by-topic": Plan(
        "Relevant passages of each topic",
        "topic",
        "relevant passages",
        _relevant_by_topic,
        TOPIC,
        Ground.label_columns,
    ),
    "grades-by-topic": Plan(
        "Grades of each topic",
        "topic",
        "judgments",
        _grades_by_topic,
        TOPIC,
        _grade_columns,
    ),
}
