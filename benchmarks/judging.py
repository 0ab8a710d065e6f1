"""The judging engine under load, and whether it kept its promises.

Simulated assessors sign in over HTTP and judge with pauses for thought, against gunicorn and
PostgreSQL, while some of them vanish, some send things twice, and web processes are killed. It
works in a database of its own on the server that is at hand, and drops it at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from django.db import connection

from benchmarks.load.runs import Plan, carry_out
from benchmarks.load.scenarios import SCENARIOS, rate_at
from benchmarks.running.command import bench_parser, say
from benchmarks.running.machine import describe_machine

BAR_MS = 150.0


def parser() -> argparse.ArgumentParser:
    scenarios = (f"  {name:10} {scenario.says}" for name, scenario in SCENARIOS.items())
    made = bench_parser("judging", "\n".join([__doc__ or "", *scenarios]))
    add, shown = made.add_argument, "(default: %(default)s)"
    names = [*SCENARIOS, "all"]
    add("--scenario", choices=names, default="real", help=f"one of them, or all {shown}")
    add("--assessors", type=int, default=200, help=f"how many judge at once {shown}")
    add("--pairs", type=int, help="a pool of this many pairs instead of the usual sizes")
    add("--minutes", type=float, help="how long, or how long at most, instead of the usual")
    thought = "seconds of thought a pair, drawn evenly, instead of the usual"
    add("--think", nargs=2, type=float, metavar="S", help=thought)
    add("--seed", type=int, default=1, help=f"of all that is drawn at random {shown}")
    return made


def plans(args: argparse.Namespace) -> Iterator[Plan]:
    for name in SCENARIOS if args.scenario == "all" else [args.scenario]:
        scenario = SCENARIOS[name]
        for pool in scenario.pools_of(args.pairs):
            for habits in scenario.habits_at(args.think):
                yield Plan(
                    scenario=name,
                    n_pairs=pool.n_pairs,
                    minutes=args.minutes or pool.minutes,
                    is_exact=pool.to_the_end,
                    n_assessors=args.assessors,
                    seed=args.seed,
                    dangers=scenario.dangers,
                    habits=habits,
                )


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        servers = f"PostgreSQL {cursor.fetchone()[0]}, gunicorn {version('gunicorn')}"
    sys.stdout.write(f"{describe_machine()}; {servers}\n")
    reports = []
    for plan in plans(args):
        reports.append(carry_out(plan, say))
        sys.stdout.write(f"\n{reports[-1].to_text()}\n")
        sys.stdout.flush()
    if steps := [report for report in reports if report.scenario == "limit"]:
        sys.stdout.write(rate_at(steps, BAR_MS))
    return int(any(any(report.faults.values()) for report in reports))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
