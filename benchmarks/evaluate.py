"""Scores at speed: stored runs under stored labels, beside other tools, and whether they agree.

Two workloads are drawn from a seed: sparse, 6,980 topics x 1,000 passages with about one label a
topic, as MS MARCO's; and graded, 54 topics x 1,000 with 205 labels a topic, as TREC Deep
Learning's. Five measures: RR@10, P@10, nDCG@10, AP, R@1000. Other tools get them as files, each in
a process of its own; they are installed at first use in an environment apart, under REGRADE_HOME.
Stored runs lie in a database of the benchmark's own on the server at hand, which it drops.

Without an option it does all of it. Times are medians of the clock over rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import django

django.setup()

from benchmarks.evaluation.import_run import import_table  # noqa: E402
from benchmarks.evaluation.peers import peer_tables  # noqa: E402
from benchmarks.evaluation.significance import significance_table  # noqa: E402
from benchmarks.evaluation.stored import growth_table, stored_table  # noqa: E402
from benchmarks.evaluation.workloads import draw  # noqa: E402
from benchmarks.running.command import chosen, print_tables, say, table_parser  # noqa: E402
from benchmarks.running.tables import Table  # noqa: E402

PARTS = ("stored", "peers", "import", "growth", "significance")
WORKLOADS = {"large": "sparse", "small": "graded"}


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """The parts that were asked for, one after the other; all when none was named."""
    parts = chosen(args, PARTS)
    for workload in (draw(WORKLOADS[size], args.seed) for size in chosen(args, [*WORKLOADS])):
        if "stored" in parts:
            yield stored_table(workload, args.rounds, say)
        if "peers" in parts:
            yield from peer_tables(workload, args.rounds, say)
        if "import" in parts and workload.shape.name == "sparse":
            yield import_table(workload, args.rounds, say)
    if "growth" in parts:
        yield growth_table(args.seed, args.rounds, say)
    if "significance" in parts:
        yield significance_table(args.rounds)


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("evaluate", __doc__, parts=PARTS, rounds=5)
    for size, workload in WORKLOADS.items():
        parser.add_argument(f"--{size}", action="store_true", help=f"only the {workload} workload")
    args = parser.parse_args(arguments)
    print_tables(" ".join(["evaluate", *arguments]), tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
