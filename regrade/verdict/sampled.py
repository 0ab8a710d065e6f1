"""Labels that are a sample, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Sampled(NamedTuple):
    """The pairs that labels were drawn from, and how many.

    Attributes:
        n_judged: pairs drawn and judged.
        n_drawable: pairs that could be drawn; None where it is not known.
        measures: names of the measures that the sample was drawn for; empty where not known.
        text: as in "estimated from 200 of 724 pairs, drawn for nDCG@10".
    """

    n_judged: int
    n_drawable: int | None
    measures: Sequence[str]
    text: str


def sampled_of(
    n_judged: int, n_drawable: int | None = None, measures: Sequence[str] = ()
) -> Sampled:
    """The sample with its text."""
    if n_drawable is None:
        text = f"estimated from {n_judged:,} drawn pairs"
    else:
        text = f"estimated from {n_judged:,} of {n_drawable:,} pairs"
    if measures:
        text += f", drawn for {' and '.join(measures)}"
    return Sampled(n_judged, n_drawable, measures, text)
