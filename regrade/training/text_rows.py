"""Examples from a file that has a query and its passages on each line."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from pathlib import Path

from regrade.files.errors import BadInput
from regrade.training.examples import Example, Keys
from regrade.training.lines import Lines


@dataclass(frozen=True, eq=False)
class TextRows:
    """Lines of texts with tabs between: a query, a relevant passage, and passages that are not.

    So MS MARCO's triples are, and pairs of a question and its answer, which have no third text.
    Nothing but the places of lines is kept in memory.

    Attributes:
        lines: of the file; each has as many columns as the first.
        is_scored: whether a teacher's scores come first, one for each passage.
    """

    lines: Lines
    is_scored: bool = False

    @cached_property
    def n_negatives(self) -> int:
        """Passages without relevance on each line."""
        n = self.lines[0].count("\t") + 1
        n_passages = (n - 1) // 2 if self.is_scored else n - 1
        if n_passages < 1 or n != self._n_columns(n_passages):
            wanted = "a query and a passage are needed, with a tab between"
            if self.is_scored:
                wanted = "a score for each passage is needed, then a query and the passages"
            raise self._refusal(0, wanted)
        return n_passages - 1

    def __len__(self) -> int:
        return len(self.lines)

    def keys(self, row: int, epoch: int) -> Keys:
        example = self.read(row)
        passages = [*map(number_of, example.passages)]
        return Keys(number_of(example.query), passages, {passages[0]})

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]:
        return [self.read(row) for row in rows]

    def read(self, row: int) -> Example:
        """A row by its number, from 0.

        Raises:
            BadInput: it has other columns than the first, or an empty text.
        """
        columns, n = self.lines[row].split("\t"), self.n_negatives + 1
        if len(columns) != self._n_columns(n):
            raise self._refusal(
                row,
                f"it has {len(columns)} columns, where the first line has {self._n_columns(n)}",
            )
        scores, (query, *passages) = columns[: -n - 1], columns[-n - 1 :]
        if not all(map(str.strip, [query, *passages])):
            raise self._refusal(row, "one of its texts is empty")
        targets = [1.0, *(0.0 for _ in range(n - 1))]
        if self.is_scored:
            targets = read_scores(self.lines.path, row + 1, scores)
        return Example(query, passages, targets)

    def _n_columns(self, n_passages: int) -> int:
        return 1 + n_passages * (2 if self.is_scored else 1)

    def _refusal(self, row: int, reason: str) -> BadInput:
        return BadInput(self.lines.path, row + 1, reason, code="bad_example")


def read_scores(path: Path, line: int, columns: Sequence[str]) -> list[float]:
    """A teacher's scores.

    Raises:
        BadInput: one is no finite number.
    """
    try:
        scores = [float(one) for one in columns]
    except ValueError:
        scores = [nan]
    if not all(map(isfinite, scores)):
        raise BadInput(
            path,
            line,
            f"it begins with {' and '.join(columns)}, where a teacher's scores are needed",
            code="bad_example",
        )
    return scores


def read_text_rows(path: Path, *, is_scored: bool = False) -> TextRows:
    """Open a file of triples, or of questions and answers.

    Args:
        is_scored: whether a teacher's scores come first, one for each passage.

    Raises:
        BadInput: no such file, one that is packed or empty, or a first line of other columns.
    """
    rows = TextRows(Lines(path), is_scored)
    rows.read(0)
    return rows


def number_of(text: str) -> int:
    """A number of 64 bits, the same for the same text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
