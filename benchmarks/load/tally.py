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


class Acknowledged(NamedTuple):
    """A judgment that the server acknowledged as stored."""

    client_key: str
    judgment_id: int
    username: str
    grade: int | None


@dataclass
class Tally:
    """Samples and errors of the simulated assessors; times are on the monotonic clock."""

    samples: list[Sample] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    kills: list[float] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    n_requests: int = 0

    def done(self, act: Act, began: float) -> None:
        self.samples.append(Sample(act, began, time.monotonic()))

    def refused(self, act: Act, kind: str, body: str) -> None:
        """Count a failed attempt; keeps the first twenty different answers."""
        self.errors[f"{act} {kind}"] += 1
        answer = f"{act} {kind}: {body[:300]}"
        if body and (answer in self.refusals or len(self.refusals) < 20):
            self.refusals[answer] += 1

    def forget_times(self) -> None:
        """Reset timings, events and errors; keep acknowledged judgments."""
        self.samples, self.n_requests = [], 0
        self.events.clear()
        self.errors.clear()
