"""The examples of a training, read from its run and its labels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from ranking.collections.texts import passage_texts, textless_among
from ranking.models import Collection, Run
from regrade.training.judged import JudgedSource, JudgedTopic, Negatives
from regrade.training.recipe import Recipe
from regrade.training.validating import HeldOutTopic

AT_ONCE = 100  # topics that are read together
NO_RANKS = np.zeros(0, np.int64)


class ReadTopic(NamedTuple):
    """A topic that both the run and the labels have.

    Attributes:
        query_id, query: of the run's topic.
        ranked: passages with a text, best first.
        grades: labels of passages with a text, by ordinal.
    """

    query_id: str
    query: str
    ranked: NDArray[np.int64]
    grades: Mapping[int, int]


def read_topics(run: Run, label_set: LabelSet, depth: int) -> list[ReadTopic]:
    """Topics in the order of the run's topic set, each down to a depth.

    Labels serve variants of their topics, whose ordinals are the same.
    """
    labels: Any = label_set.topic_labels.values_list("topic__ordinal", "ordinals", "relevances")
    by_topic = {topic: (passages, grades) for topic, passages, grades in labels.iterator(AT_ONCE)}
    rankings = run.rankings.filter(topic__ordinal__in=by_topic).select_related("topic")
    found = []
    for ranking in rankings.order_by("topic__ordinal").iterator(AT_ONCE):
        passages, grades = by_topic[ranking.topic.ordinal]
        ranked = ranking.ordinals[:depth].astype(np.int64)
        topic = ReadTopic(
            ranking.topic.query_id,
            ranking.topic.query,
            ranked,
            dict(zip(passages.tolist(), grades.tolist(), strict=True)),
        )
        found.append(topic)
    return [*_with_texts(run.collection, found)]


def _with_texts(collection: Collection, topics: Sequence[ReadTopic]) -> Iterator[ReadTopic]:
    """The topics without passages that have no text."""
    named = [np.union1d(topic.ranked, [*topic.grades]) for topic in topics]
    every = np.unique(np.concatenate([NO_RANKS, *named])).astype(np.int64)
    textless = textless_among(collection, every)
    for topic in topics:
        ranked = topic.ranked[~np.isin(topic.ranked, textless)]
        gone = {*np.intersect1d([*topic.grades], textless).tolist()}
        grades = {one: grade for one, grade in topic.grades.items() if one not in gone}
        yield topic._replace(ranked=ranked, grades=grades)


def source_of(
    topics: Sequence[ReadTopic], collection: Collection, recipe: Recipe, relevant_from: int
) -> JudgedSource:
    """Examples of the topics trained on.

    Raises:
        NoExamples: no passage is relevant, or none could be a negative.
    """

    def texts(ordinals: Sequence[int]) -> list[str]:
        found = passage_texts(collection=collection, ordinals=ordinals)
        return [found[ordinal].joined for ordinal in ordinals]

    return JudgedSource(
        [_judged(topic, relevant_from) for topic in topics],
        texts,
        Negatives(recipe.negatives, recipe.depth, recipe.of_any_query, recipe.seed),
    )


def _judged(topic: ReadTopic, relevant_from: int) -> JudgedTopic:
    of_grade = {one: float(grade) for one, grade in topic.grades.items()}
    relevant = {one: grade for one, grade in of_grade.items() if grade >= relevant_from}
    return JudgedTopic(topic.query, relevant, topic.ranked, of_grade)


def held_out_of(
    topics: Sequence[ReadTopic], collection: Collection, recipe: Recipe
) -> list[HeldOutTopic]:
    """Topics that models are compared by, with the passages that they re-rank."""
    deepest = max(recipe.validation_depth)
    tops = [topic.ranked[:deepest].tolist() for topic in topics]
    wanted = sorted({ordinal for top in tops for ordinal in top})
    texts = passage_texts(collection=collection, ordinals=wanted)
    return [
        HeldOutTopic(topic.query, top, [texts[one] for one in top], topic.grades)
        for topic, top in zip(topics, tops, strict=True)
        if top and topic.grades
    ]


def hash_of(topics: Sequence[ReadTopic]) -> str:
    """A hash of the topics with their queries, rankings and labels, in this order."""
    digest = hashlib.blake2b(digest_size=16)
    for topic in topics:
        labels = np.array(sorted(topic.grades.items()), np.int64).tobytes()
        for part in (topic.query_id, topic.query):
            digest.update(part.encode() + b"\0")
        digest.update(len(labels).to_bytes(8, "big") + labels + topic.ranked.tobytes())
    return digest.hexdigest()
