from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import WHITE_SPACE, checked_id, split_columns
from regrade.files.json_lines import refuse_document
from regrade.files.judging.columns import PASSAGE_ID, QUERY_ID
from regrade.files.judging.tables import Header, Names, parse_table
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.streams import Progress

COLUMNS: tuple[Names, ...] = (QUERY_ID, PASSAGE_ID)


class PairLine(NamedTuple):
    """One pair of a list of pairs to judge."""

    query_id: str
    doc_id: str
    line: int


def read_pairs(path: Path, progress: Progress | None = None) -> Iterator[PairLine]:
    """Yield the pairs of a list in its order, each once; other columns are ignored.

    TSV or CSV with a header line that names `query_id` and `passage_id` or `doc_id` (or what
    `columns` lists beside them), JSONL with these fields (candidate files), or lines without a
    header whose first two columns they are, parted by tabs or else by any white space. A pair that
    appears twice, as in a file of judgments, is yielded where it stands first.

    Raises:
        BadInput: a missing column, lines of different length, an empty id or one with white
            space, lines of a qrels or run file, no pairs, and whatever `parse_table` and
            `read_lines` refuse.
    """
    seen: set[tuple[str, str]] = set()
    for line, query_id, doc_id in at_least_one(_read_ids(path, progress), path, "pairs"):
        pair = PairLine(
            query_id=checked_id(path, line, "query id", query_id.strip(WHITE_SPACE)),
            doc_id=checked_id(path, line, "passage id", doc_id.strip(WHITE_SPACE)),
            line=line,
        )
        if pair[:2] not in seen:
            seen.add(pair[:2])
            yield pair


def _read_ids(path: Path, progress: Progress | None) -> Iterator[tuple[int, str, str]]:
    lines = read_lines(path, progress)
    first = next(line for line in lines if line.text.strip())
    lines = chain([first], lines)
    refuse_document(path, first)
    if _has_names(first.text):
        for row in parse_table(path, lines, Header(COLUMNS)):
            yield row.line, row.cells["query_id"], row.cells["passage_id"]
    else:
        yield from _split_plain(path, lines)


def _has_names(text: str) -> bool:
    if text.lstrip().startswith("{"):
        return True
    cells = {cell.strip(' "') for cell in text.replace(",", "\t").split("\t")}
    return any(not cells.isdisjoint(names) for names in COLUMNS)


def _split_plain(path: Path, lines: Iterator[Line]) -> Iterator[tuple[int, str, str]]:
    n_columns = 0
    for number, text in lines:
        if not text.strip(WHITE_SPACE):
            continue
        fields = text.split("\t") if "\t" in text else split_columns(text)
        n_columns = n_columns or len(fields)
        _check_columns(path, number, fields, n_columns)
        yield number, fields[0], fields[1]


def _check_columns(path: Path, number: int, fields: Sequence[str], n_columns: int) -> None:
    if len(fields) < 2:
        reason = "a pair takes two columns, query_id and passage_id"
        raise BadInput(path, number, reason, code="column_count")
    if len(fields) != n_columns:
        reason = f"{counted(len(fields), 'column')} where the lines before have {n_columns}"
        raise BadInput(path, number, reason, code="mixed_columns")
    if len(fields) >= 4 and fields[1].strip() in ("0", "Q0"):
        reason = "this is a line of qrels or a run; give a header line that names the columns"
        raise BadInput(path, number, reason, code="not_pairs")
