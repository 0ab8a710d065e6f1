"""BM25 beside Anserini, row by row, and beside other engines, second by second.

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
from pathlib import Path

import django

django.setup()

from benchmarks.lexical.corpus import drawn_corpus  # noqa: E402
from benchmarks.lexical.device import gpu_table  # noqa: E402
from benchmarks.lexical.exactness import exact_table  # noqa: E402
from benchmarks.lexical.oracle import OracleMissing, check_java, oracle_jar  # noqa: E402
from benchmarks.lexical.speed import peer_tables  # noqa: E402
from benchmarks.running.command import chosen, print_tables, say, table_parser  # noqa: E402
from benchmarks.running.environments import pinned, python_apart  # noqa: E402
from benchmarks.running.places import CHECKOUT, data, home  # noqa: E402
from benchmarks.running.tables import Table  # noqa: E402

PARTS = ("exact", "peers", "gpu")
REQUIREMENTS = CHECKOUT / "benchmarks" / "requirements-lexical-peers.txt"


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """The parts that were asked for, one after the other; all when none was named."""
    parts = chosen(args, PARTS)
    jar = None if parts == ["gpu"] else find_jar()
    if "exact" in parts and jar is not None:
        yield exact_table(jar, data(), home(), args.passages, args.seed, say)
    corpus = drawn_corpus(home(), args.passages, args.seed)
    if "peers" in parts:
        python = python_apart(home() / "lexical-peers", REQUIREMENTS, say)
        yield from peer_tables(home(), corpus, python, jar, args.rounds, say)
    if "gpu" in parts:
        yield gpu_table(corpus, args.rounds)


def find_jar() -> Path | None:
    """Anserini's jar; None, with the reason on standard error, where it cannot be had or run."""
    try:
        check_java()
        return oracle_jar(home(), say)
    except OracleMissing as missing:
        say(f"{missing} Its figures are left out.")
        return None


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("bm25", __doc__, parts=PARTS, rounds=3)
    size = "of the drawn corpus (default: %(default)s)"
    parser.add_argument("--passages", type=int, default=500_000, help=size)
    args = parser.parse_args(arguments)
    others = ", ".join(line.replace("==", " ") for line in pinned(REQUIREMENTS))
    versions = f"{others}, Lucene 9.9 in Anserini 0.24"
    print_tables(" ".join(["bm25", *arguments]), tables(args), args.page, versions)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
