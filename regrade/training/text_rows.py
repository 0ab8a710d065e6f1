"""Examples from a file that has a query and its passages on each line."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from regrade.files.errors import BadInput
from regrade.training.examples import Example, Keys
from regrade.training.lines import Lines

LEAST = 2


@dataclass(frozen=True, eq=False)
class TextRows:
    """Lines of texts with tabs between: a query, a relevant passage, and passages that are not.

    So MS MARCO's triples are, and pairs of a question and its answer, which have no third text.
    Nothing but the places of lines is kept in memory.

    Attributes:
        lines: of the file; each has as many texts as the first.
    """

    lines: Lines

    @cached_property
    def n_negatives(self) -> int:
        """Passages without relevance on each line."""
        n = self.lines[0].count("\t") + 1
        if n < LEAST:
            raise self._refusal(0, "a query and a passage are needed, with a tab between")
        return n - LEAST

    def __len__(self) -> int:
        return len(self.lines)

    def keys(self, row: int, epoch: int) -> Keys:
        query, *passages = map(_number, self._texts(row))
        return Keys(query, passages, {passages[0]})

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]:
        targets = [1.0, *(0.0 for _ in range(self.n_negatives))]
        return [Example(query, passages, targets) for query, *passages in map(self._texts, rows)]

    def _texts(self, row: int) -> list[str]:
        texts = self.lines[row].split("\t")
        if len(texts) != self.n_negatives + LEAST:
            raise self._refusal(
                row, f"it has {len(texts)} texts, where the first line has {self.n_negatives + 2}"
            )
        if not all(map(str.strip, texts)):
            raise self._refusal(row, "one of its texts is empty")
        return texts

    def _refusal(self, row: int, reason: str) -> BadInput:
        return BadInput(self.lines.path, row + 1, reason, code="bad_example")


def read_text_rows(path: Path) -> TextRows:
    """Open a file of triples, or of questions and answers.

    Raises:
        BadInput: no such file, one that is packed or empty, or a first line with one text.
    """
    rows = TextRows(Lines(path))
    rows.examples([0], 0)
    return rows


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
