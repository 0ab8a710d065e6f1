"""Pools that learn: what strategies find, which rules stop in time, how long a step takes.

Strategies, stopping rules and learners are simulated on small collections with full labels, and
on passages that were judged for TREC's Deep Learning Tracks of 2019 and 2020. Speed is measured
on 100,000 and 1,000,000 texts made from these passages. The first simulation takes an hour; its
orders are kept under REGRADE_HOME. `--learners` takes another hour and runs only where it is
named. `--rules` also compares the rules with the code of other groups, which it installs apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.active.figures import draw_recalls
from benchmarks.active.learners import learners
from benchmarks.active.rules import rules
from benchmarks.active.speed import speed
from benchmarks.active.tables import strategies
from benchmarks.running.command import print_tables, say, table_parser
from benchmarks.running.tables import Table
from benchmarks.stopping import comparing

PARTS: dict[str, Callable[[int, int], Iterable[Table]]] = {
    "strategies": strategies,
    "rules": lambda _, seed: _rules(seed),
    "learners": lambda rounds, seed: [learners(rounds, seed)],
    "speed": lambda rounds, seed: [speed(rounds, seed)],
}
DEFAULT = ("strategies", "rules", "speed")


def _rules(seed: int) -> Iterator[Table]:
    yield from rules(seed)
    try:
        yield comparing.table(say)
    except comparing.OraclesMissing as missing:
        say(f"No comparison with other code: {missing}")


def chosen_parts(args: argparse.Namespace) -> Sequence[str]:
    return [part for part in PARTS if getattr(args, part)] or DEFAULT


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("pools", __doc__, parts=[*PARTS], rounds=3)
    args = parser.parse_args(arguments)
    for part in chosen_parts(args):
        tables = PARTS[part](args.rounds, args.seed)
        print_tables(f"pools --{part} --rounds {args.rounds}", tables, args.page, part=part)
        if args.page and part == "strategies":
            draw_recalls(args.page.parent / "figures", args.rounds, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
