"""Which passage each run has at rank 1, for many runs at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evaluation.scores.judged_runs import LabelledTopics
from evaluation.scores.streamed_runs import stream_rankings
from ranking.models import Run

NOTHING = -1  # retrieved
UNJUDGED = np.iinfo(np.int64).min


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
