"""The judged passages of one topic, and the answer of a rule about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from regrade.active.strategy import Flags
from regrade.given import explained_fields
from regrade.measures.labels import Floats, Ints


@explained_fields
@dataclass(frozen=True, eq=False)
class Review:
    """Passages of one topic in the order judged. Rules look at them at the end of each batch.

    Attributes:
        is_relevant: shape (n_judged,).
        batches: shape (n_batches,). Judged passages of each batch; ones for a look after each
            judgment. A batch may be empty: all that it drew may have been judged before.
        n_passages: of the topic in all, judged or not.

    Raises:
        ValueError: batches that are not all judged passages, or more judged than there are.
    """

    is_relevant: Flags
    batches: Ints
    n_passages: int

    def __post_init__(self) -> None:
        n_judged = self.is_relevant.size
        if (self.batches < 0).any():
            raise ValueError(f"a batch has no passages or more, not {self.batches.min()}")
        if self.batches.sum() != n_judged:
            raise ValueError(f"batches of {self.batches.sum()} passages in all, {n_judged} judged")
        if n_judged > self.n_passages:
            raise ValueError(f"{n_judged} judged of {self.n_passages} passages")

    @cached_property
    def judged(self) -> Ints:
        """shape (n_batches,). Passages judged by the end of each batch."""
        return np.cumsum(self.batches, dtype=np.int64)

    @cached_property
    def found(self) -> Ints:
        """shape (n_batches,). Relevant passages found by the end of each batch."""
        return self.found_of(self.is_relevant)

    def found_of(self, flags: Flags) -> Ints:
        """shape (n_batches,). Flagged passages judged by the end of each batch.

        Args:
            flags: shape (n_judged,). In the order judged.
        """
        return gain_curve(flags)[self.judged]


class Stop(NamedTuple):
    """Where a rule would have ended the review, and how far it is.

    Attributes:
        rule: its key in the registry.
        at: judged passages at the first batch end where it stops; None if it has not yet.
        value: the rule's statistic at the last batch end; None where it has none yet.
        bound: where the value has to get, from above or below as the registry says.
        estimate: number of relevant passages in all, for rules that estimate it.
        error: standard error of the estimate; None where it cannot be estimated.
    """

    rule: str
    at: int | None
    value: float | None
    bound: float | None
    estimate: float | None = None
    error: float | None = None


class Looks(NamedTuple):
    """A rule's statistic and its bound, each of shape (n_batches,); NaN where it has none."""

    values: Floats
    bounds: Floats
    is_reached: Flags


def first_stop(rule: str, review: Review, looks: Looks) -> Stop:
    """The first look that stops, with the statistic of the last one."""
    ends = review.judged[looks.is_reached]
    at = int(ends[0]) if ends.size else None
    return Stop(rule, at, last_of(looks.values), last_of(looks.bounds))


def last_of(values: Floats) -> float | None:
    """The last value, if it is finite."""
    return float(values[-1]) if values.size and np.isfinite(values[-1]) else None


def gain_curve(is_relevant: Flags) -> Ints:
    """shape (n_judged + 1,). Relevant passages found after 0, 1, 2 ... judged ones.

    Args:
        is_relevant: shape (n_judged,). In the order judged.
    """
    return np.concatenate(([0], np.cumsum(is_relevant, dtype=np.int64)))


def check_share(name: str, share: float) -> None:
    """Raise a ValueError unless the share lies between 0 and 1, both excluded."""
    if not 0 < share < 1:
        raise ValueError(f"a {name} lies between 0 and 1, not at {share}")
