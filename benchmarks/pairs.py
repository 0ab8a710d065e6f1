"""The pages of a campaign: how long each of the list of pairs takes at the API, and every other.

A campaign of a million pairs, three grades each by forty assessors, some with notes, some not
judged. Every order is asked for its first page and for one far inside, every filter alone and in
the order that suits it least. A time is that of the whole request, without the network: session,
rights, query, count, answers, JSON. It works in a database of its own on the server that is at
hand, and drops it at the end; a million pairs take some five minutes to write.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.load.pair_pages import measure, to_table
from benchmarks.load.surroundings import describe_surroundings
from benchmarks.load.tables import Size
from benchmarks.running.command import (
    BenchParser,
    command_line,
    print_tables,
    show_surroundings,
)

PAIRS_IN_TOPIC = 25


def parser() -> BenchParser:
    made = BenchParser("pairs", __doc__)
    made.add_option("--pairs", "how many pairs", 1_000_000, type=int)
    made.add_option("--judgments", "judgments of each pair", 3, type=int)
    made.add_option("--assessors", "how many judged", 40, type=int)
    made.add_option("--rounds", "how often each page is asked for", 7, type=int)
    made.add_page()
    return made


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    surroundings = describe_surroundings()
    show_surroundings(surroundings)
    size = Size(args.pairs, PAIRS_IN_TOPIC, args.judgments)
    asked = measure(size, args.assessors, args.rounds)
    head = f"`{command_line('pairs', arguments)}`"
    print_tables(head, [to_table(asked, args.pairs)], args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
