"""Which passage each run has at rank 1, for many runs at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from django.db.models import prefetch_related_objects
from numpy.typing import NDArray

from evaluation.scores.judged_runs import (
    FIRST_RANKS_OF_ALL,
    ORDINAL,
    RANKINGS_OF_ALL,
    SCORE,
    LabelledTopics,
)
from evaluation.scores.kept_scores import selected
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import order_ranking
from ranking.models import Run
from regrade.files.packed_runs import in_single_precision

SCORED_RANKINGS_OF_ALL = RANKINGS_OF_ALL.replace("ordinals FROM", "ordinals, scores FROM")
NOTHING = -1  # retrieved
UNJUDGED = np.iinfo(np.int64).min


def first_passages(
    runs: Sequence[Run], topic_ids: Sequence[int], *, single_precision: bool = False
) -> NDArray[np.int64]:
    """The passage at rank 1 of each topic in each run, by one query.

    `single_precision` takes ranks as scores rounded to 32 bits give them; rankings are then read
    whole, since every passage may tie with the first.

    Returns:
        shape (n_runs, n_topics). Ordinals of passages; NOTHING where the run retrieved nothing.
    """
    first = np.full((len(runs), len(topic_ids)), NOTHING, np.int64)
    at_run = {run.pk: row for row, run in enumerate(runs)}
    at_topic = {topic_id: column for column, topic_id in enumerate(topic_ids)}
    read = _in_single_precision if single_precision else _as_stored
    for run_id, topic_id, ordinal in read(runs, topic_ids):
        first[at_run[run_id], at_topic[topic_id]] = ordinal
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


def _as_stored(runs: Sequence[Run], topic_ids: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    asked: list[Any] = [ORDINAL.itemsize, [run.pk for run in runs], list(topic_ids)]
    for run_id, topic_id, ordinals in selected(FIRST_RANKS_OF_ALL, asked):
        if ordinals:
            yield run_id, topic_id, int(np.frombuffer(ordinals, ORDINAL)[0])


def _in_single_precision(
    runs: Sequence[Run], topic_ids: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    prefetch_related_objects([*runs], "collection")
    collections = {run.collection_id: run.collection for run in runs}
    maps = {key: docid_map(collection).docid_rank for key, collection in collections.items()}
    rank_in = {run.pk: maps[run.collection_id] for run in runs}
    asked: list[Any] = [[run.pk for run in runs], list(topic_ids)]
    for run_id, topic_id, ordinals, scores in selected(SCORED_RANKINGS_OF_ALL, asked):
        if not ordinals:
            continue
        passages = np.frombuffer(ordinals, ORDINAL)
        rounded = in_single_precision(np.frombuffer(scores, SCORE))
        tied = np.flatnonzero(rounded == rounded.max())
        docid_rank = rank_in[run_id][passages[tied]]
        yield run_id, topic_id, int(passages[tied[order_ranking(rounded[tied], docid_rank)[0]]])
