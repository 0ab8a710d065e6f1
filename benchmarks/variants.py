"""Variants: how long a collection takes for each kind of noise, stored and ready to rank.

The passages are made of words drawn at random, 55 each as in MS MARCO. Every kind is timed from the
call to the end of its transaction: reading the originals, changing them, storing them. It works in
a database of its own on the server that is at hand, and drops it at the end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.load.surroundings import describe_surroundings
from benchmarks.running.command import (
    BenchParser,
    command_line,
    print_tables,
    say,
    show_surroundings,
)
from benchmarks.running.tables import Table
from ranking.collections.passages import NewPassage, append_passages
from ranking.models import Collection
from ranking.variants.making import make_collection_variant
from regrade.variants import recipe_of
from tests.scratch import scratch_database

WORDS, VOCABULARY, SEED = 55, 50_000, 5
BAR_S = 120.0
RECIPES: Mapping[str, dict[str, Any]] = {
    "neighbouring characters, 0.1": {"kind": "swap_characters", "amount": 0.1},
    "neighbouring keys, 0.1": {"kind": "keyboard_typo", "amount": 0.1},
    "lost spaces, 0.1": {"kind": "remove_space", "amount": 0.1},
    "two words swapped": {"kind": "swap_words", "amount": "ones"},
    "two neighbours swapped": {"kind": "swap_adjacent_words", "amount": "ones"},
    "stop words, 0.5": {"kind": "remove_stop_words", "amount": 0.5},
    "rotated": {"kind": "rotate"},
}


def parser() -> BenchParser:
    made = BenchParser("variants", __doc__)
    made.add_option("--passages", "how many passages", 1_000_000, type=int)
    made.add_page()
    return made


def passages(n: int) -> Iterator[NewPassage]:
    """Sentences of eleven words of four to nine letters, as words are in English on average."""
    rng = np.random.default_rng(SEED)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    lengths = rng.integers(2, 10, VOCABULARY)
    words = np.array(["".join(rng.choice(letters, size)) for size in lengths], dtype=object)
    for number in range(n):
        drawn = words[rng.integers(0, VOCABULARY, WORDS)]
        drawn[10::11] = drawn[10::11] + "."
        yield NewPassage(f"p{number}", "", " ".join(drawn))


def measure(n: int) -> list[tuple[str, float]]:
    with scratch_database():
        say(f"writing {n} passages ...")
        original = Collection.objects.create(name="original")
        append_passages(collection=original, passages=passages(n))
        found = []
        for number, (name, told) in enumerate(RECIPES.items()):
            say(f"{name} ...")
            recipe, began = recipe_of(told), time.perf_counter()
            make_collection_variant(name=f"v{number}", of=original, recipe=recipe, seed=SEED)
            found.append((name, time.perf_counter() - began))
        return found


def to_table(found: Sequence[tuple[str, float]], n: int) -> Table:
    rows = [[name, f"{took:.1f}", f"{1e6 * took / n:.0f}"] for name, took in found]
    note = f"Wanted of 1,000,000 passages: each under {BAR_S:.0f} s."
    return Table(f"{n:,} passages of {WORDS} words", ["kind", "s", "µs a passage"], rows, note)


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    show_surroundings(describe_surroundings())
    head = f"`{command_line('variants', arguments)}`"
    print_tables(head, [to_table(measure(args.passages), args.passages)], args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
