from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

StandsFor = Literal[
    "text",
    "run",
    "baseline",
    "measure",
    "labels",
    "difference",
    "low",
    "high",
    "p",
    "n_topics",
    "n_tests",
    "bound",
    "unjudged",
]


class Segment(NamedTuple):
    """A piece of a sentence: plain text, a name, or a number with what it is.

    Attributes:
        text: as it is read.
        stands_for: what the text is, "text" for words between.
        value: the number in full precision; None for names and text. Shares are in [0, 1].
        labels: the label set that a number belongs to, "" where it belongs to all.
    """

    text: str
    stands_for: StandsFor = "text"
    value: float | None = None
    labels: str = ""


def plain(segments: Iterable[Segment]) -> str:
    """The sentence as text alone."""
    return "".join(segment.text for segment in segments)


def signed(value: float) -> str:
    """A difference to three decimals with its sign; exactly 0 has none."""
    return _bare(f"{value:+.3f}") if value else ".000"


def unsigned(value: float) -> str:
    """An end of an interval to three decimals."""
    return _bare(f"{value + 0.0:.3f}").replace("-.000", ".000")


def p_text(p: float) -> str:
    """A p-value as it stands in a sentence."""
    return "p < .001" if p < 0.001 else f"p = {_bare(f'{p:.3f}')}"


def percent(share: float) -> str:
    """A share in whole percent; none that is not 0% or 100% is rounded to it."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(round(100 * share), 1), 99)}%"


def _bare(text: str) -> str:
    """Without the zero before the point."""
    return text.replace("0.", ".", 1) if text.lstrip("+-").startswith("0.") else text
