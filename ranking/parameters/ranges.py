"""Ranges of numeric options, for commands and requests alike."""

from __future__ import annotations

import math
from typing import NamedTuple

from ranking.exceptions import RankingError


class OutOfRange(RankingError):
    """A parameter is out of range; `field` says which."""

    code = "out_of_range"

    def __init__(self, field: str, rule: str) -> None:
        self.rule = rule
        super().__init__(self.sentence_for(field.rpartition(".")[2]), field=field)

    def sentence_for(self, name: str) -> str:
        """The sentence, with the name by which the user knows the parameter."""
        return f"{name} must be {self.rule}."


class Range(NamedTuple):
    """The numbers from `low` to `high`, both included; no `high` means any."""

    low: int
    high: int | None = None
    is_whole: bool = False

    def __str__(self) -> str:
        kind = "a whole number" if self.is_whole else "a number"
        if self.high is None:
            return f"{kind} of at least {self.low}"
        return f"{kind} from {self.low} to {self.high:,}"

    def check(self, field: str, value: float) -> None:
        """Check that the value is a number in the range.

        Raises:
            OutOfRange: it names the field, the range and the value.
        """
        if not self.low <= value <= (math.inf if self.high is None else self.high):
            raise OutOfRange(field, f"{self}, not {value:g}")


DEPTH = PAIRS = Range(1, is_whole=True)
# Far beyond it float32 rounds every score to 0.
K1 = Range(0, 1000)
B = Range(0, 1)
FB_TERMS = FB_DOCS = Range(1, is_whole=True)
ORIGINAL_QUERY_WEIGHT = Range(0, 1)
RRF_K = Range(0, is_whole=True)
