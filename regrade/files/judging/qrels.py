from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, TextIO

from regrade.counted import counted
from regrade.files.bad_lines import Refuse, all_or_listed
from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import (
    COMMENT,
    N_QRELS_COLUMNS,
    N_RUN_COLUMNS,
    Check,
    checker,
    splitter,
)
from regrade.files.json_lines import refuse_json
from regrade.files.judging.columns import PASSAGE_ID, QUERY_ID, RELEVANCE
from regrade.files.lines import Line, read_lines
from regrade.files.numbers import parse_small_number
from regrade.files.outputs import PACKED
from regrade.files.streams import Progress

N_TSV_COLUMNS = 3
HEADER_NAMES = (QUERY_ID, PASSAGE_ID, RELEVANCE)
QRELS = "qrels have columns: query_id 0 doc_id relevance"
ITERATIONS = ("0", "Q0", "q0")  # what nearly every TREC file has in its second column
NO_RELEVANCE = (
    "of three columns the second is always {}, as in TREC's four (query_id 0 doc_id relevance): the"
    " relevance is missing; if {} is a passage, put a header line query_id doc_id relevance first"
)


class QrelsForm(StrEnum):
    """Whose tools qrels are written for; both have four columns, and the second is always 0.

    `trec` puts blanks between them and holds every label. `msmarco` puts tabs between them and
    holds relevant passages alone, each as 1: MS MARCO's script takes every line for relevant.
    """

    TREC = "trec"
    MSMARCO = "msmarco"

    @classmethod
    def by_name(cls, path: Path) -> QrelsForm:
        """`msmarco` where the file's name ends in .tsv, packed or not, as `qrels.dev.tsv` does."""
        name = path.with_suffix("") if path.suffix.lower() == PACKED else path
        return cls.MSMARCO if name.suffix.lower() == ".tsv" else cls.TREC


SEPARATORS = {QrelsForm.TREC: " ", QrelsForm.MSMARCO: "\t"}


class QrelsLine(NamedTuple):
    """One label of a qrels file."""

    query_id: str
    doc_id: str
    relevance: int
    line: int


def read_qrels(
    path: Path, progress: Progress | None = None, *, blanks_in_ids: bool = False
) -> Iterator[QrelsLine]:
    """Yield the labels of a qrels file in its order.

    Two formats, distinguished by the number of columns and not to be mixed: TREC's four (`query_id
    iteration doc_id relevance`; the iteration is ignored) and three (`query_id doc_id relevance`,
    with or without a header line such as BEIR's). Any of `WHITE_SPACE` parts them, or with
    `blanks_in_ids` tabs alone: ids may then have blanks within. Blank lines and lines that begin
    with `#` are passed over. A relevance may be negative. Bad lines are passed over and refused at
    the end, all at once, so nothing may be kept from a file that was not read to its end.

    Raises:
        BadFile: another or a mixed count of columns, a relevance that is not a whole number of
            two bytes, a pair twice (naming both lines), three columns of which the second is
            always TREC's iteration, and whatever `read_lines` refuses.
        BadInput: no labels.
    """
    lost = _LostColumn()

    def labels(refuse: Refuse) -> Iterator[QrelsLine]:
        def refuse_line(error: BadInput) -> None:
            lost.refuse(path, error.line)
            refuse(error)

        lines = read_lines(path, progress)
        found = _parse(path, lines, lost, refuse_line, blanks_in_ids=blanks_in_ids)
        yield from _once(path, found, refuse_line)
        lost.refuse(path, None)

    return all_or_listed(path, labels, "labels")


class _LostColumn:
    """Whether a file looks like TREC's four columns without the last, as far as it was read.

    Its doc_ids are then read as relevances, and whatever else is wrong follows from that.
    """

    def __init__(self) -> None:
        self._seconds: set[str] = set()
        self._is_sure_of_its_columns = False

    def note_header(self) -> None:
        self._is_sure_of_its_columns = True

    def note(self, fields: Sequence[str]) -> None:
        if len(fields) != N_TSV_COLUMNS or fields[1] not in ITERATIONS:
            self._is_sure_of_its_columns = True
        elif not self._is_sure_of_its_columns:
            self._seconds.add(fields[1])

    def refuse(self, path: Path, line: int | None) -> None:
        if self._seconds and not self._is_sure_of_its_columns:
            seen = " or ".join(sorted(self._seconds))
            raise BadInput(path, line, NO_RELEVANCE.format(seen, seen), code="relevance_missing")


def _once(path: Path, labels: Iterator[QrelsLine], refuse: Refuse) -> Iterator[QrelsLine]:
    """Each pair where it stands first."""
    first_lines: dict[tuple[str, str], int] = {}
    for label in labels:
        first = first_lines.setdefault((label.query_id, label.doc_id), label.line)
        if first != label.line:
            twice = f"passage {label.doc_id} of topic {label.query_id} appears twice"
            reason = f"{twice}, first on line {first}"
            refuse(BadInput(path, label.line, reason, code="passage_twice"))
        else:
            yield label


def _parse(
    path: Path,
    lines: Iterable[Line],
    lost: _LostColumn,
    refuse: Refuse,
    *,
    blanks_in_ids: bool,
) -> Iterator[QrelsLine]:
    split = splitter(blanks_in_ids=blanks_in_ids)
    check = checker(blanks_in_ids=blanks_in_ids)
    n_columns, relevance = 0, RELEVANCE[0]
    fitting: tuple[int, ...] = (N_QRELS_COLUMNS, N_TSV_COLUMNS)
    for line in lines:
        fields = split(line.text)
        if not fields or line.text.startswith(COMMENT):
            continue
        if len(fields) not in fitting:
            refuse_json(path, line, QRELS)
            refuse(_wrong_count(path, line.number, len(fields), n_columns))
            continue
        if not n_columns:
            n_columns = len(fields)
            fitting = (n_columns,)
            if _is_header(fields):
                relevance = fields[-1]
                lost.note_header()
                continue
        lost.note(fields)
        try:
            label = _parse_fields(path, line, fields, relevance, check)
        except BadInput as error:
            refuse_json(path, line, QRELS)
            refuse(error)
        else:
            yield label


def _wrong_count(path: Path, number: int, n_found: int, n_before: int) -> BadInput:
    if n_before:
        reason = f"{counted(n_found, 'column')} where the lines before have {n_before}"
        return BadInput(path, number, reason, code="mixed_columns")
    hint = f"; with {N_RUN_COLUMNS} it is a run" if n_found == N_RUN_COLUMNS else ""
    known = f"{N_QRELS_COLUMNS} (TREC) or {N_TSV_COLUMNS}"
    reason = f"{counted(n_found, 'column')}; qrels have {known}{hint}"
    return BadInput(path, number, reason, code="column_count")


def _is_header(fields: Sequence[str]) -> bool:
    return len(fields) == N_TSV_COLUMNS and all(
        field.lower() in names for field, names in zip(fields, HEADER_NAMES, strict=True)
    )


def _parse_fields(
    path: Path,
    line: Line,
    fields: Sequence[str],
    name: str,
    check: Check,
) -> QrelsLine:
    query_id, doc_id = fields[0], fields[-2]
    try:
        relevance = parse_small_number(name, fields[-1])
    except BadValue as error:
        raise error.at(path, line.number) from error
    return QrelsLine(
        query_id=check(path, line.number, "query id", query_id),
        doc_id=check(path, line.number, "doc_id", doc_id),
        relevance=relevance,
        line=line.number,
    )


def write_qrels(
    stream: TextIO,
    rows: Iterable[tuple[str, str, int]],
    form: QrelsForm = QrelsForm.TREC,
    *,
    blanks_in_ids: bool = False,
) -> int:
    """Write (query_id, doc_id, relevance) as qrels and return the number of lines.

    Args:
        stream: where to; what was written before an error stays there.
        rows: as they are to be written; `msmarco` leaves out none by itself.
        form: what parts the columns; either is read back by `read_qrels`.
        blanks_in_ids: ids may have blanks within, and tabs part the columns.

    Raises:
        ValueError: an id that is empty or holds white space, or a query_id that begins with #:
            nobody could read them back.
    """
    n_lines, separator = 0, "\t" if blanks_in_ids else SEPARATORS[form]
    split = splitter(blanks_in_ids=blanks_in_ids)
    for query_id, doc_id, relevance in rows:
        fields = [query_id, "0", doc_id, str(relevance)]
        line = separator.join(fields) + "\n"
        if split(line) != fields:
            raise ValueError(f"query_id {query_id!r} with doc_id {doc_id!r} makes no qrels line")
        if line.startswith(COMMENT):
            reason = f"begins with {COMMENT}, so that its lines would be passed over as comments"
            raise ValueError(f"query_id {query_id!r} {reason}")
        stream.write(line)
        n_lines += 1
    return n_lines
