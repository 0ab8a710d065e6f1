"""Run files fused topic by topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from regrade.files.packed.packed_runs import RunColumns
from regrade.fusion.fusing import DEPTH, Fusion, Ints, Scored, fuse


class FusedTopic(NamedTuple):
    """A topic of a fused run.

    Attributes:
        query_id: the topic.
        lines: doc_ids with their fused scores, best first.
        n_runs: how many of the runs have the topic.
    """

    query_id: str
    lines: list[tuple[str, float]]
    n_runs: int


def fuse_run_files(
    runs: Sequence[RunColumns], by: Fusion, *, depth: int | None = DEPTH
) -> Iterator[FusedTopic]:
    """Fuse runs, topics in the order in which the runs come to them.

    Passages are ranked by score, ties by doc_id descending as UTF-8 bytes; the fused ones too.

    Args:
        runs: as read from files.
        by: the method and its settings.
        depth: passages that are read of each ranking and kept of each fused one; None takes all.
    """
    topics = [_lines_by_topic(run) for run in runs]
    for query_id in dict.fromkeys(query_id for run in runs for query_id in run.query_ids):
        having = [
            (run, of[query_id]) for run, of in zip(runs, topics, strict=True) if query_id in of
        ]
        yield FusedTopic(query_id, _fused_lines(having, by, depth), len(having))


def _lines_by_topic(run: RunColumns) -> dict[str, Ints]:
    lines = np.argsort(run.topics, kind="stable")
    starts = np.searchsorted(run.topics[lines], np.arange(1, len(run.query_ids)))
    return dict(zip(run.query_ids, np.split(lines, starts), strict=True))


def _fused_lines(
    having: Sequence[tuple[RunColumns, Ints]], by: Fusion, depth: int | None
) -> list[tuple[str, float]]:
    doc_ids = [[run.doc_ids[line] for line in lines.tolist()] for run, lines in having]
    # Code points have the order of UTF-8 bytes.
    ascending = sorted(set().union(*doc_ids))
    places = {doc_id: place for place, doc_id in enumerate(ascending)}
    rankings = [
        _ranked(np.array([places[doc_id] for doc_id in ids], np.int64), run.scores[lines])
        for ids, (run, lines) in zip(doc_ids, having, strict=True)
    ]
    fused = fuse(rankings, by, depth=depth)
    pairs = zip(fused.passages.tolist(), fused.scores.tolist(), strict=True)
    return [(ascending[place], score) for place, score in pairs]


def _ranked(passages: Ints, scores: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Scored:
    order = np.lexsort((passages, scores))[::-1]
    return Scored(passages[order], scores[order])
