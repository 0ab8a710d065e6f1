"""Matches a run's columns with labels; computes ranks only for labelled passages."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.files.packed.packed_runs import RunColumns
from regrade.measures import JudgedRankings
from regrade.measures.labels import Hits
from regrade.score.labels import Labels
from regrade.score.matching import LabelFinder, Matches
from regrade.score.order import order_by_score

Ints = NDArray[np.int64]


class JudgedRun(NamedTuple):
    """A run file matched with labels.

    Attributes:
        rankings: for measures.
        missing: query ids of labels that the run lacks.
        unlabelled: query ids that only the run has.
        n_tied: lines whose score another line of their topic has too.
        n_gaps: topics whose ranks leave one out, where ranks were asked for.
        n_labelled: lines that carry a label, at any rank.
    """

    rankings: JudgedRankings
    missing: tuple[str, ...]
    unlabelled: tuple[str, ...]
    n_tied: int = 0
    n_gaps: int = 0
    n_labelled: int = 0


def judge_by_score(
    run: RunColumns, labels: Labels, finder: LabelFinder, *, depth: int | None = None
) -> JudgedRun:
    """Rank by score, descending, ties by doc_id descending as UTF-8 bytes; then judge.

    Args:
        run: every passage once within its topic; a topic's lines need not stand together.
        labels: what counts; topics that only the run has are left out.
        finder: made of these labels.
        depth: how many passages of each topic are looked at, best first; None takes all.
    """
    order = order_by_score(run)
    matches = finder.find(run)
    ranks = order.ranks(matches.lines, run.doc_ids)
    n_lines = np.bincount(run.topics, minlength=len(run.query_ids))
    judged = _judged(run, labels, matches, ranks, n_lines, depth)
    return judged._replace(n_tied=order.n_tied)


def judge_by_rank(
    run: RunColumns, labels: Labels, finder: LabelFinder, *, depth: int | None = None
) -> JudgedRun:
    """Take the ranks that the file gives, then judge; the columns hold minus the rank as score.

    A rank that is left out stays one, and holds an unjudged passage; none appears twice in a topic.
    """
    matches = finder.find(run)
    ranks = (-run.scores[matches.lines]).astype(np.int64)
    last_ranks = np.zeros(len(run.query_ids), np.int64)
    np.maximum.at(last_ranks, run.topics, (-run.scores).astype(np.int64))
    n_lines = np.bincount(run.topics, minlength=len(run.query_ids))
    judged = _judged(run, labels, matches, ranks, last_ranks, depth)
    return judged._replace(n_gaps=int(np.count_nonzero(last_ranks > n_lines)))


def _judged(
    run: RunColumns,
    labels: Labels,
    matches: Matches,
    ranks: Ints,
    n_ranks: Ints,
    depth: int | None,
) -> JudgedRun:
    """Put the matches in the order of topics and ranks; `n_ranks` is by the run's topics."""
    judged = labels.judged
    topics = judged.topics[matches.labels]
    order = np.lexsort((ranks, topics))
    hits = Hits(topics, ranks, judged.relevances[matches.labels], matches.labels)
    hits = Hits(*(column[order] for column in hits))
    index_of = {query_id: index for index, query_id in enumerate(run.query_ids)}
    n_retrieved = np.array(
        [
            n_ranks[index_of[query_id]] if query_id in index_of else 0
            for query_id in labels.query_ids
        ],
        np.int64,
    )
    if depth is not None:
        n_retrieved, hits = np.minimum(n_retrieved, depth), hits.where(hits.ranks <= depth)
    known = set(labels.query_ids)
    return JudgedRun(
        JudgedRankings(judged, n_retrieved, hits),
        tuple(query_id for query_id in labels.query_ids if query_id not in index_of),
        tuple(query_id for query_id in run.query_ids if query_id not in known),
        n_labelled=matches.lines.size,
    )
