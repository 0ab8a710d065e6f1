from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from regrade.counted import counted
from regrade.files.bad_lines import Refuse, all_or_listed
from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import (
    COMMENT,
    N_PRELS_COLUMNS,
    N_QRELS_COLUMNS,
    N_RUN_COLUMNS,
    Check,
    checker,
    splitter,
)
from regrade.files.json_lines import refuse_json
from regrade.files.judging.label_layouts import (
    N_TSV_COLUMNS,
    Layout,
    is_header,
    layout_of,
)
from regrade.files.lines import Line, read_lines
from regrade.files.numbers import parse_small_number
from regrade.files.streams import Progress

QRELS = "qrels have columns: query_id 0 doc_id relevance"
ITERATIONS = ("0", "Q0", "q0")  # what nearly every TREC file has in its second column
NO_RELEVANCE = (
    "of three columns the second is always {}, as in TREC's four (query_id 0 doc_id relevance): the"
    " relevance is missing; if {} is a passage, put a header line query_id doc_id relevance first"
)


class QrelsLine(NamedTuple):
    """One label of a qrels file; where labels are a sample, with its probability.

    That is 0 for a pair that was not drawn but chosen, as prels say of some.
    """

    query_id: str
    doc_id: str
    relevance: int
    line: int
    probability: float | None = None


def read_qrels(
    path: Path,
    progress: Progress | None = None,
    *,
    blanks_in_ids: bool = False,
    takes_samples: bool = False,
) -> Iterator[QrelsLine]:
    """Yield the labels of a qrels file in its order.

    Formats are distinguished by the number of columns: TREC's four (`query_id iteration doc_id
    relevance`; the iteration is ignored) and three (`query_id doc_id relevance`, with or without a
    header line such as BEIR's). With `takes_samples` also TREC's prels (`query_id doc_id relevance
    method probability`), and a header line with a fourth column, `probability`. Any of
    `WHITE_SPACE` parts columns, or with `blanks_in_ids` tabs alone: ids may then have blanks
    within. Blank lines and lines that begin with `#` are passed over. A relevance may be negative.
    Bad lines are refused at the end, all at once: keep nothing before a file was read to its end.

    Raises:
        BadFile: another or a mixed count of columns, a relevance that is not a whole number of
            two bytes, a missing or impossible probability, an unknown method, a pair twice (naming
            both lines), three columns with TREC's iteration always second, a sample where none is
            taken, and whatever `read_lines` refuses.
        BadInput: no labels.
    """
    lost = _LostColumn()

    def labels(refuse: Refuse) -> Iterator[QrelsLine]:
        def refuse_line(error: BadInput) -> None:
            lost.refuse(path, error.line)
            refuse(error)

        lines = read_lines(path, progress)
        reading = _Reading(
            path, lost, refuse_line, blanks_in_ids=blanks_in_ids, takes_samples=takes_samples
        )
        found = reading.labels(lines)
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


class _Reading:
    """How the lines of one file are read; their layout is that of the first."""

    def __init__(
        self,
        path: Path,
        lost: _LostColumn,
        refuse: Refuse,
        *,
        blanks_in_ids: bool,
        takes_samples: bool,
    ) -> None:
        self._path, self._lost, self._refuse = path, lost, refuse
        self._split = splitter(blanks_in_ids=blanks_in_ids)
        self._check = checker(blanks_in_ids=blanks_in_ids)
        self._takes_samples = takes_samples
        self._layout: Layout | None = None

    def labels(self, lines: Iterable[Line]) -> Iterator[QrelsLine]:
        for line in lines:
            fields = self._split(line.text)
            if not fields or line.text.startswith(COMMENT):
                continue
            layout, is_first = self._layout or layout_of(fields), self._layout is None
            if layout is None or len(fields) != layout.n_columns:
                refuse_json(self._path, line, QRELS)
                self._refuse(_wrong_count(self._path, line.number, fields, self._layout))
                continue
            self._layout = layout
            if is_first and self._begins(layout, line, fields):
                continue
            yield from self._label(layout, line, fields)

    def _begins(self, layout: Layout, line: Line, fields: Sequence[str]) -> bool:
        """Look at the first line; says whether it is a header."""
        if not self._takes_samples:
            layout.refuse_sample(self._path, line.number)
        if is_header(fields):
            self._lost.note_header()
            return True
        return False

    def _label(self, layout: Layout, line: Line, fields: Sequence[str]) -> Iterator[QrelsLine]:
        self._lost.note(fields)
        try:
            yield _parse_fields(self._path, line, fields, layout, self._check)
        except BadInput as error:
            refuse_json(self._path, line, QRELS)
            self._refuse(error)


def _wrong_count(path: Path, number: int, fields: Sequence[str], layout: Layout | None) -> BadInput:
    n_found = len(fields)
    if layout is not None and layout.is_sample and n_found == layout.n_columns - 1:
        reason = f"{counted(n_found, 'column')}: the probability is missing"
        return BadInput(path, number, reason, code="probability_missing")
    if layout is not None:
        reason = f"{counted(n_found, 'column')} where the lines before have {layout.n_columns}"
        return BadInput(path, number, reason, code="mixed_columns")
    hint = f"; with {N_RUN_COLUMNS} it is a run" if n_found == N_RUN_COLUMNS else ""
    if n_found == N_PRELS_COLUMNS:
        hint = "; with 5 they are prels, whose third is the relevance"
    known = f"{N_QRELS_COLUMNS} (TREC) or {N_TSV_COLUMNS}"
    reason = f"{counted(n_found, 'column')}; qrels have {known}{hint}"
    return BadInput(path, number, reason, code="column_count")


def _parse_fields(
    path: Path, line: Line, fields: Sequence[str], layout: Layout, check: Check
) -> QrelsLine:
    try:
        relevance = parse_small_number(layout.name, fields[layout.relevance])
    except BadValue as error:
        raise error.at(path, line.number) from error
    return QrelsLine(
        query_id=check(path, line.number, "query id", fields[0]),
        doc_id=check(path, line.number, "doc_id", fields[layout.doc_id]),
        relevance=relevance,
        line=line.number,
        probability=layout.probability_of(path, line.number, fields),
    )
