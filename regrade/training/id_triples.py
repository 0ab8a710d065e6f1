"""Examples from a file of ids: a query, a relevant passage, and one that is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from regrade.files.errors import BadInput
from regrade.files.lines import Line, read_lines
from regrade.training.examples import Example, Keys
from regrade.training.text_rows import read_scores

AT_ONCE = 100_000
COLUMNS = ("query", "passage", "passage")
BINARY = (1.0, 0.0)
Texts = Callable[[Sequence[int]], Sequence[str]]
# From ids to the numbers of queries or passages; -1 for one that is not known.
Lookup = Callable[[Sequence[str]], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class IdTriples:
    """Numbers of queries and passages, in the order of the file.

    Attributes:
        rows: shape (n, 3): the query, the relevant passage, the other one.
        scores: of a teacher for both passages: shape (n, 2), or (n, 0) without one.
        queries, passages: from such numbers to texts.
    """

    rows: NDArray[np.int32]
    scores: NDArray[np.float32]
    queries: Texts
    passages: Texts
    n_negatives = 1

    def __len__(self) -> int:
        return len(self.rows)

    def keys(self, row: int, epoch: int) -> Keys:
        query, *passages = self.rows[row].tolist()
        return Keys(query, passages, self._relevant(query))

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]:
        taken = self.rows[[*rows]]
        queries = self.queries(taken[:, 0].tolist())
        passages = self.passages(taken[:, 1:].reshape(-1).tolist())
        return [
            Example(query, passages[2 * place : 2 * place + 2], self.scores[row].tolist() or BINARY)
            for place, (row, query) in enumerate(zip(rows, queries, strict=True))
        ]

    @cached_property
    def _by_query(self) -> NDArray[np.int64]:
        """Rows in the order of their queries."""
        return np.argsort(self.rows[:, 0], kind="stable")

    def _relevant(self, query: int) -> AbstractSet[int]:
        ordered = self._by_query
        first, end = np.searchsorted(self.rows[:, 0], [query, query + 1], sorter=ordered)
        return {*self.rows[ordered[first:end], 1].tolist()}


def read_id_triples(
    path: Path,
    query_numbers: Lookup,
    passage_numbers: Lookup,
    *,
    queries: Texts,
    passages: Texts,
    is_scored: bool = False,
) -> IdTriples:
    """Read lines of three ids with tabs or blanks between, as MS MARCO's qidpidtriples.

    Args:
        is_scored: whether a teacher's scores of both passages come first.

    Raises:
        BadInput: an unreadable file, a line of other columns, or with an id that is not known.
    """
    lines = read_lines(path)
    lookups = (query_numbers, passage_numbers, passage_numbers)
    rows, scores = [], []
    for block in iter(lambda: [*islice(lines, AT_ONCE)], []):
        columns = [_columns(path, line, is_scored) for line in block]
        read = [
            read_scores(path, line.number, one[: -len(COLUMNS)])
            for line, one in zip(block, columns, strict=True)
        ]
        ids = [one[-len(COLUMNS) :] for one in columns]
        rows.append(_numbers(path, block, ids, lookups))
        scores.append(np.array(read, np.float32).reshape(len(block), -1))
    return IdTriples(np.concatenate(rows), np.concatenate(scores), queries, passages)


def _columns(path: Path, line: Line, is_scored: bool) -> list[str]:
    columns = line.text.split()
    n_scores = 2 if is_scored else 0
    if len(columns) == n_scores + len(COLUMNS):
        return columns
    before = "two scores and " if is_scored else ""
    raise BadInput(
        path,
        line.number,
        f"{before}three ids are needed: of a query, of a relevant passage, of another one",
        code="bad_example",
    )


def _numbers(
    path: Path, block: Sequence[Line], ids: Sequence[Sequence[str]], lookups: Sequence[Lookup]
) -> NDArray[np.int32]:
    columns = []
    for kind, column, lookup in zip(COLUMNS, zip(*ids, strict=True), lookups, strict=True):
        numbers = lookup(column)
        if (numbers < 0).any():
            place = int(np.argmax(numbers < 0))
            raise BadInput(
                path,
                block[place].number,
                f"there is no {kind} {column[place]!r} that has a text",
                code=f"unknown_{kind}",
            )
        columns.append(numbers)
    return np.stack(columns, axis=1).astype(np.int32)
