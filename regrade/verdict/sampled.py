"""Labels that are a sample, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Sampled(NamedTuple):
    """What labels are a sample of.

    Attributes:
        n_judged: pairs drawn and judged.
        n_drawable: pairs that could be drawn; None where it is not known.
        measures: names of the measures that the sample was drawn for; empty where not known.
    """

    n_judged: int
    n_drawable: int | None = None
    measures: Sequence[str] = ()

    @property
    def text(self) -> str:
        """As in "estimated from 200 of 724 pairs, drawn for nDCG@10"."""
        if self.n_drawable is None:
            return f"estimated from {self.n_judged:,} drawn pairs"
        drawn_for = f", drawn for {' and '.join(self.measures)}" if self.measures else ""
        return f"estimated from {self.n_judged:,} of {self.n_drawable:,} pairs{drawn_for}"
