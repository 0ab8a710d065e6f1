"""Examples to train on: what one is, and the sources that give them."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol


class Example(NamedTuple):
    """A query with passages, the relevant one first.

    Attributes:
        targets: one number a passage: grades, 1 and 0, or the scores of a teacher.
    """

    query: str
    passages: Sequence[str]
    targets: Sequence[float]


class Keys(NamedTuple):
    """An example without its texts, which a batch is put together by.

    Attributes:
        query: a number of the query.
        passages: numbers of its passages, the relevant one first.
        relevant: numbers of all passages that are known to be relevant to the query.
    """

    query: int
    passages: Sequence[int]
    relevant: AbstractSet[int]


class Source(Protocol):
    """Examples by row; in each epoch the same rows may bring other negatives.

    A row's keys and texts follow from the row, the epoch and the source's own seed alone.

    Attributes:
        n_negatives: passages of each example besides the relevant one.
    """

    @property
    def n_negatives(self) -> int: ...

    def __len__(self) -> int: ...

    def keys(self, row: int, epoch: int) -> Keys: ...

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]: ...
