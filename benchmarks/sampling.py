"""Whether samples by design say the truth, and what they save: simulated on full labels.

TREC's Deep Learning Tracks of 2019 and 2020 with eight runs each, passages without a label as not
relevant. Every part draws samples again and again from a seed, and compares estimates with what
all labels say. Without an option it does all of it, which takes a while: `--draws 100` is quicker.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from benchmarks.running.command import chosen, print_tables, table_parser
from benchmarks.running.tables import Table
from benchmarks.samples import beyond, speed
from benchmarks.samples import tables as simulated

PARTS: dict[str, Callable[[int, int], Table]] = {
    "coverage": simulated.coverage,
    "saving": simulated.saving,
    "topics": simulated.topics_like_these,
    "shares": simulated.shares_of_union,
    "priors": simulated.priors,
    "votes": simulated.votes,
    "stopping": simulated.any_time,
    "many": simulated.eight_runs,
    "older": beyond.older_labels,
    "ap": beyond.average_precision,
    "small": beyond.small_collections,
    "portions": beyond.small_shares,
    "speed": lambda _, seed: speed.speed(5, seed),
}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    for part in chosen(args, [*PARTS]):
        yield PARTS[part](args.draws, args.seed)


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("sampling", __doc__, parts=[*PARTS], rounds=1)
    parser.add_argument(
        "--draws", type=int, default=1000, help="samples of each question (default: %(default)s)"
    )
    args = parser.parse_args(arguments)
    print_tables(" ".join(["sampling", *arguments]), tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
