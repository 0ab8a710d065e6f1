"""Runs under one label set against their baseline: who is ahead, first, and by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from regrade.significance.pairs import difference
from regrade.significance.systems.lead_changes import LeadChange
from regrade.verdict.finding import Finding, claim_of

SILENT = ("unjudged", "no-topic")


class Standing(NamedTuple):
    """All runs in one measure under one label set.

    Attributes:
        findings: of each run against the baseline.
        means: of the baseline and all these runs, by name.
    """

    findings: Sequence[Finding]
    means: Mapping[str, float]

    @property
    def labels(self) -> str:
        return self.findings[0].labels

    @property
    def silent(self) -> frozenset[str]:
        """Runs without a claim: no label, or no topic."""
        return frozenset(one.run for one in self.findings if claim_of(one) in SILENT)

    def among(self, runs: Sequence[str]) -> Standing:
        """The same without other runs."""
        return Standing([one for one in self.findings if one.run in runs], self.means)


class Moves(NamedTuple):
    """How the leads over the baseline change from the first label set to another, by run."""

    labels: str
    changes: Mapping[str, LeadChange]


class Count(NamedTuple):
    """Claims about the runs under one label set, counted.

    `kind` is "" where runs are compared with the baseline, "equivalent" where equivalence is
    tested, of which then `n_ahead` are shown, else why nothing can be said.
    """

    kind: str
    n_ahead: int = 0
    n_behind: int = 0
    n_silent: int = 0


def check_standings(standings: Sequence[Standing]) -> None:
    if not standings or not all(standing.findings for standing in standings):
        raise ValueError("a verdict on all runs needs at least one finding for each label set")
    about = {
        tuple((one.run, one.baseline, one.measure) for one in standing.findings)
        for standing in standings
    }
    if len(about) > 1:
        raise ValueError("the findings under each label set are of the same runs in one order")


def count_claims(standing: Standing) -> Count:
    kinds = [claim_of(one) for one in standing.findings]
    if set(kinds) <= {*SILENT, "untested"}:
        return Count("untested" if "untested" in kinds else kinds[0])
    n_silent = len(standing.silent)
    if standing.findings[0].test.bounds is not None:
        return Count("equivalent", kinds.count("equivalent"), n_silent=n_silent)
    return Count("", kinds.count("lead"), kinds.count("behind"), n_silent)


def labelled_among(everybody: Sequence[str], *standings: Standing) -> list[str]:
    """Those of these runs that have labels under all these label sets."""
    return [run for run in everybody if not any(run in at.silent for at in standings)]


def best_of(standing: Standing, everybody: Sequence[str]) -> tuple[str, ...]:
    sign = -1 if standing.findings[0].lower_is_better else 1
    means = {run: sign * standing.means[run] for run in labelled_among(everybody, standing)}
    most = max(means.values())
    return tuple(run for run, mean in means.items() if not difference(most, mean))


def count_turned(first: Standing, other: Standing, everybody: Sequence[str]) -> int:
    """Pairs whose means stand the other way round; equal means stand in no order."""
    apart = (
        (float(difference(of[a], of[b])) for of in (first.means, other.means))
        for a, b in combinations(everybody, 2)
    )
    return sum(before * after < 0.0 for before, after in apart)


def has_moved(first: Standing, other: Standing) -> bool:
    """Whether any mean differs."""
    return any(float(difference(mean, other.means[run])) for run, mean in first.means.items())


def leads_of(standing: Standing, move: Moves, runs: Sequence[str]) -> dict[str, LeadChange]:
    """Changes of leads, which are positive where the run is better, where they were tested."""
    changes = {run: move.changes[run] for run in runs if move.changes[run].p_value is not None}
    if standing.findings[0].lower_is_better:
        return {run: _turned_round(one) for run, one in changes.items()}
    return changes


def _turned_round(one: LeadChange) -> LeadChange:
    ends = one.interval and (-one.interval[1], -one.interval[0])
    numbers = (-one.before + 0.0, -one.after + 0.0, -one.change + 0.0)
    return LeadChange(one.system, *numbers, one.p_value, ends)


def farthest(leads: Mapping[str, LeadChange], runs: Sequence[str]) -> str:
    return max(runs, key=lambda run: abs(leads[run].change))


def alpha_of(standing: Standing) -> float:
    return standing.findings[0].alpha
