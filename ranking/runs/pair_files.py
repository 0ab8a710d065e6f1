"""Pair scores of a run, written to a file and read from one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import RankingError
from ranking.models import Run, RunStatus
from ranking.runs.exporting import TopicLines
from ranking.runs.pairs import read_pairs, refuse_without_pairs
from ranking.runs.storing import TopicPairScores, store_pair_scores
from regrade.files.bad_lines import BadFile, BadLine, BadLines
from regrade.files.errors import BadInput
from regrade.files.outputs import writing
from regrade.files.pair_scores import HEADER, PairLine, pair_lines, read_pair_lines
from regrade.files.streams import Progress

MOST_LISTED = 20


class PairFile(NamedTuple):
    """Pair scores that were written to a file, or stored from one with a run."""

    name: str
    n_topics: int
    n_pairs: int


@dataclass
class _Topic:
    """The lines of one topic: places among the candidates, and probabilities."""

    topic_id: int
    query_id: str
    candidates: NDArray[np.int32]
    place_of: dict[str, int]
    i: array[int] = field(default_factory=lambda: array("i"))
    j: array[int] = field(default_factory=lambda: array("i"))
    p: array[float] = field(default_factory=lambda: array("f"))
    lines: array[int] = field(default_factory=lambda: array("q"))


@dataclass
class _Wrong:
    """Faults of a file: its bad lines, and its missing pairs, of which few are listed."""

    lines: list[BadLine] = field(default_factory=list)
    n_missing: int = 0
    missing: list[BadLine] = field(default_factory=list)

    @property
    def n(self) -> int:
        return len(self.lines) + self.n_missing

    @property
    def first(self) -> list[BadLine]:
        ordered = sorted(self.lines, key=lambda one: (one.line is None, one.line or 0))
        return [*ordered, *self.missing][:MOST_LISTED]


def export_pairs(*, run: Run, path: Path) -> PairFile:
    """Write a run's pair scores; the file is created or replaced completely or not at all.

    Raises:
        RankingError: the run has none, or is not complete.
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    n_topics = n_pairs = 0
    topics = pair_texts(run=run)
    with writing(path) as stream:
        stream.write(f"{HEADER}\n")
        for topic in topics:
            stream.write(topic.text)
            n_topics, n_pairs = n_topics + 1, n_pairs + topic.n_lines
    return PairFile(run.name, n_topics, n_pairs)


def pair_texts(*, run: Run) -> Iterator[TopicLines]:
    """A run's pair scores as `import_pairs` reads them, topic by topic, without the header.

    Raises:
        RankingError: the run has none, or is not complete; before the first topic.
    """
    refuse_without_pairs(run=run)
    return _topics_written(run)


def import_pairs(
    *, path: Path, run: Run, progress: Progress | None = None, max_bytes: int | None = None
) -> PairFile:
    """Give a run the pair scores of a file: all of them or none.

    Candidates are in the order of the run that was re-ranked, where the run has such a parent,
    else in its own. Of each topic in the file every two passages are paired, in both orders.

    Raises:
        BadFile: lines that cannot be read, topics and passages that the run has not, pairs that
            are there twice or missing.
        BadInput: the file cannot be read, or holds no pairs.
        RankingError: the run is not complete, or has pair scores.
    """
    _refuse_second(run)
    wrong = _Wrong()
    topics = _read(path, run, wrong.lines, progress, max_bytes)
    scores = [_matrix(topic, wrong) for topic in topics]
    if wrong.n:
        raise BadFile(path, BadLines(wrong.n, wrong.first))
    if not scores:
        raise BadInput(path, None, "the file holds no pairs", code="no_records")
    with transaction.atomic():
        _refuse_second(Run.objects.select_for_update(of=("self",)).get(pk=run.pk))
        store_pair_scores(run=run, pairs=scores)
    return PairFile(run.name, len(scores), sum(len(topic.p) for topic in topics))


def _topics_written(run: Run) -> Iterator[TopicLines]:
    docids = docid_map(run.collection)
    for pairs in read_pairs(run=run):
        doc_ids = [doc_id.decode() for doc_id in docids.doc_ids_of(pairs.ordinals)]
        n = len(doc_ids)
        yield TopicLines(pair_lines(pairs.query_id, doc_ids, pairs.p), n * (n - 1))


def _refuse_second(run: Run) -> None:
    if run.status != RunStatus.COMPLETE:
        raise RankingError(
            f"Run {run.name} is {run.status}; it takes pair scores when complete.",
            code="run_incomplete",
        )
    if run.pair_scores.exists():
        raise RankingError(
            f"Run {run.name} has pair scores already; import the run under another name for these.",
            code="has_pair_scores",
        )


def _read(
    path: Path, run: Run, bad: list[BadLine], progress: Progress | None, max_bytes: int | None
) -> list[_Topic]:
    known, found = _Candidates(run), dict[str, _Topic | None]()
    for line in read_pair_lines(path, progress, max_bytes=max_bytes):
        if isinstance(line, BadLine):
            bad.append(line)
            continue
        if line.query_id not in found:
            found[line.query_id] = known.topic(line.query_id)
        if refused := _take(line, found[line.query_id], run):
            bad.append(refused)
    return [topic for topic in found.values() if topic is not None]


class _Candidates:
    """The passages of a run's topics in the order of its first stage."""

    def __init__(self, run: Run) -> None:
        self._docids = docid_map(run.collection)
        rankings = run.rankings.select_related("topic")
        self._own = {ranking.topic.query_id: ranking for ranking in rankings}
        first = run.parent.rankings.all() if run.parent else ()
        self._first: dict[int, NDArray[np.int32]] = {
            ranking.topic_id: ranking.ordinals for ranking in first
        }

    def topic(self, query_id: str) -> _Topic | None:
        """None where the run does not rank it."""
        ranking = self._own.get(query_id)
        if ranking is None:
            return None
        own: NDArray[np.int32] = ranking.ordinals
        first = self._first.get(ranking.topic_id, own)
        first = first[np.isin(first, own)]
        others = own[~np.isin(own, first)]
        candidates = np.concatenate([first, others])
        doc_ids = self._docids.doc_ids_of(candidates)
        place_of = {doc_id.decode(): place for place, doc_id in enumerate(doc_ids)}
        return _Topic(ranking.topic_id, query_id, candidates, place_of)


def _take(line: PairLine, topic: _Topic | None, run: Run) -> BadLine | None:
    """Keep a line with its topic; the refusal of a line that cannot be kept."""
    if topic is None:
        reason = f"run {run.name} ranks no topic {line.query_id!r}"
        return BadLine(line.line, reason, "unknown_topic")
    for doc_id in (line.doc_id_i, line.doc_id_j):
        if doc_id not in topic.place_of:
            reason = f"run {run.name} has no passage {doc_id} for topic {line.query_id}"
            return BadLine(line.line, reason, "unknown_passage")
    topic.i.append(topic.place_of[line.doc_id_i])
    topic.j.append(topic.place_of[line.doc_id_j])
    topic.p.append(line.probability)
    topic.lines.append(line.line)
    return None


def _matrix(topic: _Topic, wrong: _Wrong) -> TopicPairScores:
    i, j = (np.frombuffer(side, dtype=np.int32) for side in (topic.i, topic.j))
    places = np.unique(np.concatenate([i, j]))
    n = len(places)
    rows, columns = np.searchsorted(places, i), np.searchsorted(places, j)
    doc_ids = list(topic.place_of)
    _, firsts = np.unique(rows * n + columns, return_index=True)
    for again in np.setdiff1d(np.arange(len(i)), firsts).tolist():
        pair = f"{doc_ids[i[again]]} before {doc_ids[j[again]]}"
        reason = f"the pair {pair} is there twice; keep one"
        wrong.lines.append(BadLine(topic.lines[again], reason, "pair_twice"))
    p = np.full((n, n), np.nan, dtype=np.float32)
    p[rows, columns] = np.frombuffer(topic.p, dtype=np.float32)
    is_missing = np.isnan(p)
    np.fill_diagonal(is_missing, False)
    _add_missing(wrong, topic.query_id, is_missing, [doc_ids[at] for at in places])
    return TopicPairScores(topic.topic_id, topic.candidates[places], p)


def _add_missing(
    wrong: _Wrong, query_id: str, is_missing: NDArray[np.bool_], doc_ids: Sequence[str]
) -> None:
    wrong.n_missing += int(np.count_nonzero(is_missing))
    n_listed = MOST_LISTED - len(wrong.missing)
    if n_listed <= 0:
        return
    for place in np.flatnonzero(is_missing)[:n_listed].tolist():
        first, second = divmod(place, len(doc_ids))
        said = f"topic {query_id} has no line for {doc_ids[first]} before {doc_ids[second]}"
        reason = f"{said}; give each pair in both orders"
        wrong.missing.append(BadLine(None, reason, "pair_missing"))
