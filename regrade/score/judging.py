"""Matches a run's columns with labels; computes ranks only for labelled passages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns
from regrade.measures import JudgedRankings
from regrade.measures.labels import Hits
from regrade.score.labels import Labels

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
# So many table entries to a label that hardly any line finds one by chance.
CELLS_PER_LABEL_BITS = 6
LEAST_BITS, MOST_BITS = 12, 24
# Odd, so that no two topics shift the hashes of their passages by the same number.
SHIFT = np.uint64(0x9E3779B97F4A7C15)


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


@dataclass(frozen=True)
class Order:
    """A run's lines by topic and falling score; ties are broken where it matters.

    Attributes:
        lines: shape (n_lines,). The line at each position; None where the file has this order.
        topics: shape (n_lines,). The run's topic at each position.
        scores: shape (n_lines,). The score at each position.
    """

    lines: Ints | None
    topics: NDArray[np.int32]
    scores: NDArray[np.float64]

    @cached_property
    def _continues(self) -> NDArray[np.bool_]:
        """Whether a position is tied with the one before; one position more, which is not."""
        continues = np.zeros(self.scores.size + 1, np.bool_)
        if self.scores.size:
            continues[1:-1] = self.scores[1:] == self.scores[:-1]
            continues[1:-1] &= self.topics[1:] == self.topics[:-1]
        return continues

    @cached_property
    def n_tied(self) -> int:
        """Number of lines whose score is tied with another in their topic."""
        return int(np.count_nonzero(self._continues[1:] | self._continues[:-1]))

    def ranks(self, lines: Ints, doc_ids: PackedIds) -> Ints:
        """The ranks of some lines within their topics, from 1; ties by doc_id descending."""
        positions = lines if self.lines is None else self._positions[lines]
        firsts = self._topic_starts[self.topics[positions]]
        ranks: Ints = positions - firsts + 1
        tied = np.flatnonzero(self._continues[positions] | self._continues[positions + 1])
        if tied.size:
            ranks[tied] = self._ranks_among_tied(positions[tied], doc_ids) - firsts[tied] + 1
        return ranks

    @cached_property
    def _positions(self) -> Ints:
        """The position of each line."""
        positions = np.arange(self.scores.size)
        if self.lines is not None:
            positions[self.lines] = positions.copy()
        return positions

    @cached_property
    def _topic_starts(self) -> Ints:
        """The first position of each topic of the run."""
        starts = np.zeros(int(self.topics.max(initial=-1)) + 1, np.int64)
        firsts = np.flatnonzero(np.concatenate(([True], self.topics[1:] != self.topics[:-1])))
        starts[self.topics[firsts]] = firsts
        return starts

    def _ranks_among_tied(self, positions: Ints, doc_ids: PackedIds) -> Ints:
        """The positions that tied ones have once their doc_ids are compared."""
        borders = np.flatnonzero(~self._continues)
        groups = np.searchsorted(borders, positions, side="right") - 1
        by_group = np.argsort(groups, kind="stable")
        here, starts = np.unique(groups[by_group], return_index=True)
        found = np.empty(positions.size, np.int64)
        for group, members in zip(here.tolist(), np.split(by_group, starts[1:]), strict=True):
            first, last = int(borders[group]), int(borders[group + 1])
            lines = np.arange(first, last) if self.lines is None else self.lines[first:last]
            names = [_bytes_of(doc_ids, line) for line in lines.tolist()]
            descending = sorted(range(last - first), key=names.__getitem__, reverse=True)
            moved = np.empty(last - first, np.int64)
            moved[descending] = np.arange(first, last)
            found[members] = moved[positions[members] - first]
        return found


class Matches(NamedTuple):
    """Lines of a run with their labels: parallel arrays, in the file's order.

    Attributes:
        lines: shape (n_matches,). Indices among the run's lines, ascending.
        labels: shape (n_matches,). Indices among the labels, each once.
    """

    lines: Ints
    labels: Ints


class LabelFinder:
    """Finds the labels of one label set in any number of runs.

    A pair of topic and doc_id becomes a key of 64 bits. A table of the keys' upper bits sorts out
    nearly all that carries no label; what is left is searched among the keys, and what is found
    there is compared byte by byte: equal keys alone never make a match.
    """

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        keys = (
            labels.doc_ids.hashes()
            + _shifts(np.arange(labels.judged.n_topics))[labels.judged.topics]
        )
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]
        self._n_alike = _longest_run(self._keys)
        bits = int(keys.size).bit_length() + CELLS_PER_LABEL_BITS
        self._dropped = np.uint64(64 - min(max(bits, LEAST_BITS), MOST_BITS))
        self._table = np.zeros(1 << (64 - int(self._dropped)), np.bool_)
        self._table[keys >> self._dropped] = True

    def find(self, run: RunColumns) -> Matches:
        """The lines of a run that carry a label."""
        indices = {query_id: index for index, query_id in enumerate(self._labels.query_ids)}
        topics = np.array([indices.get(query_id, -1) for query_id in run.query_ids], np.int64)
        found = list(self._candidates(run, topics))
        lines = np.concatenate([lines for lines, _ in found] or [np.empty(0, np.int64)])
        keys = np.concatenate([keys for _, keys in found] or [np.empty(0, np.uint64)])
        matches = [self._verified(run, lines, keys, topics, nth) for nth in range(self._n_alike)]
        lines = np.concatenate([match.lines for match in matches])
        order = np.argsort(lines, kind="stable")
        return Matches(lines[order], np.concatenate([match.labels for match in matches])[order])

    def _candidates(self, run: RunColumns, topics: Ints) -> Iterator[tuple[Ints, Words]]:
        """Lines that the table does not sort out, with their keys."""
        shifts = _shifts(topics)
        for indices, doc_ids in run.doc_ids.chunks():
            keys = doc_ids.hashes() + shifts[run.topics[indices]]
            kept = np.flatnonzero(self._table[keys >> self._dropped])
            yield kept + indices.start, keys[kept]

    def _verified(
        self, run: RunColumns, lines: Ints, keys: Words, topics: Ints, nth: int
    ) -> Matches:
        """The lines whose label is the nth of those with their key."""
        indices = np.searchsorted(self._keys, keys) + nth
        inside = np.minimum(indices, self._keys.size - 1)
        labels = self._order[inside]
        alike = (indices == inside) & (self._keys[inside] == keys)
        alike &= self._labels.judged.topics[labels] == topics[run.topics[lines]]
        lines, labels = lines[alike], labels[alike]
        same = _same_ids(run.doc_ids, lines, self._labels.doc_ids, labels)
        return Matches(lines[same], labels[same])


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


def order_by_score(run: RunColumns) -> Order:
    """Order a run's lines by topic and falling score; most files have that order already."""
    if _is_ordered(run):
        return Order(None, run.topics, run.scores)
    lines = np.lexsort((-run.scores, run.topics))
    return Order(lines, run.topics[lines], run.scores[lines])


def _is_ordered(run: RunColumns) -> bool:
    same = run.topics[1:] == run.topics[:-1]
    n_blocks = run.topics.size - int(np.count_nonzero(same))
    falls = run.scores[1:] <= run.scores[:-1]
    return n_blocks <= len(run.query_ids) and bool((falls | ~same).all())


def _bytes_of(ids: PackedIds, position: int) -> bytes:
    return ids.data[ids.offsets[position] : ids.offsets[position + 1]].tobytes()


def _shifts(topics: Ints) -> Words:
    """Terms that topics add to their passages' hashes; -1 stands for a topic without labels."""
    return (topics + 1).astype(np.uint64) * SHIFT


def _longest_run(ascending: Words) -> int:
    """How often the most frequent key stands there."""
    starts = np.flatnonzero(np.concatenate(([True], ascending[1:] != ascending[:-1])))
    return int(np.diff(np.append(starts, ascending.size)).max())


def _same_ids(
    ids: PackedIds, indices: Ints, others: PackedIds, other_indices: Ints
) -> NDArray[np.bool_]:
    """Whether the ids at these indices are the others at theirs, byte by byte."""
    lengths = ids.offsets[indices + 1] - ids.offsets[indices]
    same: NDArray[np.bool_] = (
        lengths == others.offsets[other_indices + 1] - others.offsets[other_indices]
    )
    alike = np.flatnonzero(same)
    if alike.size:
        ends = np.cumsum(lengths[alike])
        starts = ends - lengths[alike]
        within = np.arange(ends[-1]) - np.repeat(starts, lengths[alike])
        bytes_here = ids.data[within + np.repeat(ids.offsets[indices[alike]], lengths[alike])]
        bytes_there = others.data[
            within + np.repeat(others.offsets[other_indices[alike]], lengths[alike])
        ]
        same[alike] = np.logical_and.reduceat(bytes_here == bytes_there, starts)
    return same
