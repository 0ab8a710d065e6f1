"""All that a training reads: examples, topics held out, and texts for the words of a TK."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from evaluation.training.asked import Split
from evaluation.training.examples import ReadTopic, hash_of, source_of
from evaluation.training.files import OpenedFile, hash_of_file
from ranking.collections.texts import passage_texts
from ranking.models import Collection
from regrade.training.examples import Source
from regrade.training.recipe import Recipe


class Material(NamedTuple):
    """The data of a training.

    Attributes:
        source: of the examples.
        held_out: topics that models are compared by.
        trained_on: query ids of the others, where they have any.
        queries: texts of all queries trained on; those of a file are checked on the way.
        texts: for the words of a TK.
        data_hash: of all of this.
    """

    source: Source
    held_out: Sequence[ReadTopic]
    trained_on: Sequence[str]
    queries: Callable[[], Iterable[str]]
    texts: Callable[[], Iterable[str]]
    data_hash: str


def judged_material(
    topics: Sequence[ReadTopic],
    split: Split,
    collection: Collection,
    recipe: Recipe,
    relevant_from: int,
) -> Material:
    """Material of topics with labels, in the run's order.

    Raises:
        NoExamples: no passage is relevant, or none could be a negative.
    """
    trained_on, held_out = apart(topics, split)

    def texts() -> Iterable[str]:
        named = [np.union1d(topic.ranked, [*topic.grades]) for topic in trained_on]
        ordinals = np.unique(np.concatenate(named)).astype(int).tolist()
        found = passage_texts(collection=collection, ordinals=ordinals)
        return [*(one.joined for one in found.values()), *(one.query for one in trained_on)]

    return Material(
        source_of(trained_on, collection, recipe, relevant_from),
        held_out,
        [topic.query_id for topic in trained_on],
        lambda: (topic.query for topic in trained_on),
        texts,
        hash_of(topics),
    )


def file_material(path: str, opened: OpenedFile, held_out: Sequence[ReadTopic]) -> Material:
    """Material of a file's rows.

    Raises:
        TrainingFailed: the file cannot be read.
    """
    data_hash = f"{hash_of_file(path)}-{hash_of(held_out)}"
    trained_on = [*opened.query_ids]
    return Material(opened.source, held_out, trained_on, opened.queries, opened.texts, data_hash)


def apart(topics: Sequence[ReadTopic], split: Split) -> tuple[list[ReadTopic], list[ReadTopic]]:
    """The topics trained on, and those held out."""
    held_out = {*split.held_out}
    return (
        [topic for topic in topics if topic.query_id not in held_out],
        [topic for topic in topics if topic.query_id in held_out],
    )
