from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tabulate import tabulate

from benchmarks.load.latencies import Latencies, after_kills, last_tenth, latencies, of, outside
from benchmarks.load.tally import Act, Tally
from benchmarks.load.verification import Verdict

QUIET_AFTER_S = 5.0
BOTH = "claim and submit"
TIMED = {
    Act.CLAIM: (Act.CLAIM,),
    Act.SUBMIT: (Act.SUBMIT,),
    BOTH: (Act.CLAIM, Act.SUBMIT),
    Act.FIRST_PAIR: (Act.FIRST_PAIR,),
}


@dataclass(frozen=True)
class Report:
    """One run of a scenario. `busy` is processor time as a share of the run, in cores."""

    scenario: str
    n_pairs: int
    n_assessors: int
    think_s: tuple[float, float]
    seconds: float
    n_requests: int
    n_kills: int
    latencies: dict[str, Latencies]
    events: dict[str, int]
    errors: dict[str, int]
    refusals: dict[str, int]
    counts: dict[str, int]
    faults: dict[str, int]
    busy: dict[str, float]
    cpu_ms: dict[str, float]

    @property
    def p95_ms(self) -> float:
        """95th percentile of claims and submits together, without those hit by kills."""
        return self.latencies[f"{BOTH}, nothing being killed"].p95_ms or 0.0

    @property
    def n_judgments(self) -> int:
        return self.counts["judgments stored"]

    def to_json(self) -> dict[str, Any]:
        timed = {name: found._asdict() for name, found in self.latencies.items()}
        return {**asdict(self), "latencies": timed}

    def to_text(self) -> str:
        parts = [f"## {self.scenario}: {self.n_pairs} pairs, {self.n_assessors} assessors,"]
        parts[0] += f" {self.think_s[0]:g} to {self.think_s[1]:g} s of thought\n"
        parts.append(self._pace())
        rows = [(name, *found) for name, found in self.latencies.items()]
        headers = ["", "n", "p50 ms", "p95 ms", "p99 ms", "max ms"]
        parts.append(tabulate(rows, headers, floatfmt=".0f", tablefmt="pipe", missingval="-"))
        parts += [
            _table("busy cores", self.busy, ".2f"),
            _table("ms of a core a request", self.cpu_ms, ".1f"),
            _table("what happened", self.events),
            _table("errors by kind", self.errors),
            _table("in the database", self.counts),
            _table("must be zero", self.faults),
        ]
        return "\n\n".join([*parts, *(f"{n} x {answer}" for answer, n in self.refusals.items())])

    def _pace(self) -> str:
        return (
            f"{self.seconds:.0f} s, {self.n_requests} requests"
            f" ({self.n_requests / self.seconds:.0f}/s), {self.n_judgments} judgments"
            f" ({self.n_judgments / self.seconds:.0f}/s), {self.n_kills} kills"
        )


def report(
    tally: Tally,
    verdict: Verdict,
    *,
    scenario: str,
    n_assessors: int,
    think_s: tuple[float, float],
    seconds: float,
    busy: Mapping[str, float],
    is_exact: bool,
    n_deadlocks: int,
) -> Report:
    return Report(
        scenario=scenario,
        n_pairs=verdict.counts["pairs"],
        n_assessors=n_assessors,
        think_s=think_s,
        seconds=seconds,
        n_requests=tally.n_requests,
        n_kills=len(tally.kills),
        latencies=_latencies(tally) | (_at_the_end(tally) if is_exact else {}),
        events=dict(sorted(tally.events.items())),
        errors=dict(sorted(tally.errors.items())),
        refusals=dict(tally.refusals),
        counts=verdict.counts,
        faults={**verdict.faults, "deadlocks": n_deadlocks, "answers of 500": _n_failures(tally)},
        busy=dict(busy),
        cpu_ms={who: 1000 * cores * seconds / tally.n_requests for who, cores in busy.items()},
    )


def _latencies(tally: Tally) -> dict[str, Latencies]:
    quiet = outside(tally.samples, after_kills(tally.kills, QUIET_AFTER_S))
    return {
        f"{what}, {name}": latencies(of(samples, *acts))
        for what, acts in TIMED.items()
        for name, samples in (("nothing being killed", quiet), ("overall", tally.samples))
    }


def _at_the_end(tally: Tally) -> dict[str, Latencies]:
    """Latencies over the last tenth of the judgments, when people compete for remaining pairs."""
    waits = of(last_tenth(tally.samples), Act.CLAIM, Act.SUBMIT)
    return {f"{BOTH}, last tenth": latencies(waits)}


def _n_failures(tally: Tally) -> int:
    return sum(n for kind, n in tally.errors.items() if kind.endswith(" status 500"))


def _table(title: str, numbers: Mapping[str, float], floatfmt: str = "") -> str:
    if not numbers:
        return f"{title}: nothing"
    return tabulate(numbers.items(), [title, ""], floatfmt=floatfmt, tablefmt="pipe")
