from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Act(StrEnum):
    SIGN_IN = "sign in"
    CONSENT = "consent"
    CLAIM = "claim"
    SUBMIT = "submit"
    PAGE = "page"
    EARLIER = "own judgments"
    FIRST_PAIR = "first pair"  # from opening the page to the answer with pairs


class Sample(NamedTuple):
    """An act from its first try to its success, on the monotonic clock."""

    act: Act
    began: float
    ended: float
    n_tries: int


class Acknowledged(NamedTuple):
    """A judgment that the server said it has stored."""

    client_key: str
    judgment_id: int
    username: str
    grade: int | None


@dataclass
class Tally:
    """What happened to the simulated assessors; times are on the monotonic clock."""

    samples: list[Sample] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    kills: list[float] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    refusals: list[str] = field(default_factory=list)
    n_requests: int = 0

    def done(self, act: Act, began: float, n_tries: int) -> None:
        self.samples.append(Sample(act, began, time.monotonic(), n_tries))

    def refused(self, act: Act, kind: str, body: str) -> None:
        """Note a failed try; of the answers themselves the first twenty are kept."""
        self.errors[f"{act} {kind}"] += 1
        if body and len(self.refusals) < 20:
            self.refusals.append(f"{act} {kind}: {body[:300]}")

    def forget_times(self) -> None:
        """Begin anew but for what was acknowledged: the clock runs from here on."""
        self.samples, self.n_requests = [], 0
        self.events.clear()
        self.errors.clear()
