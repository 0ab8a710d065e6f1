from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tabulate import tabulate

from benchmarks.load.latencies import Latencies, away_from, last_tenth, latencies, of
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
    head: str
    seconds: float
    tally: Tally
    verdict: Verdict
    busy: Mapping[str, float]

    @property
    def p95_ms(self) -> float:
        """95th percentile of claims and submits together, without those hit by kills."""
        return self.latencies()[f"{BOTH}, nothing being killed"].p95_ms or 0.0

    @property
    def judgments_a_second(self) -> float:
        return self.verdict.counts["judgments stored"] / self.seconds

    @property
    def faults(self) -> dict[str, int]:
        """Violated guarantees: faults in the database, and responses of 500."""
        errors = self.tally.errors.items()
        n_failures = sum(n for kind, n in errors if kind.endswith(" status 500"))
        return {**self.verdict.faults, "answers of 500": n_failures}

    def latencies(self) -> dict[str, Latencies]:
        """By act, of all and without those hit by kills; and of the last tenth of the judgments.

        There people compete for the remaining pairs, where the run goes on until none is left.
        """
        samples = self.tally.samples
        quiet = away_from(self.tally.kills, QUIET_AFTER_S, samples)
        found = {
            f"{what}, {name}": latencies(of(some, *acts))
            for what, acts in TIMED.items()
            for name, some in (("nothing being killed", quiet), ("overall", samples))
        }
        at_the_end = of(last_tenth(samples), Act.CLAIM, Act.SUBMIT)
        return {**found, f"{BOTH}, last tenth": latencies(at_the_end)}

    def to_text(self) -> str:
        tally, counts, n_requests = self.tally, self.verdict.counts, self.tally.n_requests
        pace = (
            f"{self.seconds:.0f} s, {n_requests} requests ({n_requests / self.seconds:.0f}/s),"
            f" {counts['judgments stored']} judgments ({self.judgments_a_second:.0f}/s),"
            f" {len(tally.kills)} kills"
        )
        rows = [(name, *found) for name, found in self.latencies().items()]
        headers = ["", "n", "p50 ms", "p95 ms", "p99 ms", "max ms"]
        each = {who: 1000 * cores * self.seconds / n_requests for who, cores in self.busy.items()}
        parts = [
            f"## {self.scenario}: {self.head}\n",
            pace,
            tabulate(rows, headers, floatfmt=".0f", tablefmt="pipe", missingval="-"),
            _table("busy cores", self.busy, ".2f"),
            _table("ms of a core a request", each, ".1f"),
            _table("what happened", dict(sorted(tally.events.items()))),
            _table("errors by kind", dict(sorted(tally.errors.items()))),
            _table("in the database", counts),
            _table("must be zero", self.faults),
            *(f"{n} x {answer}" for answer, n in tally.refusals.items()),
        ]
        return "\n\n".join(parts)


def _table(title: str, numbers: Mapping[str, float], floatfmt: str = "") -> str:
    if not numbers:
        return f"{title}: nothing"
    return tabulate(numbers.items(), [title, ""], floatfmt=floatfmt, tablefmt="pipe")
