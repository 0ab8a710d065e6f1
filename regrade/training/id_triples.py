"""Examples from a file of ids: a query, a relevant passage, and one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

AT_ONCE = 100_000
COLUMNS = ("query", "passage", "passage")
Texts = Callable[[Sequence[int]], Sequence[str]]
# From ids to the numbers of queries or passages; -1 for one that is not known.
Lookup = Callable[[Sequence[str]], NDArray[np.int64]]


@dataclass(frozen=True, eq=False)
class IdTriples:
    """Numbers of queries and passages, in the order of the file.

    Attributes:
        rows: shape (n, 3): the query, the relevant passage, the other one.
        queries, passages: from such numbers to texts.
    """

    rows: NDArray[np.int32]
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
            Example(query, passages[2 * place : 2 * place + 2], [1.0, 0.0])
            for place, query in enumerate(queries)
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
    path: Path, query_numbers: Lookup, passage_numbers: Lookup, *, queries: Texts, passages: Texts
) -> IdTriples:
    """Read lines of three ids with tabs or blanks between, as MS MARCO's qidpidtriples.

    Raises:
        BadInput: an unreadable file, a line without three ids, or with one that is not known.
    """
    lines = read_lines(path)
    blocks = [
        _numbers(path, block, (query_numbers, passage_numbers, passage_numbers))
        for block in iter(lambda: [*islice(lines, AT_ONCE)], [])
    ]
    return IdTriples(np.concatenate(blocks), queries, passages)


def _numbers(path: Path, block: Sequence[Line], lookups: Sequence[Lookup]) -> NDArray[np.int32]:
    ids = [*_ids(path, block)]
    columns = []
    for kind, column, lookup in zip(COLUMNS, zip(*ids, strict=True), lookups, strict=True):
        numbers = lookup(column)
        if (numbers < 0).any():
            place = int(np.argmin(numbers))
            raise BadInput(
                path,
                block[place].number,
                f"there is no {kind} {column[place]!r}",
                code=f"unknown_{kind}",
            )
        columns.append(numbers)
    return np.stack(columns, axis=1).astype(np.int32)


def _ids(path: Path, block: Sequence[Line]) -> Iterator[Sequence[str]]:
    for line in block:
        ids = line.text.split()
        if len(ids) != len(COLUMNS):
            raise BadInput(
                path,
                line.number,
                "three ids are needed: of a query, of a relevant passage, of another one",
                code="bad_example",
            )
        yield ids
