"""BM25 beside Lucene, digit by digit, and beside other engines, second by second.

The corpus is drawn from a seed: 500,000 passages of some 44 terms, 1,000 queries of 6 terms each,
all split at blanks, so that no engine's analyzer has a part in it. --exact compares every row with
Anserini's, there and on the small collections of REGRADE_DATA; it needs Java. Other engines are
installed at first use in an environment apart, under REGRADE_HOME, each runs in a process of its
own, and all by turns.

Without an option it does all of it. Times are medians over rounds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import django

django.setup()

from benchmarks.lexical.device import gpu_table  # noqa: E402
from benchmarks.lexical.exactness import exact_tables  # noqa: E402
from benchmarks.lexical.oracle import OracleMissing, java_version, oracle_jar  # noqa: E402
from benchmarks.lexical.speed import Surroundings, growth_table, peer_tables  # noqa: E402
from benchmarks.running.command import BenchParser, command_line, print_tables, say  # noqa: E402
from benchmarks.running.environments import pinned, python_apart  # noqa: E402
from benchmarks.running.machine import describe_machine  # noqa: E402
from benchmarks.running.places import CHECKOUT, data, home  # noqa: E402
from benchmarks.running.tables import Table  # noqa: E402

PARTS = ("exact", "peers", "growth", "gpu")
SIZES = (10_000, 100_000, 500_000, 2_000_000)
REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-lexical-peers.txt"


def parser() -> argparse.ArgumentParser:
    made = BenchParser("bm25", __doc__)
    for part in PARTS:
        made.add_argument(f"--{part}", action="store_true", help=f"only this part: {part}")
    made.add_option("--rounds", "how often each is done", 3, type=int)
    made.add_option("--seed", "of the corpora", 1, type=int)
    made.add_option("--passages", "of the drawn corpus", 500_000, type=int)
    made.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=SIZES,
        help="of the corpora that growth is shown on (default: 10000 100000 500000 2000000)",
    )
    made.add_page()
    return made


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """The parts that were asked for, one after the other; all when none was named."""
    parts = [part for part in PARTS if getattr(args, part)] or list(PARTS)
    around = surroundings(args, needs_peers="peers" in parts)
    if "exact" in parts and around.jar is not None:
        yield from exact_tables(around.jar, data(), around.home, args.passages, args.seed, say)
    if "peers" in parts:
        yield from peer_tables(around, args.passages)
    if "growth" in parts:
        yield growth_table(around, args.sizes)
    if "gpu" in parts:
        yield gpu_table(around, args.passages)


def surroundings(args: argparse.Namespace, *, needs_peers: bool) -> Surroundings:
    """Java, the oracle and the other engines, where available; reports what is missing."""
    try:
        java_version()
        jar = oracle_jar(home(), say)
    except OracleMissing as missing:
        say(f"{missing} What it would show is left out.")
        jar = None
    folder = home() / "lexical-peers"
    python = python_apart(folder, REQUIREMENTS, say) if needs_peers else None
    return Surroundings(home(), python, jar, args.seed, args.rounds, say)


def versions() -> str:
    """The other engines' versions, as their requirements pin them."""
    return ", ".join(line.replace("==", " ") for line in pinned(REQUIREMENTS))


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    command = command_line("bm25", arguments)
    head = f"{describe_machine()}; {versions()}, Lucene 9.9 in Anserini 0.24; `{command}`"
    print_tables(head, tables(args), args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
