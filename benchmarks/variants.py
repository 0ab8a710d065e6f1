"""Variants: how long a collection takes for each kind of noise, stored and ready to rank.

The passages are made of words drawn at random, 55 each as in MS MARCO. Every kind is timed from the
call to the end of its last transaction: reading the originals, changing them, storing them. One
process makes a variant, and several make several at a time, as workers do. It works in a database
of its own on the server that is at hand, and drops it at the end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from django.db import connection

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
from tests.scratch import scratch_database, use_database

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


class Making(NamedTuple):
    """What a variant took: seconds, and those of them that its process computed."""

    kind: str
    seconds: float
    computed_s: float


def parser() -> BenchParser:
    made = BenchParser("variants", __doc__)
    made.add_option("--passages", "how many passages", 1_000_000, type=int)
    made.add_option("--processes", "how many make variants, one each at a time", 2, type=int)
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


def measure(n: int, n_processes: int) -> list[Making]:
    with scratch_database():
        say(f"writing {n} passages ...")
        original = Collection.objects.create(name="original")
        append_passages(collection=original, passages=passages(n))
        database = connection.settings_dict["NAME"]
        with ProcessPoolExecutor(
            n_processes, get_context("spawn"), initializer=use_database, initargs=(database,)
        ) as pool:
            found = []
            for made in pool.map(make, RECIPES):
                say(f"{made.kind}: {made.seconds:.1f} s")
                found.append(made)
        return found


def make(kind: str) -> Making:
    """Make a variant in this process, timed."""
    original, recipe = Collection.objects.get(name="original"), recipe_of(RECIPES[kind])
    began, computed = time.perf_counter(), time.process_time()
    make_collection_variant(name=str(recipe.steps[0].kind), of=original, recipe=recipe, seed=SEED)
    return Making(kind, time.perf_counter() - began, time.process_time() - computed)


def to_table(found: Sequence[Making], n: int, n_processes: int) -> Table:
    rows = [
        [kind, f"{took:.1f}", f"{1e6 * took / n:.0f}", f"{1e6 * computed / n:.0f}"]
        for kind, took, computed in found
    ]
    columns = ["kind", "s", "µs a passage", "of them computing"]
    note = (
        f"Processes: {n_processes}, one variant each at a time, and PostgreSQL beside them."
        f" Wanted of 1,000,000 passages: each under {BAR_S:.0f} s."
    )
    return Table(f"{n:,} passages of {WORDS} words", columns, rows, note)


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    show_surroundings(describe_surroundings())
    head = f"`{command_line('variants', arguments)}`"
    found = measure(args.passages, args.processes)
    print_tables(head, [to_table(found, args.passages, args.processes)], args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
