from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from typing import Any

import numpy as np
from django.db.models import prefetch_related_objects

from evaluation.exceptions import TooMuchAsked
from evaluation.scores.judged_runs import ORDINAL, SCORE, LabelledTopics, RunRankings
from evaluation.scores.kept_scores import selected
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import order_ranking
from ranking.models import Run
from regrade.files.packed.packed_runs import in_single_precision
from regrade.measures import Rankings

# A variant has its ancestors' topics at the same ordinals.
RANKINGS_OF_ALL = """
    SELECT run_id, labelled.id, ordinals FROM ranking_ranking
    JOIN ranking_topic own ON own.id = ranking_ranking.topic_id
    JOIN ranking_topic labelled ON labelled.ordinal = own.ordinal
    WHERE run_id = ANY(%s) AND labelled.id = ANY(%s) ORDER BY run_id, labelled.id
"""
FIRST_RANKS_OF_ALL = RANKINGS_OF_ALL.replace(
    "ordinals FROM", "substring(ordinals FROM 1 FOR %s) FROM"
)
SCORED_RANKINGS_OF_ALL = RANKINGS_OF_ALL.replace("ordinals FROM", "ordinals, scores FROM")
MOST_PASSAGES = 10_000_000  # in one answer; some seconds


def refuse_long(runs: Sequence[Run], n_topics: int, *, mend: str) -> None:
    """Check that one answer may read these runs' rankings of so many topics; `mend` says what else.

    Raises:
        TooMuchAsked: more passages than one answer may read.
    """
    n_passages = sum(run.depth for run in runs) * n_topics
    if n_passages > MOST_PASSAGES:
        raise TooMuchAsked(
            f"That reads up to {n_passages:,} passages, and one answer takes up to"
            f" {MOST_PASSAGES:,}: {mend}.",
            code="too_many_passages",
        )


def rankings_of_all(
    runs: Sequence[Run],
    topics: LabelledTopics,
    *,
    depth: int | None = None,
    single_precision: bool = False,
) -> list[Rankings]:
    """The rankings of several runs for the topics of one label set, in one query.

    `depth` limits them to their first ranks; `single_precision` orders as `stream_rankings` does.
    """
    with stream_rankings(
        runs, topics.topic_ids, depth=depth, single_precision=single_precision
    ) as stream:
        found = {run.pk: read.of(topics) for run, read in stream}
    return [found[run.pk] for run in runs]


@contextmanager
def stream_rankings(
    runs: Sequence[Run],
    topic_ids: Sequence[int],
    *,
    depth: int | None = None,
    single_precision: bool = False,
) -> Iterator[Iterator[tuple[Run, RunRankings]]]:
    """The rankings of several runs for these topics, one run after another, in one query.

    Holds one run at a time, and also yields runs without any of the topics. Rankings over a variant
    are returned under the original topics. The database takes no other query within this context.

    `depth` limits each to its first ranks. `single_precision` orders each by scores rounded to 32
    bits, as trec_eval does up to version 9. Only this reads scores, and whole rankings: any passage
    may tie with the first.
    """
    # Closed at an error too: until then the database takes no other statement.
    with closing(_each(runs, topic_ids, depth, single_precision)) as read:
        yield read


def _each(
    runs: Sequence[Run], topic_ids: Sequence[int], depth: int | None, single_precision: bool
) -> Generator[tuple[Run, RunRankings], None, None]:
    by_key = {run.pk: run for run in runs}
    asked = [list(by_key), list(topic_ids)]
    rows = (
        _in_single_precision(by_key, asked, depth) if single_precision else _as_stored(asked, depth)
    )
    for run_id, of_run in groupby(rows, key=lambda row: row[0]):
        yield by_key.pop(run_id), _packed([row[1:] for row in of_run])
    for run in by_key.values():
        yield run, _packed([])


def _as_stored(asked: Sequence[Any], depth: int | None) -> Iterator[tuple[Any, ...]]:
    if depth is None:
        yield from selected(RANKINGS_OF_ALL, asked)
    else:
        yield from selected(FIRST_RANKS_OF_ALL, [depth * ORDINAL.itemsize, *asked])


def _in_single_precision(
    runs: dict[int, Run], asked: Sequence[Any], depth: int | None
) -> Iterator[tuple[int, int, bytes]]:
    prefetch_related_objects([*runs.values()], "collection")
    collections = {run.collection_id: run.collection for run in runs.values()}
    ranks = {key: docid_map(collection).docid_rank for key, collection in collections.items()}
    collection_of = {key: run.collection_id for key, run in runs.items()}
    for run_id, topic_id, ordinals, scores in selected(SCORED_RANKINGS_OF_ALL, asked):
        passages = np.frombuffer(ordinals, ORDINAL)
        rounded = in_single_precision(np.frombuffer(scores, SCORE))
        order = order_ranking(rounded, ranks[collection_of[run_id]][passages])
        yield run_id, topic_id, passages[order][:depth].tobytes()


def _packed(rows: Sequence[tuple[int, bytes]]) -> RunRankings:
    sizes = [len(ordinals) // ORDINAL.itemsize for _, ordinals in rows]
    passages = np.frombuffer(b"".join(ordinals for _, ordinals in rows), ORDINAL)
    starts = np.cumsum([0, *sizes], dtype=np.int64)
    return RunRankings(tuple(topic for topic, _ in rows), Rankings(starts, passages))
