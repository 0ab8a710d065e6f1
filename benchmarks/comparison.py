"""The page of a comparison of many runs: how long each of its answers takes at the API.

Fifty runs under five label sets, unless options say otherwise, by eight measures, on the workload
"graded" of `evaluate`: 54 topics x 1,000 passages with 205 labels a topic. A time is that of the
whole request, without the network: session, rights, questions to the database, tests, JSON. First
everything is worked out; then scores are kept, but no tests; then all is. Runs lie in a database of
the benchmark's own on the server at hand, which it drops.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import django

django.setup()

from benchmarks.evaluation.comparison_page import KEPT, Answered, time_page  # noqa: E402
from benchmarks.running.command import BenchParser, command_line, print_tables, say  # noqa: E402
from benchmarks.running.machine import describe_machine  # noqa: E402
from benchmarks.running.tables import Table  # noqa: E402


def parser() -> BenchParser:
    made = BenchParser("comparison", __doc__)
    made.add_option("--runs", "how many runs, the baseline among them", 50, type=int)
    made.add_option("--label-sets", "how many label sets", 5, type=int)
    made.add_option("--rounds", "how often each is asked for", 5, type=int)
    made.add_option("--seed", "of runs and labels", 1, type=int)
    made.add_page()
    return made


def to_table(answers: Sequence[Answered], n_runs: int, n_label_sets: int) -> Table:
    kept = next(answer.median_s for answer in answers if answer.what == KEPT)
    rows = [
        (
            answer.what,
            1e3 * answer.median_s,
            1e3 * min(answer.wall_s),
            1e3 * max(answer.wall_s),
            1e3 * answer.median_cpu_s,
            answer.median_s / kept,
            answer.n_bytes / 1e3,
        )
        for answer in answers
    ]
    headers = ("asked for", "ms", "least", "most", "own CPU ms", "times all kept", "kB")
    return Table(f"{n_runs} runs, {n_label_sets} label sets, 8 measures", headers, rows)


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    say(f"{args.runs} runs under {args.label_sets} label sets, {args.rounds} rounds")
    answers = time_page(args.runs, args.label_sets, seed=args.seed, n_rounds=args.rounds)
    head = f"{describe_machine()}; `{command_line('comparison', arguments)}`"
    print_tables(head, [to_table(answers, args.runs, args.label_sets)], args.page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
