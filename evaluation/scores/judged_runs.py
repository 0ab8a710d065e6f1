from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from django.db.models import prefetch_related_objects
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable
from evaluation.scores.kept_scores import Coverage, selected
from ranking.models import Run, RunStatus
from ranking.variants.lineage import lineages
from regrade.measures import JudgedRankings, JudgedTopics, Rankings

LABELS = """
    SELECT topic_id, ordinals, relevances FROM annotation_topiclabels
    JOIN ranking_topic ON ranking_topic.id = topic_id
    WHERE label_set_id = %s ORDER BY ranking_topic.ordinal
"""
ORDINAL, RELEVANCE, SCORE = np.dtype("<i4"), np.dtype("<i2"), np.dtype("<f8")


class LabelledTopics(NamedTuple):
    """The topics of one label set by their ordinals, and the labels packed in that order."""

    label_set: LabelSet
    topic_ids: tuple[int, ...]
    judged: JudgedTopics

    def indices(self, topic_ids: Sequence[int]) -> NDArray[np.intp]:
        """The indices of these topics."""
        index_of = {topic_id: index for index, topic_id in enumerate(self.topic_ids)}
        return np.array([index_of[topic_id] for topic_id in topic_ids], np.intp)


class RunRankings(NamedTuple):
    """One run's rankings of the topics that it has among those asked for."""

    topic_ids: tuple[int, ...]
    rankings: Rankings

    def of(self, topics: LabelledTopics) -> Rankings:
        """The rankings of these topics in their order; nothing where the run lacks one."""
        if topics.topic_ids == self.topic_ids:
            return self.rankings
        index_of = {topic_id: index for index, topic_id in enumerate(self.topic_ids)}
        passages, starts = self.rankings.passages, self.rankings.starts.tolist()
        pieces = [
            passages[starts[index] : starts[index + 1]] if index is not None else passages[:0]
            for index in map(index_of.get, topics.topic_ids)
        ]
        return Rankings(
            _starts([piece.size for piece in pieces]), np.concatenate([passages[:0], *pieces])
        )


def check_comparable(runs: Sequence[Run], label_sets: Sequence[LabelSet]) -> None:
    """Check that every run can be scored by every label set.

    Labels serve the runs over their topics and passages, and over variants of these, and of those
    in turn. Labels of a variant do not serve what it was made of.

    Raises:
        NotComparable: another topic set or collection, or a run that is not complete.
    """
    known = lineages()
    prefetch_related_objects([*runs], "topic_set", "collection")
    for run in runs:
        if run.status != RunStatus.COMPLETE:
            raise NotComparable(
                f"{run} is {run.status}; evaluate it when it is complete.", code="run_incomplete"
            )
        topic_sets = [topic_set.key for topic_set in known.topic_sets_of(run)]
        collections = [collection.key for collection in known.collections_of(run)]
        for label_set in label_sets:
            if label_set.topic_set_id not in topic_sets:
                raise NotComparable(
                    f"{run} answers the topics {run.topic_set},"
                    f" {label_set} labels {label_set.topic_set}.",
                    code="other_topic_set",
                )
            if label_set.collection_id not in collections:
                raise NotComparable(
                    f"{run} ranks the collection {run.collection},"
                    f" {label_set} labels {label_set.collection}.",
                    code="other_collection",
                )


def labelled_topics(label_set: LabelSet, among: Collection[int] | None = None) -> LabelledTopics:
    """All topics of a label set, or those of them that are among these keys."""
    rows = selected(LABELS, [label_set.pk])
    taken = [row for row in rows if among is None or row[0] in among]
    ordinals, relevances = (b"".join(row[column] for row in taken) for column in (1, 2))
    judged = JudgedTopics(
        _starts([len(row[1]) // ORDINAL.itemsize for row in taken]),
        np.frombuffer(ordinals, ORDINAL).astype(np.int64),
        np.frombuffer(relevances, RELEVANCE).astype(np.int64),
        label_set.min_relevance,
        max(label_set.scale),
        unlisted=label_set.unlisted,
    )
    return LabelledTopics(label_set, tuple(row[0] for row in taken), judged)


def coverage(rankings: JudgedRankings, cutoff: int) -> Coverage:
    """How many passages of each topic's first ranks were retrieved, and carry a label."""
    hits = rankings.hits
    n_judged = np.bincount(hits.topics[hits.ranks <= cutoff], minlength=rankings.n_topics)
    return Coverage(np.minimum(rankings.n_retrieved, cutoff), n_judged)


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes], dtype=np.int64)
