from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import NamedTuple

from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import COMMENT, checker, splitter
from regrade.files.json_lines import refuse_json
from regrade.files.judging.qrels import read_qrels
from regrade.files.lines import Line, at_least_one, read_lines
from regrade.files.streams import Progress

N_COLUMNS = 4
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.0+)?")
DECIMAL_NUMBER = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,2})?")


class LabelLine(NamedTuple):
    """One label of a qrels file; `subtopic` is "" where column 2 is not looked at."""

    query_id: str
    doc_id: str
    subtopic: str
    relevance: float


def read_label_lines(
    path: Path, progress: Progress | None, reads: Set[str], *, blanks_in_ids: bool = False
) -> Iterator[LabelLine]:
    """Yield the labels of a qrels file in its order.

    Args:
        path: TREC's four columns; three, where neither of the following is asked for.
        progress: see `streams`.
        reads: what measures look at: never subtopics and preferences at once. With "subtopics"
            column 2 names the subtopic, and a passage may stand once under each; otherwise that
            column is ignored, as trec_eval does. With "preferences" a relevance may be a
            fraction.
        blanks_in_ids: as `read_qrels` has it.

    Raises:
        BadInput: whatever `read_qrels` refuses.
    """
    by_subtopic, may_be_fractions = "subtopics" in reads, "preferences" in reads
    if not by_subtopic and not may_be_fractions:
        for plain in read_qrels(path, progress, blanks_in_ids=blanks_in_ids):
            yield LabelLine(plain.query_id, plain.doc_id, "", plain.relevance)
        return
    first_lines: dict[tuple[str, str, str], int] = {}
    labels = _parse(path, progress, by_subtopic=by_subtopic, blanks_in_ids=blanks_in_ids)
    for number, label in at_least_one(labels, path, "labels"):
        first = first_lines.setdefault(label[:3], number)
        if first != number:
            under = f" under subtopic {label.subtopic}" if by_subtopic else ""
            reason = f"passage {label.doc_id} of topic {label.query_id} appears twice{under}"
            raise BadInput(path, number, f"{reason}, first on line {first}", code="passage_twice")
        yield label


def _parse(
    path: Path, progress: Progress | None, *, by_subtopic: bool, blanks_in_ids: bool
) -> Iterator[tuple[int, LabelLine]]:
    split = splitter(blanks_in_ids=blanks_in_ids)
    check = checker(blanks_in_ids=blanks_in_ids)
    for line in read_lines(path, progress):
        fields = split(line.text)
        if not fields or line.text.startswith(COMMENT):
            continue
        if len(fields) != N_COLUMNS:
            refuse_json(path, line, f"labels for these measures have {N_COLUMNS} columns")
            reason = f"{counted(len(fields), 'column')}; labels for these measures have {N_COLUMNS}"
            raise BadInput(path, line.number, reason, code="column_count")
        query_id, subtopic, doc_id, relevance = fields
        yield (
            line.number,
            LabelLine(
                check(path, line.number, "query id", query_id),
                check(path, line.number, "doc_id", doc_id),
                subtopic if by_subtopic else "",
                _number(path, line, relevance, whole=by_subtopic),
            ),
        )


def _number(path: Path, line: Line, text: str, *, whole: bool) -> float:
    if not (WHOLE_NUMBER if whole else DECIMAL_NUMBER).fullmatch(text):
        kind = "whole number" if whole else "number"
        raise BadInput(
            path,
            line.number,
            f"relevance {text[:60]!r} is not a {kind}",
            code="not_a_whole_number" if whole else "not_a_number",
        )
    return float(text)
