"""How fast the default bi-encoder encodes passages, by tokens in a batch, as ratios of one run.

`./dev bench encode [N_PASSAGES]`. Texts are generated: 20 to 120 common words each. Rates are per
second of processor time, which a busy machine disturbs less than the clock.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace

from tabulate import tabulate

from benchmarks.running.machine import describe_machine
from regrade.neural.batches import TokenBudget
from regrade.neural.bi_encoder import Tower, load_bi_encoder
from regrade.neural.model_folder import find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.reranker import PassageText

BUDGETS = (64, 256, 512, 1024, 2048, 4096, 8192)
N_PASSAGES = 256
COMMON = (
    "the of and to in a is that for it as was with be by on not he this are or his from at which"
    " but have an had they you were their one all we can her has there been if more when will"
    " would who so no run text query passage model index tree forest river engine"
)
WORDS = COMMON.split()


def make_passages(n: int, *, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(20, 120))) for _ in range(n)]


def measure(tower: Tower, passages: list[PassageText], n_tokens: int) -> float:
    """Passages encoded in a second of processor time."""
    limited = replace(tower, compute=replace(tower.compute, budget=TokenBudget(n_tokens)))
    began = time.process_time()
    limited.encode(passages)
    return len(passages) / (time.process_time() - began)


def main(n_passages: int) -> str:
    import torch

    torch.set_num_threads(1)
    tower = load_bi_encoder(find_model(), find_compute_device("cpu")).passages
    passages = [PassageText("", text) for text in make_passages(n_passages, seed=0)]
    tower.encode(passages[:8])  # the first call allocates
    rates = {n_tokens: measure(tower, passages, n_tokens) for n_tokens in BUDGETS}
    best = max(rates.values())
    rows = [(n_tokens, rate, rate / best) for n_tokens, rate in rates.items()]
    headers = ["tokens in a batch", "passages/cpu-s", "of the best"]
    table = tabulate(rows, headers=headers, floatfmt=".2f")
    return f"{describe_machine()}, {tower.compute.machine}, one thread\n{table}\n"


if __name__ == "__main__":
    sys.stdout.write(main(int(sys.argv[1]) if len(sys.argv) > 1 else N_PASSAGES))
