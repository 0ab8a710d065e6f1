"""Cross-encoding beside sentence-transformers' CrossEncoder.

A BERT-base with drawn weights scores pairs of drawn words: of lengths that spread as MS MARCO's
do, and of one length each. Both engines are measured in turn in one run; on a processor one thread
works, and seconds are those of the processor, which a busy machine disturbs less than the clock.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.neural.drawn import draw_lengths, save_bert_base
from benchmarks.neural.speed import Contenders, load_contenders, measure
from benchmarks.running.command import print_tables, table_parser
from benchmarks.running.tables import Table
from regrade.neural.networks import PRECISIONS

LENGTHS = (16, 64, 256, 512)
N_SPREAD = {"cpu": 64, "cuda": 16_384}
# What a length is measured on, so that long and short ones take a like time.
N_TOKENS = {"cpu": 2048, "cuda": 1 << 19}


def tables(contenders: Contenders, args: argparse.Namespace) -> Iterator[Table]:
    spread = draw_lengths(N_SPREAD[args.device], args.seed)
    kinds = {f"as long as MS MARCO's, {spread.mean():.0f} tokens on average": spread}
    for length in LENGTHS:
        n_pairs = max(4, N_TOKENS[args.device] // length)
        kinds[f"of {length} tokens each"] = np.full(n_pairs, length)
    rows, differs_by = [], 0.0
    for kind, lengths in kinds.items():
        took, n = measure(contenders, lengths, args.rounds, args.seed), len(lengths)
        rows.append((kind, n / took.ours_s, n / took.peer_s, took.peer_s / took.ours_s))
        differs_by = max(differs_by, took.differs_by)
    note = f"Scores of both differ by {differs_by:.1e} at most."
    headers = ("pairs", "Regrade, pairs/s", "CrossEncoder, pairs/s", "ratio")
    yield Table("Pairs a second", headers, rows, note)


def main(arguments: Sequence[str]) -> int:
    parser = table_parser("rerank", __doc__, rounds=3)
    parser.add_argument("--device", choices=[*N_SPREAD], default="cpu", help="where (cpu)")
    parser.add_argument(
        "--precision", choices=PRECISIONS, default="float32", help="of weights (float32)"
    )
    args = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        save_bert_base(Path(folder))
        contenders = load_contenders(Path(folder), args.device, args.precision)
        compute, peer = contenders.compute, version("sentence-transformers")
        about = f"{compute.machine}, {compute.dtype}; sentence-transformers {peer}"
        made, command = tables(contenders, args), " ".join(["rerank", *arguments])
        print_tables(command, made, args.page, about.replace("torch.", ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
