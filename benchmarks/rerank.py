"""Cross-encoding beside sentence-transformers' CrossEncoder, and beside the device's own limit.

A BERT-base with drawn weights scores pairs of drawn words: of lengths that spread as MS MARCO's
do, and of one length each. All that a table compares was measured in turn in one run; on a
processor one thread works, and seconds are those of the processor, which a busy machine disturbs
less than the clock. The ceiling is the rate of plain matrix products of BERT-base's shapes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np

from benchmarks.neural.drawn import draw_lengths, save_bert_base
from benchmarks.neural.figure import Line, line_chart
from benchmarks.neural.speed import (
    Contenders,
    load_contenders,
    measure,
    moves_with_its_batch,
    share_of_ceiling,
)
from benchmarks.running.command import BenchParser, command_line, print_tables
from benchmarks.running.machine import describe_machine
from benchmarks.running.tables import Cell, Table
from regrade.neural.networks import PRECISIONS

LENGTHS = (16, 32, 64, 128, 256, 512)
# What a length is measured on, so that long and short ones take a like time.
TOKENS_CPU, TOKENS_GPU = 2048, 1 << 19


def parser() -> argparse.ArgumentParser:
    made = BenchParser("rerank", __doc__)
    made.add_argument("--device", choices=["cpu", "cuda"], default="cpu", help="where (cpu)")
    made.add_argument(
        "--precision", choices=PRECISIONS, default="float32", help="of weights (float32)"
    )
    made.add_argument("--pairs", type=int, help="of spread lengths (cpu: 64, cuda: 16,384)")
    made.add_option("--rounds", "of which the median counts", 3, type=int)
    made.add_argument("--figure", type=Path, metavar="FILE", help="write the figure as SVG")
    made.add_page()
    return made


def spread_table(contenders: Contenders, n_pairs: int, rounds: int) -> Table:
    lengths = draw_lengths(n_pairs, seed=1)
    rates = measure(contenders, lengths, rounds)
    few = lengths[:16]
    rows: list[list[Cell]] = [
        ["Regrade", n_pairs / rates.ours_s, share_of_ceiling(rates, lengths), 1.0],
        [
            "CrossEncoder",
            n_pairs / rates.peer_s,
            share_of_ceiling(rates._replace(ours_s=rates.peer_s), lengths),
            rates.ours_s / rates.peer_s,
        ],
    ]
    note = (
        f"{n_pairs:,} pairs of {lengths.mean():.0f} tokens on average; plain matrix products "
        f"make {rates.ceiling / 1e9:,.1f} GFLOP/s. The two scores of a "
        f"pair differ by at most {rates.differs_by:.1e}; Regrade's, for {len(few)} of the pairs'"
        f" lengths, change by at most {moves_with_its_batch(contenders, few):.1e} with the rest of"
        " their batch."
    )
    headers = ["", "pairs/s", "of the ceiling", "of Regrade's speed"]
    return Table("Pairs as long as MS MARCO's", headers, rows, note)


def lengths_table(contenders: Contenders, rounds: int) -> Table:
    n_tokens = TOKENS_CPU if contenders.compute.device.type == "cpu" else TOKENS_GPU
    rows: list[list[Cell]] = []
    for length in LENGTHS:
        lengths = np.full(max(4, n_tokens // length), length)
        rates = measure(contenders, lengths, rounds)
        ours, peer = len(lengths) / rates.ours_s, len(lengths) / rates.peer_s
        rows.append([length, ours, peer, ours / peer, share_of_ceiling(rates, lengths)])
    headers = ["tokens", "Regrade, pairs/s", "CrossEncoder, pairs/s", "ratio", "of the ceiling"]
    return Table("Pairs of one length", headers, rows)


def draw(table: Table, path: Path) -> None:
    tokens, ours, peer = ([float(row[column] or 0) for row in table.rows] for column in (0, 1, 2))
    lines = [Line("Regrade", tokens, ours), Line("CrossEncoder", tokens, peer)]
    drawn = line_chart(lines, title="BERT-base, pairs per second", x="tokens of a pair")
    path.write_text(drawn, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        save_bert_base(Path(folder))
        contenders = load_contenders(Path(folder), args.device, args.precision)
        print_tables(_head(contenders, arguments), tables(contenders, args), args.page)
    return 0


def tables(contenders: Contenders, args: argparse.Namespace) -> Iterator[Table]:
    n_pairs = args.pairs or (64 if args.device == "cpu" else 16_384)
    yield spread_table(contenders, n_pairs, args.rounds)
    by_length = lengths_table(contenders, args.rounds)
    if args.figure:
        draw(by_length, args.figure)
    yield by_length


def _head(contenders: Contenders, arguments: Sequence[str]) -> str:
    peer = f"sentence-transformers {version('sentence-transformers')}"
    compute = contenders.compute
    return (
        f"{describe_machine()}; {compute.machine}, {compute.dtype}".replace("torch.", "")
        + f"; {peer}; `{command_line('rerank', arguments)}`"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
