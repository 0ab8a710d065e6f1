"""Training: what it gives on topics that were not trained on, and how fast it is.

Needs the real data (REGRADE_DATA, or ../shared/data). `--learned` trains for some twenty minutes;
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


def tables(part: str, rounds: int, seed: int) -> Iterator[Table]:
    from benchmarks.teaching.learned import learned  # noqa: PLC0415  # torch is slow to import
    from benchmarks.teaching.speed import colbert_speed, tk_speed  # noqa: PLC0415

    if part == "learned":
        return learned(data(), seed)
    return tk_speed(data(), rounds, seed) if part == "tk" else colbert_speed(rounds, seed)


def main(arguments: Sequence[str]) -> int:
    args = table_parser("training", __doc__, parts=PARTS, rounds=3).parse_args(arguments)
    packages = ("torch", "transformers", "sentence-transformers")
    about = ", ".join(f"{name} {version(name)}" for name in packages)
    for part in chosen(args, PARTS):
        made = tables(part, args.rounds, args.seed)
        print_tables(f"training --{part} --rounds {args.rounds}", made, args.page, about, part=part)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
