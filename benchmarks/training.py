"""Training: what it gives on topics that were not trained on, and how fast it is.

Needs the real data (REGRADE_DATA, or ../shared/data). `--learned` trains for some ten minutes;
`--tk` and `--colbert` measure speed beside the libraries.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version

from benchmarks.running.command import chosen, print_tables, table_parser
from benchmarks.running.places import data
from benchmarks.running.tables import Table

PARTS = ("learned", "tk", "colbert")


def tables(parts: Sequence[str], rounds: int, seed: int) -> Iterator[Table]:
    from benchmarks.teaching.learned import learned  # noqa: PLC0415  # torch is slow to import
    from benchmarks.teaching.speed import colbert_speed, tk_speed  # noqa: PLC0415

    if "learned" in parts:
        yield from learned(data(), seed)
    if "tk" in parts:
        yield from tk_speed(data(), rounds, seed)
    if "colbert" in parts:
        yield from colbert_speed(rounds, seed)


def main(arguments: Sequence[str]) -> int:
    args = table_parser("training", __doc__, parts=PARTS, rounds=3).parse_args(arguments)
    packages = ("torch", "transformers", "sentence-transformers")
    about = ", ".join(f"{name} {version(name)}" for name in packages)
    made = tables(chosen(args, PARTS), args.rounds, args.seed)
    print_tables(" ".join(["training", *arguments]), made, args.page, about)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
