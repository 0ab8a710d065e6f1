"""Passages and queries that RM3's golden file was made from; drawn again wherever they are needed.

Some terms are of kinds that RM3 never takes from a passage. As in drawn_texts.py, only
`random.Random(seed).random()` draws.
"""

from __future__ import annotations

import hashlib
import random

SEED = 11
N_PASSAGES, N_TERMS = 600, 900
LETTERS = "xyz"


def passages() -> dict[str, str]:
    """Text by doc_id, in the order of the doc_ids; one in nine says what another one says."""
    draw = random.Random(SEED).random
    texts: list[str] = []
    for number in range(N_PASSAGES):
        n_terms = 1 + int(40 * draw())
        text = " ".join(_term(int(N_TERMS ** draw())) for _ in range(n_terms))
        texts.append(texts[number // 2] if number % 9 == 8 else text)
    return {f"d{number:03d}": text for number, text in enumerate(texts)}


def queries() -> dict[str, str]:
    """Drawn ones, and queries of each kind that feedback could trip over, by query id."""
    draw = random.Random(SEED + 1).random
    drawn = [" ".join(_term(int(N_TERMS ** draw())) for _ in range(1 + n % 6)) for n in range(12)]
    rare = [_term(rank) for rank in (880, 777, 613)]
    repeated = [f"{_term(40)} {_term(40)} {_term(300)}"]
    refused = [f"{_term(1)} {_term(60)} {_term(63)} {_term(26)}"]
    unknown = ["nowhere", f"nowhere {_term(500)}"]
    texts = [*drawn, *rare, *repeated, *refused, *unknown]
    return {str(number): text for number, text in enumerate(texts, start=1)}


def fingerprint() -> str:
    """Of all passages and queries: says whether the golden file was made from the same ones."""
    sentence = "\n".join([*passages().values(), *queries().values()])
    return hashlib.sha256(sentence.encode()).hexdigest()


def _term(rank: int) -> str:
    """A term of 2 to 20 lower-case letters and digits; some break this rule."""
    if rank in (20, 21, 22):
        return LETTERS[rank - 20]
    if rank % 15 == 0:
        return f"T{rank}"
    if rank % 9 == 0:
        return f"t-{rank}"
    if rank % 13 == 0:
        return f"{'t' * 18}{rank}"
    return f"t{rank}"
