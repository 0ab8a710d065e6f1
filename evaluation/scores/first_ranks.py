"""Which passage each run has at rank 1, for many runs at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.scores.judged_runs import (
    FIRST_RANKS_OF_ALL,
    ORDINAL,
    LabelledTopics,
)
from evaluation.scores.kept_scores import selected
from evaluation.scores.streamed_runs import stream_rankings
from ranking.models import Run

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
    with stream_rankings(runs, topic_ids, single_precision=True) as stream:
        for run, read in stream:
            rankings = read.rankings
            sizes = rankings.n_retrieved.tolist()
            for topic_id, start, size in zip(
                read.topic_ids, rankings.starts.tolist(), sizes, strict=False
            ):
                if size:
                    yield run.pk, topic_id, int(rankings.passages[start])
