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

from benchmarks.evaluation.file_sections import (  # noqa: E402
    file_tables,
    import_tables,
    significance_tables,
)
from benchmarks.evaluation.sections import (  # noqa: E402
    draw,
    growth_tables,
    peer_tables,
    quality_tables,
    stored_tables,
)
from benchmarks.running.command import BenchParser, command_line, print_tables, say  # noqa: E402
from benchmarks.running.machine import describe_machine  # noqa: E402
from benchmarks.running.places import data, home  # noqa: E402
from benchmarks.running.tables import Table  # noqa: E402

PARTS = ("stored", "growth", "peers", "files", "import", "significance", "quality")
WORKLOADS = {"large": "sparse", "small": "graded"}


def parser() -> argparse.ArgumentParser:
    made = BenchParser("evaluate", __doc__)
    for name, workload in WORKLOADS.items():
        made.add_argument(f"--{name}", action="store_true", help=f"only the {workload} workload")
    for part in PARTS:
        made.add_argument(f"--{part}", action="store_true", help=f"only this part: {part}")
    made.add_option("--rounds", "how often each is done", 5, type=int)
    made.add_option("--seed", "of the workloads", 1, type=int)
    made.add_page()
    return made


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """The parts that were asked for, one after the other; all when none was named."""
    parts = [part for part in PARTS if getattr(args, part)] or list(PARTS)
    names = [w for name, w in WORKLOADS.items() if getattr(args, name)] or WORKLOADS.values()
    for workload in (draw(name, args.seed) for name in names):
        if "stored" in parts:
            yield from stored_tables(workload, args.rounds, say)
        if "peers" in parts:
            yield from peer_tables(workload, home(), args.rounds, say)
        if "files" in parts:
            yield from file_tables(workload, args.rounds, say)
        if "import" in parts and workload.shape.name == "sparse":
            yield from import_tables(workload, args.rounds, say)
    if "growth" in parts:
        yield from growth_tables(args.seed, args.rounds, say)
    if "significance" in parts:
        yield from significance_tables(args.rounds, say)
    if "quality" in parts:
        yield from _quality()


def _quality() -> Iterator[Table]:
    if not (data() / "trec_dl").is_dir():
        say(f"{data()} holds no trec_dl: set REGRADE_DATA to where the runs lie.")
        return
    yield from quality_tables(data(), say)


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    head = f"{describe_machine()}; `{command_line('evaluate', arguments)}`"
    print_tables(head, tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
