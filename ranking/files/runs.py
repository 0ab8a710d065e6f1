from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ranking.files.errors import BadInput
from ranking.files.identifiers import MAX_ID_BYTES, checked_id
from ranking.files.lines import Line, at_least_one, read_lines
from ranking.files.streams import Progress

N_TREC_COLUMNS, N_MSMARCO_COLUMNS = 6, 3
# UTF-8 takes up to four bytes a character: ids of fewer characters need no closer look.
SURELY_SHORT = MAX_ID_BYTES // 4
MAX_RANK_DIGITS = 15


class RunLine(NamedTuple):
    """One passage of one topic in a run file; `tag` is "" where the format has none."""

    query_id: str
    doc_id: str
    score: float
    line: int
    tag: str


def read_run(path: Path, progress: Progress | None = None) -> Iterator[RunLine]:
    """Yield the lines of a run file in its order; a topic's lines need not stand together.

    Two formats, told by the count of columns and not to be mixed: TREC's six (`query_id Q0
    doc_id rank score tag`, parted by any white space; the rank is ignored) and MS MARCO's
    three (`query_id doc_id rank`, whose score becomes -rank). Blank lines and lines that
    begin with `#` are passed over. A repeated passage is found once the last line was read,
    so nothing may be kept from a run that was not read to its end.

    Raises:
        BadInput: another or a mixed count of columns, a score that is not a finite number,
            a rank that is not a whole number from 1, a passage twice in a topic (naming both
            lines), no lines, and whatever `read_lines` refuses.
    """
    keys = array("q")
    records = _parse(path, _lines_with_content(path, progress))
    for record in at_least_one(records, path, "lines of a run"):
        keys.append(hash(record[:2]))
        yield record
    _refuse_repetition(path, keys)


def _lines_with_content(path: Path, progress: Progress | None) -> Iterator[Line]:
    for line in read_lines(path, progress):
        if line.text.strip() and not line.text.startswith("#"):
            yield line


def _parse(path: Path, lines: Iterator[Line]) -> Iterator[RunLine]:
    n_columns = 0
    query_id = tag = ""
    for number, text in lines:
        fields = text.split()
        n_columns = n_columns or len(fields)
        if len(fields) != n_columns or n_columns not in (N_TREC_COLUMNS, N_MSMARCO_COLUMNS):
            raise BadInput(path, number, _wrong_count(len(fields), n_columns))
        # A run repeats its topic and its tag in every line: keep one string of each.
        if fields[0] != query_id:
            query_id = checked_id(path, number, "query id", fields[0])
        if n_columns == N_TREC_COLUMNS:
            tag = tag if fields[5] == tag else fields[5]
            doc_id, score = fields[2], _score(path, number, fields[4])
        else:
            doc_id, score = fields[1], _minus_rank(path, number, fields[2])
        if len(doc_id) > SURELY_SHORT:
            checked_id(path, number, "doc_id", doc_id)
        yield RunLine(query_id, doc_id, score, number, tag)


def _wrong_count(n_found: int, n_first: int) -> str:
    if n_found != n_first:
        return f"{n_found} columns where the lines before have {n_first}"
    return f"{n_found} columns; a run has {N_TREC_COLUMNS} (TREC) or {N_MSMARCO_COLUMNS} (MS MARCO)"


def _score(path: Path, number: int, field: str) -> float:
    try:
        score = float(field)
    except ValueError:
        score = float("nan")
    # Python reads "1_000" and digits of every script; no other tool does.
    if not isfinite(score) or "_" in field or not field.isascii():
        raise BadInput(path, number, f"the score {field!r} is not a finite number")
    return score


def _minus_rank(path: Path, number: int, field: str) -> float:
    is_number = field.isascii() and field.isdecimal() and len(field) <= MAX_RANK_DIGITS
    if not is_number or (rank := int(field)) < 1:
        raise BadInput(path, number, f"the rank {field!r} is not a whole number from 1")
    return -float(rank)


def _refuse_repetition(path: Path, keys: array[int]) -> None:
    """Find a repeated (topic, passage) from 8 bytes a line; the file is read again only then."""
    hashes = np.frombuffer(keys, dtype=np.int64)
    ordered = np.sort(hashes)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if repeated.size:
        _compare(path, set(np.flatnonzero(np.isin(hashes, repeated)).tolist()))


def _compare(path: Path, suspects: set[int]) -> None:
    first_lines: dict[tuple[str, str], int] = {}
    for position, record in enumerate(_parse(path, _lines_with_content(path, None))):
        pair = record.query_id, record.doc_id
        if position in suspects and first_lines.setdefault(pair, record.line) != record.line:
            reason = f"passage {record.doc_id} of topic {record.query_id} stands twice"
            raise BadInput(path, record.line, f"{reason}, first on line {first_lines[pair]}")
