from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import checked_id, collapse
from regrade.files.json_lines import parse_json_lines
from regrade.files.kinds import Kind, tell_kind
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.streams import Progress
from regrade.text.visible import has_text

ID_NAMES = ("id", "doc_id", "docid", "_id", "docno")
# castorini's collections of generated queries, our own short form, and PyTerrier's column.
QUERIES_NAMES = ("predicted_queries", "queries", "querygen")
HEADERS = ("query", *QUERIES_NAMES)
KIND = "doc_id"
LAYOUT = "a line has a doc_id and one query, tab-separated"


class ExpansionRecord(NamedTuple):
    """One passage of a file of generated queries; `line` is where it begins.

    No query is empty, and each is one line without blanks at its ends.
    """

    doc_id: str
    queries: list[str]
    line: int


def read_expansions(path: Path, progress: Progress | None = None) -> Iterator[ExpansionRecord]:
    """Yield the passages of a file of generated queries in its order; may repeat a doc_id.

    The kind follows from content and name: JSONL (`id` or `doc_id`; `predicted_queries` or
    `queries`, a list or one text with a query a line), as castorini's docTTTTTquery data, or TSV
    `doc_id<TAB>query`, where a passage's lines stand together; a first line that names the
    columns so is passed over. Both gzipped or not. White space within a query becomes one
    blank; empty queries are left out, and a passage can have none.

    Raises:
        BadInput: another kind of file, an unusable doc_id, another count of columns, a missing
            field, a query that is not a text, no passages, and whatever `read_lines` refuses.
    """
    kind, lines = tell_kind(path, read_lines(path, progress))
    if kind is Kind.MARKUP:
        reason = f"this is {kind.value}; generated queries come as JSONL or tab-separated"
        raise BadInput(path, None, reason, code="other_file_kind")
    read = _parse_columns if kind is Kind.TSV else _parse_objects
    yield from at_least_one(read(path, lines), path, "passages")


def _parse_objects(path: Path, lines: Iterable[Line]) -> Iterator[ExpansionRecord]:
    for item in parse_json_lines(path, lines):
        doc_id = item.identifier(KIND, *ID_NAMES)
        yield ExpansionRecord(doc_id, _clean(item.texts(*QUERIES_NAMES)), item.line)


def _parse_columns(path: Path, lines: Iterable[Line]) -> Iterator[ExpansionRecord]:
    for doc_id, group in groupby(_pairs(path, lines), key=lambda pair: pair[0]):
        pairs = list(group)
        yield ExpansionRecord(doc_id, _clean([query for _, query, _ in pairs]), pairs[0][2])


def _pairs(path: Path, lines: Iterable[Line]) -> Iterator[tuple[str, str, int]]:
    is_first = True
    for line in lines:
        if not line.text.strip():
            continue
        columns = line.text.split("\t")
        if len(columns) != 2:
            reason = f"{counted(len(columns), 'column')}; {LAYOUT}"
            raise BadInput(path, line.number, reason, code="column_count")
        is_header = is_first and columns[0] in ID_NAMES and columns[1] in HEADERS
        is_first = False
        if not is_header:
            yield checked_id(path, line.number, KIND, columns[0]), columns[1], line.number


def _clean(queries: list[str]) -> list[str]:
    return [text for text in map(collapse, queries) if has_text(text)]
