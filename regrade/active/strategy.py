"""The interface of a strategy that chooses which passages of a topic are judged next."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Ordinals = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Judged(NamedTuple):
    """Passages of one topic that were chosen or found before.

    Attributes:
        passages: shape (n_judged,). Ordinals of those with a label, in the order judged.
        is_relevant: shape (n_judged,). Their labels.
        waiting: shape (n_waiting,). Ordinals of others that are not to be chosen again: nobody has
            judged them yet, or nobody could.
    """

    passages: Ordinals
    is_relevant: Flags
    waiting: Ordinals

    @property
    def seen(self) -> Ordinals:
        """All that are not to be chosen again."""
        return np.concatenate([self.passages, self.waiting])

    @property
    def n_relevant(self) -> int:
        return int(self.is_relevant.sum())


NOTHING = Judged(np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0, np.int64))


class Strategy(Protocol):
    """Order in which the passages of one topic are judged.

    A strategy has no state: what it chooses follows from what it is made of, what was judged and
    the seed. So any choice can be repeated.
    """

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        """Up to n passages to judge next, the most promising first, none of them `judged.seen`.

        Fewer where no more are left to choose. Equal passages come in an order that the seed
        draws, or by ordinal where the strategy draws nothing.
        """
        ...
