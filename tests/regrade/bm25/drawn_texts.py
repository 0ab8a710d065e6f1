"""Passages and queries that the golden files were made from; drawn anew wherever they are needed.

Only `random.Random(seed).random()` draws: of all generators in Python's library and NumPy, it
alone is promised to give the same numbers in every version.
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect
from itertools import accumulate

SEED = 9
N_PASSAGES, N_TERMS = 2_000, 700
LONG = (41, 47, 63, 90, 100, 104, 111, 250, 700, 3_000)  # lengths that the length byte rounds
SETTINGS = ((0.82, 0.68), (0.9, 0.4), (1.2, 0.75), (0.0, 0.5), (2.0, 0.0), (1.2, 1.0))
DEPTHS = (300, 60, 60, 60, 60, 60)  # by setting


def passages() -> dict[str, str]:
    """Text by doc_id; the doc_ids are numbers of several lengths, so that "10" comes before "2"."""
    draw = random.Random(SEED).random
    weights = list(accumulate(1 / (rank + 2.7) for rank in range(1, N_TERMS + 1)))
    texts = {}
    for number in range(1, N_PASSAGES + 1):
        length = _length(number, draw())
        ranks = (1 + bisect(weights, draw() * weights[-1]) for _ in range(length))
        texts[str(number)] = " ".join(f"t{rank}" for rank in ranks)
    return texts


def queries() -> dict[str, str]:
    """Queries of each kind that scoring could trip over, by query id."""
    draw = random.Random(SEED + 1).random
    drawn = [" ".join(f"t{1 + int(N_TERMS * draw() ** 3)}" for _ in range(6)) for _ in range(24)]
    one_term = [f"t{rank}" for rank in (1, 2, 7, 40, 200, 699)]
    repeated = ["t1 t1", "t3 t3 t3 t50", "t9 t8 t9 t8 t9", " ".join(["t20"] * 40)]
    unknown = ["nowhere", "t5 nowhere", "nowhere t600 nothing t600"]
    many = [" ".join(f"t{rank}" for rank in range(1, last)) for last in (12, 120)]
    both_ends = ["t1 t699 t700"]
    texts = [*drawn, *one_term, *repeated, *unknown, *many, *both_ends]
    return {str(number): text for number, text in enumerate(texts, start=1)}


def fingerprint() -> str:
    """Of all passages and queries: says whether a golden file was made from the same ones."""
    sentence = "\n".join([*passages().values(), *queries().values()])
    return hashlib.sha256(sentence.encode()).hexdigest()


def _length(number: int, share: float) -> int:
    """Mostly short, some of one term, one in fifty long, and ten passages of set lengths."""
    if number <= len(LONG):
        return LONG[number - 1]
    if number % 50 == 0:
        return 40 + int(share * 120)
    return 1 + int(share**2 * 40)
