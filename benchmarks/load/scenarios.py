"""The runs that `./dev bench judging` knows by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.load.assessor import Habits
from benchmarks.load.dangers import Dangers
from benchmarks.load.report import Report


class Pool(NamedTuple):
    """Its size, for how many minutes, at most, and whether it is judged until nothing is left."""

    n_pairs: int
    minutes: float
    to_the_end: bool = False


class Scenario(NamedTuple):
    """Pools, each judged once with each of the habits."""

    says: str
    pools: tuple[Pool, ...]
    habits: tuple[Habits, ...] = (Habits(),)
    dangers: Dangers = Dangers()

    def pools_of(self, n_pairs: int | None) -> Sequence[Pool]:
        """Those of the scenario, or one of another size, for as long as the longest."""
        if n_pairs is None:
            return self.pools
        usual = {pool.n_pairs: pool for pool in self.pools}
        longest = max(pool.minutes for pool in self.pools)
        return [usual.get(n_pairs, Pool(n_pairs, longest, self.pools[0].to_the_end))]

    def habits_at(self, think_s: Sequence[float] | None) -> Sequence[Habits]:
        """Those of the scenario, or the same with other seconds of thought, each once."""
        if think_s is None:
            return self.habits
        least, most = think_s
        return list(dict.fromkeys(one._replace(think_s=(least, most)) for one in self.habits))


# As long as people look at a passage, and twice as fast: 30 and 60 judgments a second of 200.
AT_EASE, IN_A_HURRY = Habits(think_s=(3.0, 10.0)), Habits(think_s=(1.6, 4.9))
FASTER = ((3.0, 10.0), (2.0, 6.0), (1.5, 4.5), (1.0, 3.0), (0.8, 2.4), (0.6, 1.9), (0.5, 1.5))
SCENARIOS = {
    "real": Scenario(
        "200 people at 30 and at 60 judgments a second; 1,500 pairs to the end, 24,000, 1,000,000",
        (Pool(1_500, 15, to_the_end=True), Pool(24_000, 1.5), Pool(1_000_000, 1.5)),
        habits=(AT_EASE, IN_A_HURRY),
    ),
    "lecture": Scenario(
        "200 people, signed in before, open the page within 3 s; the same pools",
        (Pool(1_500, 0.4), Pool(24_000, 0.4), Pool(1_000_000, 0.4)),
        habits=(AT_EASE._replace(arrive_within_s=3.0, fills_hand=True),),
    ),
    "limit": Scenario(
        "faster and faster, until people wait; 24,000 pairs",
        (Pool(24_000, 0.75),),
        habits=tuple(Habits(think_s=think_s) for think_s in FASTER),
    ),
    "hazards": Scenario(
        "1,500 pairs to the end at 60 judgments a second and faster, people with two tabs,"
        "\n             while the web server, PostgreSQL (at hand: all its databases) and the"
        "\n             broker are killed",
        (Pool(1_500, 30, to_the_end=True),),
        habits=(IN_A_HURRY._replace(other_tab=0.05), Habits(other_tab=0.05)),
        dangers=Dangers(web_s=30, database_s=45, broker_s=40),
    ),
}


def rate_at(steps: Sequence[Report], bar_ms: float) -> str:
    """Between which rates of judgments the 95th percentile of claims and submits passes a bar."""
    waits = [(step.judgments_a_second, step.p95_ms) for step in steps]
    within = [rate for rate, p95_ms in waits if p95_ms <= bar_ms]
    beyond = [rate for rate, p95_ms in waits if p95_ms > bar_ms]
    said = f"\np95 of claims and submits is within {bar_ms:.0f} ms at"
    at = f"{max(within):.0f} judgments a second" if within else "no rate that was tried"
    end = f", and beyond it at {min(beyond):.0f}" if beyond else ", the highest that was tried"
    return f"{said} {at}{end}.\n"
