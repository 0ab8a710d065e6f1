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
from pathlib import Path

import django

django.setup()

from tabulate import tabulate  # noqa: E402

from benchmarks.evaluation.file_sections import (  # noqa: E402
    file_tables,
    import_tables,
    significance_tables,
)
from benchmarks.evaluation.sections import (  # noqa: E402
    Table,
    draw,
    growth_tables,
    peer_tables,
    quality_tables,
    stored_tables,
)
from benchmarks.machine import describe_machine  # noqa: E402
from config import environment  # noqa: E402

PARTS = ("stored", "growth", "peers", "files", "import", "significance", "quality")
WORKLOADS = {"large": "sparse", "small": "graded"}
CHECKOUT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="./dev bench evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, workload in WORKLOADS.items():
        made.add_argument(f"--{name}", action="store_true", help=f"only the {workload} workload")
    for part in PARTS:
        made.add_argument(f"--{part}", action="store_true", help=f"only this part: {part}")
    made.add_argument("--rounds", type=int, default=5, help="how often each is done (default: 5)")
    made.add_argument("--seed", type=int, default=1, help="of the workloads (default: 1)")
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
    data = environment.folder("REGRADE_DATA", CHECKOUT.parent / "shared" / "data")
    if not (data / "trec_dl").is_dir():
        say(f"{data} holds no trec_dl: set REGRADE_DATA to where the runs lie.")
        return
    yield from quality_tables(data, say)


def home() -> Path:
    return environment.folder("REGRADE_HOME", CHECKOUT / ".regrade")


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def to_text(table: Table) -> str:
    rows = [[_cell(value) for value in row] for row in table.rows]
    columns = zip(*table.rows, strict=True)
    align = ["left" if all(isinstance(cell, str) for cell in c) else "right" for c in columns]
    drawn = tabulate(rows, table.headers, "pipe", disable_numparse=True, colalign=align)
    note = f"\n\n{table.note}" if table.note else ""
    return f"### {table.title}\n\n{drawn}{note}\n"


def _cell(value: str | float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.4g}" if isinstance(value, float) else str(value)


def put_into(page: Path, text: str) -> None:
    """Replace what stands between the page's marks."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    told = [f"{describe_machine()}; `{' '.join(['./dev bench evaluate', *arguments])}`\n"]
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
