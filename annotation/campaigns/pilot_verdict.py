"""A pilot's agreement rated in one sentence; independent of the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from regrade.counted import counted

# Krippendorff (Content Analysis, 2004, p. 241): rely on variables with alpha from .800 on, and draw
# tentative conclusions from .667 on. He warns against either as a rule for all purposes.
RELIABLE, TENTATIVE = 0.8, 0.667
MIN_PAIRS = 5  # alpha of fewer says nothing
FEW_PAIRS = 20  # and of fewer than these little
MOST_SHOWN = 2
ALPHA, MINUS = "\N{GREEK SMALL LETTER ALPHA}", "\N{MINUS SIGN}"


class PilotLevel(StrEnum):
    TOO_FEW = "too_few"  # or alpha is not defined
    LOW = "low"
    TENTATIVE = "tentative"
    GOOD = "good"


WORDS: Mapping[PilotLevel, str] = {
    PilotLevel.LOW: "low",
    PilotLevel.TENTATIVE: "moderate",
    PilotLevel.GOOD: "good",
}


class DisputedPair(NamedTuple):
    """A pair of the pilot with its grades, ascending."""

    id: int
    query: str
    grades: Sequence[int]

    @property
    def disagreement(self) -> float:
        """Mean squared difference of two of its grades."""
        couples = list(combinations(self.grades, 2))
        return sum((one - other) ** 2 for one, other in couples) / max(len(couples), 1)


class PilotVerdict(NamedTuple):
    """The verdict, and the pairs to look at first: those most disagreed on."""

    level: PilotLevel
    sentence: str
    disputed: Sequence[DisputedPair]


def pilot_verdict(
    alpha: float | None, pairs: Iterable[DisputedPair], *, n_assessors: int, is_ahead: bool = True
) -> PilotVerdict:
    """The verdict on a pilot by Krippendorff's alpha, such as "Agreement is low (alpha 0.21 over 5
    pairs by 3 assessors): look at these 2 pairs before you open."

    Args:
        alpha: ordinal, of these pairs; None where it is not defined.
        pairs: those with two grades or more.
        n_assessors: how many gave a grade.
        is_ahead: whether the campaign is still to be opened.
    """
    shared = list(pairs)
    n = len(shared)
    if n < MIN_PAIRS:
        sentence = f"Too few judgments yet: {_with_two_grades(n)}, and a verdict takes {MIN_PAIRS}."
        return PilotVerdict(PilotLevel.TOO_FEW, sentence, ())
    if alpha is None:
        sentence = f"All grades of {counted(n, 'pair')} are the same, so agreement cannot be rated."
        return PilotVerdict(PilotLevel.TOO_FEW, sentence, ())
    level = _level(alpha)
    apart = sorted((one for one in shared if one.disagreement), key=lambda one: -one.disagreement)
    disputed = () if level == PilotLevel.GOOD else tuple(apart[:MOST_SHOWN])
    of = f"{counted(n, 'pair')} by {counted(n_assessors, 'assessor')}"
    found = f"Agreement is {WORDS[level]} ({ALPHA} {_shown(alpha)} over {of})"
    if disputed and is_ahead:
        these = "this pair" if len(disputed) == 1 else f"these {len(disputed)} pairs"
        found += f": look at {these} before you open"
    few = f" With so few pairs, {ALPHA} is only a rough guide." if n < FEW_PAIRS else ""
    return PilotVerdict(level, f"{found}.{few}", disputed)


def _with_two_grades(n: int) -> str:
    return f"{counted(n, 'pair')} {'has' if n == 1 else 'have'} two grades"


def _level(alpha: float) -> PilotLevel:
    if alpha >= RELIABLE:
        return PilotLevel.GOOD
    return PilotLevel.TENTATIVE if alpha >= TENTATIVE else PilotLevel.LOW


def _shown(alpha: float) -> str:
    """With two decimals; what falls short of 1 never reads as 1."""
    shown = f"{alpha:.2f}".replace("-", MINUS)
    return "above 0.995" if alpha < 1 and shown == "1.00" else shown
