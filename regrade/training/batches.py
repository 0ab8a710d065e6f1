"""The order in which rows are trained on, and how batches are put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.training.examples import Source


class Batch(NamedTuple):
    """Rows of one epoch that are trained on together."""

    epoch: int
    rows: Sequence[int]


def batches_of(
    source: Source, size: int, *, seed: int, keeps_apart: bool = False, start: int = 0
) -> Iterator[Batch]:
    """Batches without end: each epoch has every row once, in an order drawn for it.

    A last batch that would be smaller is left out, unless it is the only one. The same arguments
    give the same batches, and `start` skips the first ones without reading a text.

    Args:
        keeps_apart: whether no batch may have a query twice, or a passage that is relevant to two
            of its queries: for losses that take other queries' passages as negatives. A row that
            does not fit waits for the next batch.
        seed: of the orders.
    """
    epoch = 0
    while True:
        for rows in _epoch(source, size, epoch, seed, keeps_apart):
            if start > 0:
                start -= 1
            else:
                yield Batch(epoch, rows)
        epoch += 1


def batches_an_epoch(source: Source, size: int, *, seed: int, keeps_apart: bool) -> int:
    """How many batches the first epoch has."""
    return sum(1 for _ in _epoch(source, size, 0, seed, keeps_apart))


def _epoch(
    source: Source, size: int, epoch: int, seed: int, keeps_apart: bool
) -> Iterator[list[int]]:
    order = np.random.default_rng([seed, epoch]).permutation(len(source))
    if keeps_apart:
        yield from _apart(source, order, size, epoch)
        return
    ends = range(size, order.size + 1, size)
    yield from (order[end - size : end].tolist() for end in ends)
    if not ends:
        yield order.tolist()


def _apart(source: Source, order: NDArray[np.int64], size: int, epoch: int) -> Iterator[list[int]]:
    """Batches without rows that contradict each other; at least one an epoch."""
    waiting, coming, n = deque[int](), Coming(order), 0
    while waiting or coming:
        batch = _Apart(source, epoch)
        later = deque[int]()
        while len(batch.rows) < size and (waiting or coming):
            row = waiting.popleft() if waiting else coming.take()
            if not batch.add(row):
                later.append(row)
        waiting.extendleft(reversed(later))
        if len(batch.rows) == size or n == 0:
            n += 1
            yield batch.rows
        elif not coming:
            return


class Coming:
    """Rows of an epoch that were not looked at yet."""

    def __init__(self, order: NDArray[np.int64]) -> None:
        self._order, self._at = order, 0

    def __bool__(self) -> bool:
        return self._at < self._order.size

    def take(self) -> int:
        self._at += 1
        return int(self._order[self._at - 1])


class _Apart:
    """A batch that is being put together."""

    def __init__(self, source: Source, epoch: int) -> None:
        self.rows: list[int] = []
        self._source, self._epoch = source, epoch
        self._queries, self._passages, self._relevant = set[int](), set[int](), set[int]()

    def add(self, row: int) -> bool:
        """Add a row, if it contradicts none of the others."""
        keys = self._source.keys(row, self._epoch)
        if (
            keys.query in self._queries
            or not self._relevant.isdisjoint(keys.passages)
            or not self._passages.isdisjoint(keys.relevant)
        ):
            return False
        self.rows.append(row)
        self._queries.add(keys.query)
        self._passages.update(keys.passages)
        self._relevant.update(keys.relevant)
        return True
