from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from typing import Any

import numpy as np

from evaluation.scores.judged_runs import ORDINAL, RANKINGS_OF_ALL, SCORE, RunRankings
from evaluation.scores.kept_scores import selected
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import order_ranking
from ranking.models import Run
from regrade.files.packed_runs import in_single_precision
from regrade.measures import Rankings

SCORED_RANKINGS_OF_ALL = RANKINGS_OF_ALL.replace("ordinals FROM", "ordinals, scores FROM")


@contextmanager
def stream_rankings(
    runs: Sequence[Run], topic_ids: Sequence[int], *, single_precision: bool = False
) -> Iterator[Iterator[tuple[Run, RunRankings]]]:
    """The rankings of several runs for these topics, one run after another, in one query.

    Only one run is held at a time; a run without any of the topics comes as well. A run over a
    variant of the topics is told by the topics asked for. Nothing else may be asked of the database
    within.

    `single_precision` puts each into the order of scores rounded to 32 bits, as trec_eval has it up
    to version 9. Only then are scores read.
    """
    # Closed at an error too: until then the database takes no other statement.
    with closing(_each(runs, topic_ids, single_precision)) as read:
        yield read


def _each(
    runs: Sequence[Run], topic_ids: Sequence[int], single_precision: bool
) -> Generator[tuple[Run, RunRankings], None, None]:
    by_key = {run.pk: run for run in runs}
    asked = [list(by_key), list(topic_ids)]
    rows = _in_single_precision(by_key, asked) if single_precision else _as_stored(asked)
    for run_id, of_run in groupby(rows, key=lambda row: row[0]):
        yield by_key.pop(run_id), _packed([row[1:] for row in of_run])
    for run in by_key.values():
        yield run, _packed([])


def _as_stored(asked: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    yield from selected(RANKINGS_OF_ALL, asked)


def _in_single_precision(
    runs: dict[int, Run], asked: Sequence[Any]
) -> Iterator[tuple[int, int, bytes]]:
    collections = {run.collection_id: run.collection for run in runs.values()}
    ranks = {key: docid_map(collection).docid_rank for key, collection in collections.items()}
    collection_of = {key: run.collection_id for key, run in runs.items()}
    for run_id, topic_id, ordinals, scores in selected(SCORED_RANKINGS_OF_ALL, asked):
        passages = np.frombuffer(ordinals, ORDINAL)
        rounded = in_single_precision(np.frombuffer(scores, SCORE))
        order = order_ranking(rounded, ranks[collection_of[run_id]][passages])
        yield run_id, topic_id, passages[order].tobytes()


def _packed(rows: Sequence[tuple[int, bytes]]) -> RunRankings:
    sizes = [len(ordinals) // ORDINAL.itemsize for _, ordinals in rows]
    passages = np.frombuffer(b"".join(ordinals for _, ordinals in rows), ORDINAL)
    starts = np.cumsum([0, *sizes], dtype=np.int64)
    return RunRankings(tuple(topic for topic, _ in rows), Rankings(starts, passages))
