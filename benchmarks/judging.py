"""The judging engine under load, and whether it kept its promises.

Simulated assessors sign in over HTTP and judge with pauses for thought, against gunicorn and
PostgreSQL, while some of them vanish, some send things twice, and web processes are killed. It
works in a database of its own on the server that is at hand, and drops it at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tabulate import tabulate

from benchmarks.load.runs import Plan, carry_out
from benchmarks.load.seeding import UNITS
from benchmarks.load.server import AS_USUAL
from benchmarks.load.surroundings import describe_surroundings
from benchmarks.load.tables import Size

# Pairs of the pools, and for how many minutes at most: the judgments of 10,000 pairs would be given
# before five minutes are over, and those who ask for more in vain would be all that is measured.
SCENARIOS = {"latency": {10_000: 2.0, 1_000_000: 5.0}, "exactness": {6_000: 30.0}}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./dev bench judging",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def add(name: str, help_: str, default: float | None = None, **options: object) -> None:
        said = help_ if default is None else f"{help_} (default: {default:g})"
        made.add_argument(name, help=said, default=default, **options)  # type: ignore[arg-type]

    add("--scenario", "one of them instead of both", choices=list(SCENARIOS))
    add("--assessors", "how many judge at once", 200, type=int)
    add("--pairs", "a pool of this many pairs instead of the usual sizes", type=int)
    add("--unit", "hand out whole topics (usual) or single pairs", choices=UNITS)
    add("--pairs-in-topic", "pairs of each topic", 20, type=int)
    add("--judgments", "judgments wanted of each pair", 3, type=int)
    add(
        "--minutes",
        "how long (default: 5, with 10,000 pairs 2); exactness: at most (30)",
        type=float,
    )
    add("--lease", "seconds after which an untouched pair goes to others", 20, type=int)
    add("--kill-every", "seconds between two kills of a web process; 0 for none", 30, type=float)
    add("--gunicorn", "other options of gunicorn than those of ./dev up", metavar="OPTIONS")
    add("--seed", "seed of all that is drawn at random", 1, type=int)
    add("--json", "also write the results to this file", type=Path, metavar="FILE")
    return made


def plans(args: argparse.Namespace) -> Iterator[Plan]:
    for scenario in [args.scenario] if args.scenario else SCENARIOS:
        usual = SCENARIOS[scenario]
        for n_pairs in [args.pairs] if args.pairs else usual:
            yield Plan(
                scenario=scenario,
                size=Size(n_pairs, args.pairs_in_topic, args.judgments),
                minutes=args.minutes or usual.get(n_pairs, max(usual.values())),
                is_exact=scenario == "exactness",
                unit=args.unit or UNITS[0],
                n_assessors=args.assessors,
                seed=args.seed,
                lease_s=args.lease,
                kill_every_s=args.kill_every,
                gunicorn=args.gunicorn or AS_USUAL,
            )


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    surroundings = describe_surroundings()
    sys.stdout.write(tabulate(surroundings.items(), tablefmt="plain") + "\n")
    sys.stdout.flush()
    reports = []
    for plan in plans(args):
        reports.append(carry_out(plan, say))
        sys.stdout.write(f"\n{reports[-1].to_text()}\n")
        sys.stdout.flush()
    if args.json:
        runs = [report.to_json() for report in reports]
        args.json.write_text(json.dumps({"surroundings": surroundings, "runs": runs}, indent=1))
    return int(any(any(report.faults.values()) for report in reports))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
