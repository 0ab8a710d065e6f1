from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from evaluation.exceptions import NotComparable
from evaluation.measures import JudgedRanking
from ranking.models import Ranking, Run, RunStatus

Ordinals = NDArray[np.int32]
NOTHING: Ordinals = np.empty(0, dtype=np.int32)


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


def rankings_of(run: Run, topic_ids: Sequence[int]) -> dict[int, Ordinals]:
    """The passages retrieved, best first, by topic id; topics the run lacks are absent."""
    rows = Ranking.objects.filter(run=run, topic__in=topic_ids).order_by().defer("scores")
    return {row.topic_id: row.ordinals for row in rows}


def judged_rankings(
    rankings: Mapping[int, Ordinals], label_set: LabelSet
) -> tuple[list[int], list[JudgedRanking]]:
    """A run seen through a label set: the set's topics by ordinal, and a ranking for each."""
    rows = list(_labels(label_set))
    judged = [
        JudgedRanking.from_labels(
            rankings.get(row.topic_id, NOTHING),
            row.ordinals,
            row.relevances,
            min_relevance=label_set.min_relevance,
            max_relevance=max(label_set.scale),
        )
        for row in rows
    ]
    return [row.topic_id for row in rows], judged


def unjudged_share(rankings: Sequence[JudgedRanking], cutoff: int) -> float | None:
    """Share of the passages in the top `cutoff` that carry no label, over all topics together.

    None when nothing was retrieved.
    """
    n_retrieved = sum(ranking.is_judged[:cutoff].size for ranking in rankings)
    n_judged = sum(int(ranking.is_judged[:cutoff].sum()) for ranking in rankings)
    return 1 - n_judged / n_retrieved if n_retrieved else None


def content_hash(run: Run) -> str:
    """SHA-256 over a run's rankings in order of topic: passages and scores."""
    digest = sha256()
    rows = Ranking.objects.filter(run=run).select_related("topic").order_by("topic__ordinal")
    for row in rows.iterator():
        digest.update(f"{row.topic.query_id}\n".encode())
        digest.update(row.ordinals.tobytes() + row.scores.tobytes())
    return digest.hexdigest()


def _labels(label_set: LabelSet) -> QuerySet[TopicLabels, Any]:
    return TopicLabels.objects.filter(label_set=label_set).order_by("topic__ordinal")
