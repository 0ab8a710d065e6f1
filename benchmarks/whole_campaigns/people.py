"""Who judges: how each simulated assessor grades, and who does not stay to the end."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import NamedTuple

LENIENCY, NOISE = 0.25, (0.4, 0.8)
LEAVES_WITHIN = (0.1, 0.9)  # of the expected judgments


class Leaving(StrEnum):
    """What becomes of an assessor in the middle, with pairs in hand."""

    LATE = "go off, answer what they had when its leases are over, and go on"
    AT_THE_END = "go off, answer what they had when all is judged"
    VANISH = "go off and never come back"
    WITHDRAW = "withdraw and leave what they judged"


# How many leave how; at least one of each.
SHARES = {
    Leaving.LATE: 0.06,
    Leaving.AT_THE_END: 0.04,
    Leaving.VANISH: 0.04,
    Leaving.WITHDRAW: 0.02,
}


class Person(NamedTuple):
    """How a simulated assessor judges, and when they leave.

    Attributes:
        name: the account.
        leniency: added to a pair's label, in grades.
        noise: standard deviation of what is added at random, in grades.
        leaving: how they leave; None stays until there is nothing left.
        leaves_after: how many answers come before that.
    """

    name: str
    leniency: float
    noise: float
    leaving: Leaving | None = None
    leaves_after: int = 0


def draw_people(n: int, *, n_each: int, seed: int) -> list[Person]:
    """The assessors that a campaign begins with; each is expected to give `n_each` judgments."""
    rng = random.Random(f"{seed} people")
    leaving = [how for how, share in SHARES.items() for _ in range(max(1, round(share * n)))]
    ways = [*leaving, *[None] * (n - len(leaving))][:n]
    rng.shuffle(ways)
    return [
        _draw(f"simulated-{number}", rng)._replace(
            leaving=how, leaves_after=max(1, round(n_each * rng.uniform(*LEAVES_WITHIN)))
        )
        for number, how in enumerate(ways, start=1)
    ]


def draw_stand_ins(n: int, *, first: int, seed: int) -> list[Person]:
    """People who come later and stay, numbered from `first` on."""
    numbers = range(first, first + n)
    return [_draw(f"simulated-{i}", random.Random(f"{seed} stand-in {i}")) for i in numbers]


def _draw(name: str, rng: random.Random) -> Person:
    return Person(name, leniency=rng.gauss(0, LENIENCY), noise=rng.uniform(*NOISE))
