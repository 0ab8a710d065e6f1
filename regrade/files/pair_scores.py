"""Files of pair scores: for each ordered pair of passages how likely the first one is better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.counted import counted
from regrade.files.bad_lines import BadLine
from regrade.files.errors import BadInput
from regrade.files.identifiers import WHITE_SPACE, checked_id
from regrade.files.lines import read_lines
from regrade.files.streams import Progress

COLUMNS = ("query_id", "doc_id_i", "doc_id_j", "probability")
HEADER = "\t".join(COLUMNS)
MAX_SHOWN = 60


class PairLine(NamedTuple):
    """The probability that passage i is more relevant than j, asked with i first."""

    line: int
    query_id: str
    doc_id_i: str
    doc_id_j: str
    probability: float


def read_pair_lines(
    path: Path, progress: Progress | None = None, *, max_bytes: int | None = None
) -> Iterator[PairLine | BadLine]:
    """The lines of a file of pair scores, and in their place those that cannot be read.

    Four columns parted by tabs, as `pair_lines` writes them: query_id, doc_id_i, doc_id_j,
    probability. A header with these names may stand first; blank lines are passed over.

    Args:
        path: gzipped or not.
        progress: see `streams`.
        max_bytes: how much the file may hold, unpacked.

    Raises:
        BadInput: what `read_lines` refuses.
    """
    for number, text in read_lines(path, progress, max_bytes=max_bytes):
        if (number == 1 and text == HEADER) or not text.strip(WHITE_SPACE):
            continue
        try:
            yield _parsed(path, number, text.split("\t"))
        except BadInput as error:
            yield BadLine(error.line, error.reason, error.code)


def pair_lines(query_id: str, doc_ids: Sequence[str], p: NDArray[np.float32]) -> str:
    """All lines of a topic, each score with the digits that 32 bits need to be read back.

    Args:
        query_id: of the topic.
        doc_ids: n of them.
        p: shape (n, n). p[i, j] is the probability that passage i is better than j; the diagonal
            is left out.
    """
    return "".join(
        f"{query_id}\t{doc_ids[i]}\t{doc_ids[j]}\t{value!s}\n"
        for i, row in enumerate(p)
        for j, value in enumerate(row)
        if i != j
    )


def _parsed(path: Path, number: int, fields: list[str]) -> PairLine:
    if len(fields) != len(COLUMNS):
        said = f"{counted(len(fields), 'column')} separated by tabs; give {', '.join(COLUMNS)}"
        raise BadInput(path, number, said, code="column_count")
    query_id, first, second, value = fields
    checked_id(path, number, "query id", query_id)
    for doc_id in (first, second):
        checked_id(path, number, "doc_id", doc_id)
    if first == second:
        said = f"passage {first} is paired with itself; take the line out"
        raise BadInput(path, number, said, code="paired_with_itself")
    return PairLine(number, query_id, first, second, _probability(path, number, value))


def _probability(path: Path, number: int, field: str) -> float:
    try:
        value = float(field)
    except ValueError:
        value = float("nan")
    # Python reads "1_000" and digits of every script; no other tool does.
    is_number = not isnan(value) and "_" not in field and field.isascii()
    if not is_number or not 0 <= value <= 1:
        shown = repr(field if len(field) <= MAX_SHOWN else f"{field[:MAX_SHOWN]}…")
        said = f"the probability {shown} is no number from 0 to 1"
        code = "out_of_range" if is_number else "probability_not_a_number"
        raise BadInput(path, number, said, code=code)
    return value
