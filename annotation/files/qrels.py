from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from annotation.files.columns import PASSAGE_ID, QUERY_ID, RELEVANCE
from annotation.files.fields import parse_small_number
from ranking.files.errors import BadInput
from ranking.files.identifiers import checked_id
from ranking.files.lines import Line, at_least_one, read_lines
from ranking.files.streams import Progress

N_TREC_COLUMNS, N_TSV_COLUMNS = 4, 3
HEADER_NAMES = (QUERY_ID, PASSAGE_ID, RELEVANCE)


class QrelsLine(NamedTuple):
    """One label of a qrels file."""

    query_id: str
    doc_id: str
    relevance: int
    line: int


def read_qrels(path: Path, progress: Progress | None = None) -> Iterator[QrelsLine]:
    """Yield the labels of a qrels file in its order.

    Two formats, told by the count of columns and not to be mixed: TREC's four (`query_id
    iteration doc_id relevance`; the iteration is ignored) and three (`query_id doc_id relevance`,
    with or without a header line such as BEIR's). Any white space parts them. Blank lines and
    lines that begin with `#` are passed over. A relevance may be negative. A repeated pair is
    found where it stands, so nothing may be kept from a file that was not read to its end.

    Raises:
        BadInput: another or a mixed count of columns, a relevance that is not a whole number of
            two bytes, a pair twice (naming both lines), no labels, and whatever `read_lines`
            refuses.
    """
    first_lines: dict[tuple[str, str], int] = {}
    for label in at_least_one(_parse(path, progress), path, "labels"):
        first = first_lines.setdefault((label.query_id, label.doc_id), label.line)
        if first != label.line:
            reason = f"passage {label.doc_id} of topic {label.query_id} stands twice"
            raise BadInput(path, label.line, f"{reason}, first on line {first}")
        yield label


def _parse(path: Path, progress: Progress | None) -> Iterator[QrelsLine]:
    n_columns = 0
    for line in read_lines(path, progress):
        fields = line.text.split()
        if not fields or line.text.startswith("#"):
            continue
        is_first, n_columns = n_columns == 0, n_columns or len(fields)
        if len(fields) != n_columns or n_columns not in (N_TREC_COLUMNS, N_TSV_COLUMNS):
            raise BadInput(path, line.number, _wrong_count(len(fields), n_columns))
        if not (is_first and _is_header(fields)):
            yield _parse_fields(path, line, fields)


def _wrong_count(n_found: int, n_first: int) -> str:
    if n_found != n_first:
        return f"{n_found} columns where the lines before have {n_first}"
    return f"{n_found} columns; qrels have {N_TREC_COLUMNS} (TREC) or {N_TSV_COLUMNS}"


def _is_header(fields: Sequence[str]) -> bool:
    return len(fields) == N_TSV_COLUMNS and all(
        field.lower() in names for field, names in zip(fields, HEADER_NAMES, strict=True)
    )


def _parse_fields(path: Path, line: Line, fields: Sequence[str]) -> QrelsLine:
    query_id, doc_id = fields[0], fields[-2]
    try:
        relevance = parse_small_number("relevance", fields[-1])
    except ValueError as error:
        raise BadInput(path, line.number, str(error)) from error
    return QrelsLine(
        query_id=checked_id(path, line.number, "query id", query_id),
        doc_id=checked_id(path, line.number, "doc_id", doc_id),
        relevance=relevance,
        line=line.number,
    )
