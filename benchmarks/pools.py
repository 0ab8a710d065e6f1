"""Pools that learn: which learner finds relevant passages first, and how long a step takes.

Learners are simulated on small collections with full labels, and on the passages that were judged
for TREC's Deep Learning Tracks of 2019 and 2020. Speed is measured on 100,000 and 1,000,000 texts
made from these passages. `--learners` takes an hour.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from benchmarks.active.learners import learners
from benchmarks.active.speed import speed
from benchmarks.running.command import chosen, print_tables, table_parser
from benchmarks.running.tables import Table

PARTS: dict[str, Callable[[int, int], Table]] = {"learners": learners, "speed": speed}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    for part in chosen(args, [*PARTS]):
        yield PARTS[part](args.rounds, args.seed)


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("pools", __doc__, parts=[*PARTS], rounds=3)
    args = parser.parse_args(arguments)
    print_tables(" ".join(["pools", *arguments]), tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
