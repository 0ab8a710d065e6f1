"""The judging engine under load, and whether it kept its promises.

Simulated assessors sign in over HTTP and judge with pauses for thought, against gunicorn and
PostgreSQL, while some of them vanish, some send things twice, and web processes are killed. It
works in a database of its own on the server that is at hand, and drops it at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.load.report import Report
from benchmarks.load.runs import Plan, carry_out
from benchmarks.load.scenarios import SCENARIOS, rate_at
from benchmarks.load.seeding import UNITS
from benchmarks.load.surroundings import describe_surroundings
from benchmarks.load.tables import Size
from benchmarks.running.command import BenchParser, say, show_surroundings, write_json

BAR_MS = 150.0


def parser() -> argparse.ArgumentParser:
    made = BenchParser("judging", f"{__doc__}\n{_scenarios()}")
    add = made.add_option
    add("--scenario", "one of them, usually real, or all", choices=[*SCENARIOS, "all"])
    add("--assessors", "how many judge at once", 200, type=int)
    add("--pairs", "a pool of this many pairs instead of the usual sizes", type=int)
    add("--unit", "serve whole topics (usual) or single pairs", choices=UNITS)
    add("--pairs-in-topic", "pairs of each topic", 20, type=int)
    add("--judgments", "judgments wanted of each pair", 3, type=int)
    add("--minutes", "how long, or how long at most, instead of the usual", type=float)
    add("--think", "seconds of thought a pair, drawn evenly", nargs=2, type=float, metavar="S")
    add("--lease", "seconds after which an untouched pair goes to others", 20, type=int)
    add("--kill-every", "seconds between two kills of a web process; 0 for none", type=float)
    add("--gunicorn", "options of gunicorn beside those of ./dev up", metavar="OPTIONS")
    add("--seed", "seed of all that is drawn at random", 1, type=int)
    add("--json", "also write the results to this file", type=Path, metavar="FILE")
    return made


def _scenarios() -> str:
    return "\n".join(f"  {name:10} {scenario.says}" for name, scenario in SCENARIOS.items())


def plans(args: argparse.Namespace) -> Iterator[Plan]:
    for name in SCENARIOS if args.scenario == "all" else [args.scenario or "real"]:
        scenario = SCENARIOS[name]
        for pool in scenario.pools_of(args.pairs):
            for habits in scenario.habits_at(args.think):
                yield Plan(
                    scenario=name,
                    size=Size(pool.n_pairs, args.pairs_in_topic, args.judgments),
                    minutes=args.minutes or pool.minutes,
                    is_exact=pool.to_the_end,
                    unit=args.unit or UNITS[0],
                    n_assessors=args.assessors,
                    seed=args.seed,
                    lease_s=args.lease,
                    dangers=scenario.dangers_of(args.kill_every),
                    gunicorn=args.gunicorn or "",
                    habits=habits,
                )


def limit(reports: Sequence[Report]) -> str:
    """From which rate on people wait too long; nothing where no scenario looked for it."""
    steps = [report for report in reports if report.scenario == "limit"]
    return rate_at(steps, BAR_MS) if steps else ""


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    surroundings = describe_surroundings()
    show_surroundings(surroundings)
    reports = []
    for plan in plans(args):
        reports.append(carry_out(plan, say))
        sys.stdout.write(f"\n{reports[-1].to_text()}\n")
        sys.stdout.flush()
    sys.stdout.write(limit(reports))
    if args.json:
        write_json(args.json, surroundings, [report.to_json() for report in reports])
    return int(any(any(report.faults.values()) for report in reports))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
