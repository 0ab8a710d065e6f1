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
from pathlib import Path

import django

django.setup()

from benchmarks.evaluate import put_into  # noqa: E402
from benchmarks.lexical.analysis import PASSAGES, analysis_table  # noqa: E402
from benchmarks.lexical.device import gpu_table  # noqa: E402
from benchmarks.lexical.environment import REQUIREMENTS, peers_python  # noqa: E402
from benchmarks.lexical.exactness import exact_tables  # noqa: E402
from benchmarks.lexical.oracle import OracleMissing, java_version, oracle_jar  # noqa: E402
from benchmarks.lexical.speed import Surroundings, growth_table, peer_tables  # noqa: E402
from benchmarks.lexical.tables import Table, to_text  # noqa: E402
from benchmarks.machine import describe_machine  # noqa: E402
from config import environment  # noqa: E402

PARTS = ("exact", "peers", "analysis", "growth", "gpu")
SIZES = (10_000, 100_000, 500_000, 2_000_000)
CHECKOUT = Path(__file__).resolve().parents[1]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./dev bench bm25",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for part in PARTS:
        made.add_argument(f"--{part}", action="store_true", help=f"only this part: {part}")
    made.add_argument("--rounds", type=int, default=3, help="how often each is done (default: 3)")
    made.add_argument("--seed", type=int, default=1, help="of the corpora (default: 1)")
    made.add_argument(
        "--passages", type=int, default=500_000, help="of the drawn corpus (default: 500000)"
    )
    made.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=SIZES,
        help="of the corpora that growth is shown on (default: 10000 100000 500000 2000000)",
    )
    made.add_argument(
        "--page",
        type=Path,
        metavar="FILE",
        help="also put the tables into this page, between its marks",
    )
    return made


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """The parts that were asked for, one after the other; all when none was named."""
    parts = [part for part in PARTS if getattr(args, part)] or list(PARTS)
    data = environment.folder("REGRADE_DATA", CHECKOUT.parent / "shared" / "data")
    around = surroundings(args, needs_peers=bool({"peers", "analysis"} & set(parts)))
    if "exact" in parts and around.jar is not None:
        yield from exact_tables(around.jar, data, around.home, args.passages, args.seed, say)
    if "peers" in parts:
        yield from peer_tables(around, args.passages)
    if "analysis" in parts and (data / PASSAGES).is_file():
        yield analysis_table(data, around)
    if "growth" in parts:
        yield growth_table(around, args.sizes)
    if "gpu" in parts:
        yield gpu_table(around, args.passages)


def surroundings(args: argparse.Namespace, *, needs_peers: bool) -> Surroundings:
    """What is at hand; what is missing is said, and its rows stay away."""
    home = environment.folder("REGRADE_HOME", CHECKOUT / ".regrade")
    try:
        java_version()
        jar = oracle_jar(home, say)
    except OracleMissing as missing:
        say(f"{missing} What it would show is left out.")
        jar = None
    python = peers_python(home, say) if needs_peers else None
    return Surroundings(home, python, jar, args.seed, args.rounds, say)


def versions() -> str:
    """The other engines' versions, as their requirements pin them."""
    lines = (line.partition("#")[0].strip() for line in REQUIREMENTS.read_text().splitlines())
    return ", ".join(line.replace("==", " ") for line in lines if line)


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    command = " ".join(["./dev bench bm25", *arguments])
    told = [f"{describe_machine()}; {versions()}, Lucene 9.9 in Anserini 0.24; `{command}`\n"]
    sys.stdout.write(f"{told[0]}\n")
    for table in tables(args):
        told.append(to_text(table))
        sys.stdout.write(f"{told[-1]}\n")
        sys.stdout.flush()
    if args.page:
        put_into(args.page, "\n".join(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
