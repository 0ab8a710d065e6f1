"""How fast the packaged bi-encoder encodes passages, by tokens in a batch.

Texts are drawn: 20 to 120 common words each. All sizes are measured in one run, and the median of
some rounds counts. On a processor one thread works, and seconds are its own, which a busy machine
disturbs less than the clock; on a GPU the clock counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.running.command import BenchParser, command_line, print_tables
from benchmarks.running.machine import describe_machine
from benchmarks.running.tables import Table
from regrade.neural.batches import TokenBudget
from regrade.neural.bert_tower import Tower
from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.model_folder import find_model
from regrade.neural.networks import PRECISIONS, find_compute_device
from regrade.neural.reranker import PassageText


class Sizes(NamedTuple):
    """What is measured on a kind of device: tokens of a batch, and passages."""

    budgets: Sequence[int]
    n_passages: int


SIZES = {
    "cpu": Sizes((64, 256, 512, 1024, 2048, 4096, 8192), 256),
    "cuda": Sizes([1 << power for power in range(12, 21)], 16_384),
}
COMMON = (
    "the of and to in a is that for it as was with be by on not he this are or his from at which"
    " but have had an they you were their one all we can her has there been if more when will"
    " would who so no run text query passage model index tree forest river engine"
)
WORDS = COMMON.split()


def parser() -> BenchParser:
    made = BenchParser("encode", __doc__)
    made.add_argument("--device", choices=list(SIZES), default="cpu", help="where (cpu)")
    made.add_argument(
        "--precision", choices=PRECISIONS, default="float32", help="of weights (float32)"
    )
    made.add_argument("--passages", type=int, help="how many (cpu: 256, cuda: 16,384)")
    made.add_option("--rounds", "of which the median counts", 3, type=int)
    made.add_page()
    return made


def make_passages(n: int, *, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(20, 120))) for _ in range(n)]


def of_budget(tower: Tower, n_tokens: int) -> Tower:
    return replace(tower, compute=replace(tower.compute, budget=TokenBudget(n_tokens)))


def rate(tower: Tower, encode: Callable[[], NDArray[np.float32]], n_rounds: int) -> float:
    """Vectors made in a second; they come off the device, so that it is done by then."""
    clock = time.process_time if tower.compute.device.type == "cpu" else time.perf_counter
    seconds = []
    for _ in range(n_rounds):
        began = clock()
        vectors = encode()
        seconds.append(clock() - began)
    return len(vectors) / median(seconds)


def budgets_table(tower: Tower, n_passages: int | None, n_rounds: int) -> Table:
    sizes = SIZES[tower.compute.device.type]
    n = n_passages or sizes.n_passages
    passages = [PassageText("", text) for text in make_passages(n, seed=0)]
    tokens = tower.tokenize(passages)
    tower.encode_tokens(tokens[:1024])  # the first calls allocate and choose kernels
    rates = {
        size: rate(tower, partial(of_budget(tower, size).encode_tokens, tokens), n_rounds)
        for size in sizes.budgets
    }
    best = max(rates.values())
    rows = [(size, found, found / best) for size, found in rates.items()]
    whole = rate(tower, partial(tower.encode, passages), n_rounds)
    note = (
        f"{n:,} passages of {sum(len(text.token_ids) for text in tokens) / n:.0f} tokens,"
        f" tokenized before. With tokenizing, in batches of {tower.compute.budget.n_tokens:,}"
        f" tokens: {whole:,.1f} passages/s."
    )
    headers = ["tokens in a batch", "passages/s", "of the best"]
    return Table("Passages a second, by tokens in a batch", headers, rows, note)


def main(arguments: Sequence[str]) -> int:
    import torch

    args = parser().parse_args(arguments)
    if args.device == "cpu":
        torch.set_num_threads(1)
    compute = find_compute_device(args.device, args.precision)
    tower = load_bi_encoder(find_model(), compute).passages
    assert isinstance(tower, Tower)
    machine = f"{compute.machine}, {compute.dtype}".replace("torch.", "")
    head = f"{describe_machine()}; {machine}; `{command_line('encode', arguments)}`"
    print_tables(head, [budgets_table(tower, args.passages, args.rounds)], args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
