from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.counted import counted
from regrade.files.bad_lines import MOST, BadLines, Found, Refuse, joined, refuse_at_once
from regrade.files.comments import Comments
from regrade.files.errors import BadInput
from regrade.files.identifiers import (
    COMMENT,
    MAX_ID_BYTES,
    N_QRELS_COLUMNS,
    N_RUN_COLUMNS,
    WHITE_SPACE,
    checker,
    splitter,
)
from regrade.files.json_lines import refuse_json
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.numbers import without_zeros
from regrade.files.streams import Progress

N_MSMARCO_COLUMNS = 3
TREC_COLUMNS, MSMARCO_COLUMNS = "query_id Q0 doc_id rank score tag", "query_id doc_id rank"
# UTF-8 takes up to four bytes a character: ids of fewer characters need no closer look.
SURELY_SHORT = MAX_ID_BYTES // 4
MAX_RANK_DIGITS = 15
NO_SCORE = "is not a finite number; write one such as 12.5 or -3e-2"
NO_RANK = "is not a whole number from 1; count ranks from 1"
MAX_SHOWN = 60
# Of passages that appear twice, so many are looked at when a file's bad lines are listed.
MAX_SUSPECTS = 1000


class RunLine(NamedTuple):
    """One passage of one topic in a run file; `tag` is "" where the format has none."""

    query_id: str
    doc_id: str
    score: float
    line: int
    tag: str


class Leniency(NamedTuple):
    """Faults of a run file that its reader accepts; by default none.

    Attributes:
        by_rank: read six columns like three: the score becomes -rank, the file's is ignored.
        ignores_rest: pass over what follows a sixth column, as trec_eval does.
        keep_first: of a passage that a topic has twice, keep the line that stands first in the
            file and leave out the others. Ranks stay as the file has them.
        blanks_in_ids: tabs alone part columns, and ids may have blanks within.
    """

    by_rank: bool = False
    ignores_rest: bool = False
    keep_first: bool = False
    blanks_in_ids: bool = False


STRICT = Leniency()


@dataclass(slots=True)
class PassedOver:
    """Lines of a file passed over, as leniency allows.

    Attributes:
        n_repeated: lines left out, each of a passage that its topic had already.
        n_longer: lines of which only the first six columns were read.
        first_longer: the number of the first of them, from 1; 0 where there is none.
        comments: those above the first line that is none.
    """

    n_repeated: int = 0
    n_longer: int = 0
    first_longer: int = 0
    comments: Comments = field(default_factory=Comments, compare=False)

    def cut(self, line: int) -> None:
        self.n_longer += 1
        self.first_longer = self.first_longer or line


class Once(NamedTuple):
    """A key that no two lines of a run may share; the topic is part of it."""

    key: Callable[[RunLine], Hashable]
    name: Callable[[RunLine], str]
    mend: str
    code: str


ONE_PASSAGE = Once(
    key=lambda line: (line.query_id, line.doc_id),
    name=lambda line: f"passage {line.doc_id}",
    mend="keep one of the two, or keep the first (--keep-first; on the page, a tick)",
    code="passage_twice",
)
ONE_RANK = Once(
    key=lambda line: (line.query_id, -line.score),  # -1.0 and -2.0 have one hash
    name=lambda line: f"rank {-line.score:.0f}",
    mend="give each passage of a topic its own rank",
    code="rank_twice",
)


def read_run(
    path: Path,
    progress: Progress | None = None,
    leniency: Leniency = STRICT,
    passed_over: PassedOver | None = None,
) -> Iterator[RunLine]:
    """Yield the lines of a run file in its order; a topic's lines need not stand together.

    Two formats, known by the count of columns and not to be mixed: TREC's six (`query_id Q0
    doc_id rank score tag`, parted by any of `WHITE_SPACE`; the rank is ignored) and MS MARCO's
    three (`query_id doc_id rank`, whose score becomes -rank). Blank lines and lines that
    begin with `#` are passed over. What is repeated is found once the last line was read, so
    nothing may be kept from a run that was not read to its end.

    Args:
        path: the file, gzipped or not; with `keep_first` it is read twice, so no pipe.
        progress: see `streams`.
        leniency: what is read that is refused otherwise.
        passed_over: counts what is passed over.

    Raises:
        BadInput: another or a mixed count of columns, a score that is not a finite number,
            a rank that is not a whole number from 1, a passage twice in a topic or, where ranks
            give the order, a rank (naming both lines), no lines, and whatever `read_lines` refuses.
    """
    seen = _Seen()
    records = _records(path, progress, leniency, passed_over=passed_over)
    for record in at_least_one(records, path, "lines of a run"):
        seen.note(record, by_rank=leniency.by_rank)
        yield record
    for once, hashes in seen.hashes():
        _refuse_repetition(path, once, hashes, leniency)


class _Seen:
    """Eight bytes a line of each thing that a topic can have once."""

    def __init__(self) -> None:
        self._keys = {ONE_PASSAGE: array("q"), ONE_RANK: array("q")}

    def note(self, line: RunLine, *, by_rank: bool = False) -> None:
        self._keys[ONE_PASSAGE].append(hash(ONE_PASSAGE.key(line)))
        # Only MS MARCO's three columns have no tag.
        if by_rank or not line.tag:
            self._keys[ONE_RANK].append(hash(ONE_RANK.key(line)))

    def hashes(self) -> Iterator[tuple[Once, NDArray[np.int64]]]:
        for once, keys in self._keys.items():
            yield once, np.frombuffer(keys, dtype=np.int64)


def _lines_with_content(
    path: Path, progress: Progress | None, comments: Comments
) -> Iterator[Line]:
    is_above = True
    for line in read_lines(path, progress):
        if line.text.startswith(COMMENT):
            if is_above:
                comments.take(line)
        elif line.text.strip(WHITE_SPACE):
            is_above = False
            yield line


def find_bad_lines(path: Path, most: int = MOST, *, leniency: Leniency = STRICT) -> BadLines:
    """Look through a file that `read_run` refused for everything that is wrong in it.

    A line that nobody can read past, such as one that is not UTF-8, ends the list.
    """
    found, seen = Found(most), _Seen()
    try:
        for record in _records(path, None, leniency, found.take):
            seen.note(record, by_rank=leniency.by_rank)
    except BadInput as error:
        found.take(error)
        return found.bad
    looks = [found.bad]
    said = np.empty(0, dtype=np.intp)  # a line that repeats a passage repeats its rank as well
    for once, hashes in seen.hashes():
        again = np.setdiff1d(_seen_before(hashes), said)
        looks.append(_repeated_lines(path, once, hashes, again, most, leniency))
        said = again
    return joined(looks, most)


def _records(
    path: Path,
    progress: Progress | None,
    leniency: Leniency,
    refuse: Refuse = refuse_at_once,
    passed_over: PassedOver | None = None,
) -> Iterator[RunLine]:
    """The lines that count: all, or the first of each passage."""
    passed = passed_over or PassedOver()
    lines = _lines_with_content(path, progress, passed.comments)
    records = _parse(path, lines, leniency, refuse, passed)
    return _first_ones(path, records, leniency, passed) if leniency.keep_first else records


def _first_ones(
    path: Path, records: Iterator[RunLine], leniency: Leniency, passed: PassedOver
) -> Iterator[RunLine]:
    if not path.is_file():
        reason = "the first of each passage is kept of a file, not of a pipe: write it to one first"
        raise BadInput(path, None, reason, code="pipe_read_twice")
    hashes = _passage_hashes(path, leniency)
    suspects = _positions_of(hashes, _seen_before(hashes))
    for record, first in _with_first_lines(records, ONE_PASSAGE, suspects):
        if first == record.line:
            yield record
        else:
            passed.n_repeated += 1


def _passage_hashes(path: Path, leniency: Leniency) -> NDArray[np.int64]:
    """Those of all lines that can be read; what cannot is refused when the lines are taken."""
    of_file = _lines_with_content(path, None, Comments())
    lines = _parse(path, of_file, leniency, lambda _: None, PassedOver())
    keys = array("q")
    with suppress(BadInput):  # of the file as a whole: the second reading comes to it in order
        keys.extend(hash(ONE_PASSAGE.key(line)) for line in lines)
    return np.frombuffer(keys, dtype=np.int64)


def _parse(
    path: Path, lines: Iterator[Line], leniency: Leniency, refuse: Refuse, passed: PassedOver
) -> Iterator[RunLine]:
    n_columns = 0
    check = checker(blanks_in_ids=leniency.blanks_in_ids)
    split = splitter(blanks_in_ids=leniency.blanks_in_ids)
    most_columns = N_RUN_COLUMNS if leniency.ignores_rest else sys.maxsize
    query_id = tag = ""
    for number, text in lines:
        fields = split(text)
        if len(fields) > most_columns:
            del fields[most_columns:]
            passed.cut(number)
        try:
            _check_columns(path, number, len(fields), n_columns)
            n_columns = len(fields)
            # A run repeats its topic and its tag in every line: keep one string of each.
            if fields[0] != query_id:
                query_id = check(path, number, "query id", fields[0])
            if n_columns == N_RUN_COLUMNS:
                tag = tag if fields[5] == tag else fields[5]
                value = _minus_rank if leniency.by_rank else _score
                field = fields[3 if leniency.by_rank else 4]
                doc_id, score = fields[2], value(path, number, field)
            else:
                doc_id, score = fields[1], _minus_rank(path, number, fields[2])
            if len(doc_id) > SURELY_SHORT:
                check(path, number, "doc_id", doc_id)
        except BadInput as error:
            refuse_json(path, Line(number, text), f"a run has columns: {TREC_COLUMNS}")
            refuse(error)
            continue
        yield RunLine(query_id, doc_id, score, number, tag)


def _check_columns(path: Path, number: int, n_found: int, n_before: int) -> None:
    if n_before and n_found != n_before:
        reason = f"{counted(n_found, 'column')} where the lines before have {n_before}"
        reason += "; give every line the same columns"
        raise BadInput(path, number, reason, code="mixed_columns")
    if n_found not in (N_RUN_COLUMNS, N_MSMARCO_COLUMNS):
        known = f"{N_RUN_COLUMNS} ({TREC_COLUMNS}) or {N_MSMARCO_COLUMNS} ({MSMARCO_COLUMNS})"
        hint = (
            f"; with {N_QRELS_COLUMNS} it is a label file (qrels)"
            if n_found == N_QRELS_COLUMNS
            else ""
        )
        reason = f"{counted(n_found, 'column')}; a run has {known}{hint}"
        raise BadInput(path, number, reason, code="column_count")


def _score(path: Path, number: int, field: str) -> float:
    try:
        score = float(field)
    except ValueError:
        score = float("nan")
    # Python reads "1_000", digits of every script and separators at the ends; no other tool does.
    if not isfinite(score) or "_" in field or not field.isascii() or field != field.strip():
        reason = f"the score {_cut(field)} {NO_SCORE}"
        raise BadInput(path, number, reason, code="score_not_a_number")
    return score


def _minus_rank(path: Path, number: int, field: str) -> float:
    whole = without_zeros(field)
    is_number = whole.isascii() and whole.removeprefix("-").isdecimal()
    if not is_number or len(whole) > MAX_RANK_DIGITS or (rank := int(whole)) < 1:
        code = "out_of_range" if is_number else "rank_not_a_number"
        raise BadInput(path, number, f"the rank {_cut(field)} {NO_RANK}", code=code)
    return -float(rank)


def _cut(field: str) -> str:
    return repr(field if len(field) <= MAX_SHOWN else f"{field[:MAX_SHOWN]}…")


def _refuse_repetition(
    path: Path, once: Once, hashes: NDArray[np.int64], leniency: Leniency
) -> None:
    """Find what appears twice by its hashes; the file is read again only where two are equal."""
    if (again := _seen_before(hashes)).size:
        for error in _repetitions(path, once, hashes, again, leniency):
            raise error


def _repeated_lines(
    path: Path,
    once: Once,
    hashes: NDArray[np.int64],
    again: NDArray[np.intp],
    most: int,
    leniency: Leniency,
) -> BadLines:
    """How many lines repeat an earlier one, and the first of them; those refused are not there."""
    if not again.size:
        return BadLines(0, [])
    few = again[:MAX_SUSPECTS]
    errors = _repetitions(path, once, hashes, few, leniency, refuse=lambda _: None)
    found = Found(most)
    for error in islice(errors, most):
        found.take(error)
    return BadLines(found.n if found.n < most else again.size, found.first)


def _seen_before(hashes: NDArray[np.int64]) -> NDArray[np.intp]:
    """Positions whose hash stands at an earlier one."""
    order = np.argsort(hashes, kind="stable")
    same = hashes[order[1:]] == hashes[order[:-1]]
    return np.sort(order[1:][same])


def _positions_of(hashes: NDArray[np.int64], again: NDArray[np.intp]) -> Set[int]:
    """All positions, the first ones too, whose hash is one of those seen again."""
    return set(np.flatnonzero(np.isin(hashes, hashes[again])).tolist())


def _repetitions(
    path: Path,
    once: Once,
    hashes: NDArray[np.int64],
    again: NDArray[np.intp],
    leniency: Leniency,
    refuse: Refuse = refuse_at_once,
) -> Iterator[BadInput]:
    """An error for each line that really is a repetition, of those whose hashes are."""
    later = set(again.tolist())
    records = _records(path, None, leniency, refuse)
    found = _with_first_lines(records, once, _positions_of(hashes, again))
    for position, (record, first) in enumerate(found):
        if first != record.line and position in later:
            twice = f"{once.name(record)} of topic {record.query_id} appears twice"
            reason = f"{twice}, first on line {first}; {once.mend}"
            yield BadInput(path, record.line, reason, code=once.code)


def _with_first_lines(
    records: Iterator[RunLine], once: Once, suspects: Set[int]
) -> Iterator[tuple[RunLine, int]]:
    """Each line with the number of the first that has its key; only suspects are looked at."""
    first_lines: dict[Hashable, int] = {}
    for position, record in enumerate(records):
        is_suspect = position in suspects
        first = first_lines.setdefault(once.key(record), record.line) if is_suspect else record.line
        yield record, first
