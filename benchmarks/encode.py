"""How fast the default bi-encoder encodes passages, by batch size, as ratios within one run.

`./dev bench encode [N_PASSAGES]`. Texts are generated: 20 to 120 common words each. Rates are per
second of processor time, which a busy machine disturbs less than the clock.
"""

from __future__ import annotations

import random
import sys
import time

from tabulate import tabulate

from benchmarks.machine import describe_machine
from ranking.neural.bi_encoder import BiEncoder, load_bi_encoder

BATCH_SIZES = (1, 4, 8, 16, 32, 64, 128)
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


def measure(encoder: BiEncoder, passages: list[str], batch_size: int) -> float:
    """Passages encoded in a second of processor time."""
    began = time.process_time()
    encoder.encode(passages, batch_size)
    return len(passages) / (time.process_time() - began)


def main(n_passages: int) -> str:
    encoder = load_bi_encoder(n_threads=1)
    passages = make_passages(n_passages, seed=0)
    encoder.encode(passages[:8])  # the first call allocates
    rates = {size: measure(encoder, passages, size) for size in BATCH_SIZES}
    best = max(rates.values())
    rows = [(size, rate, rate / best) for size, rate in rates.items()]
    table = tabulate(rows, headers=["batch size", "passages/cpu-s", "of the best"], floatfmt=".2f")
    return f"{describe_machine()}, device {encoder.device}, one thread\n{table}\n"


if __name__ == "__main__":
    sys.stdout.write(main(int(sys.argv[1]) if len(sys.argv) > 1 else N_PASSAGES))
