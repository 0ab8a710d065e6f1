from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from evaluation.exceptions import NotComparable
from evaluation.measures import JudgedRankings, JudgedTopics, Rankings
from evaluation.packed_rows import packed_rows
from ranking.models import Ranking, Run, RunStatus
from ranking.models.fields import n_bytes

ORDINAL, RELEVANCE = np.dtype("<i4"), np.dtype("<i2")


class LabelledTopics(NamedTuple):
    """The topics of one label set by their ordinals, and the labels packed in that order."""

    label_set: LabelSet
    topic_ids: tuple[int, ...]
    judged: JudgedTopics

    def places(self, topic_ids: Sequence[int]) -> NDArray[np.intp]:
        """Where these topics stand among them."""
        place = {topic_id: index for index, topic_id in enumerate(self.topic_ids)}
        return np.array([place[topic_id] for topic_id in topic_ids], np.intp)


class RunRankings(NamedTuple):
    """One run's rankings of some topics, in the order of these."""

    topic_ids: tuple[int, ...]
    rankings: Rankings

    def of(self, topics: LabelledTopics) -> Rankings:
        """The rankings of these topics, which must be among them, in their order."""
        if topics.topic_ids == self.topic_ids:
            return self.rankings
        place = {topic_id: index for index, topic_id in enumerate(self.topic_ids)}
        starts, passages = self.rankings.starts, self.rankings.passages
        spans = [(starts[place[i]], starts[place[i] + 1]) for i in topics.topic_ids]
        pieces = [passages[start:end] for start, end in spans]
        return Rankings(_starts([piece.size for piece in pieces]), np.concatenate(pieces))


def check_comparable(run: Run, label_set: LabelSet) -> None:
    """Check that a run can be seen through a label set.

    Raises:
        NotComparable: another topic set or collection, or a run that is not complete.
    """
    if run.status != RunStatus.COMPLETE:
        raise NotComparable(f"{run} is {run.status}; evaluate it when it is complete.")
    if run.topic_set_id != label_set.topic_set_id:
        raise NotComparable(
            f"{run} answers the topics {run.topic_set}, {label_set} labels {label_set.topic_set}."
        )
    if run.collection_id != label_set.collection_id:
        raise NotComparable(
            f"{run} ranks the collection {run.collection},"
            f" {label_set} labels {label_set.collection}."
        )


def labelled_topics(label_set: LabelSet) -> LabelledTopics:
    rows = TopicLabels.objects.filter(label_set=label_set).order_by("topic__ordinal")
    taken = list(packed_rows(rows.values_list("topic_id", "ordinals", "relevances")))
    ordinals, relevances = (b"".join(row[column] for row in taken) for column in (1, 2))
    judged = JudgedTopics(
        _starts([len(row[1]) // ORDINAL.itemsize for row in taken]),
        np.frombuffer(ordinals, ORDINAL).astype(np.int64),
        np.frombuffer(relevances, RELEVANCE).astype(np.int64),
        label_set.min_relevance,
        max(label_set.scale),
    )
    return LabelledTopics(label_set, tuple(row[0] for row in taken), judged)


def rankings_of(run: Run, label_sets: Sequence[LabelledTopics]) -> RunRankings:
    """What a run retrieved for the topics of these label sets; nothing where it lacks one.

    Only the passages are read: their order is stored, so that scores are not looked at again.
    """
    topic_ids = tuple(dict.fromkeys(chain.from_iterable(each.topic_ids for each in label_sets)))
    labelled = TopicLabels.objects.filter(label_set__in=[each.label_set for each in label_sets])
    rows = Ranking.objects.filter(run=run, topic__in=labelled.values("topic")).order_by()
    sizes = dict(packed_rows(rows.values_list("topic_id", n_bytes("ordinals"))))
    starts = _starts([sizes.get(topic_id, 0) // ORDINAL.itemsize for topic_id in topic_ids])
    passages = np.empty(starts[-1], ORDINAL)
    place = {topic_id: index for index, topic_id in enumerate(topic_ids)}
    for topic_id, ordinals in packed_rows(rows.values_list("topic_id", "ordinals")):
        index = place[topic_id]
        passages[starts[index] : starts[index + 1]] = np.frombuffer(ordinals, ORDINAL)
    return RunRankings(topic_ids, Rankings(starts, passages))


def unjudged_share(rankings: JudgedRankings, topics: NDArray[np.intp], cutoff: int) -> float | None:
    """Share of the passages in the top `cutoff` that carry no label, over these topics together.

    None when nothing was retrieved.
    """
    n_retrieved = np.minimum(rankings.n_retrieved, cutoff)[topics].sum()
    hits = rankings.hits
    n_judged = rankings.per_topic(hits.topics[hits.ranks <= cutoff])[topics].sum()
    return float(1 - n_judged / n_retrieved) if n_retrieved else None


def content_hash(run: Run) -> str:
    """SHA-256 over a run's rankings in order of topic: passages and scores."""
    digest = sha256()
    rows = Ranking.objects.filter(run=run).order_by("topic__ordinal")
    for query_id, ordinals, scores in packed_rows(
        rows.values_list("topic__query_id", "ordinals", "scores")
    ):
        digest.update(f"{query_id}\n".encode() + ordinals + scores)
    return digest.hexdigest()


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes], dtype=np.int64)
