"""Two whole real campaigns, set up and judged to their end by simulated assessors.

fira: FiRA's task list of 2019, 24,198 pairs (24,199 lines with the header) under 200 queries.
Grades 0-3, 2 and 3 with highlights; three judgments a pair; single pairs in random order; a quota
of 500 pairs an assessor; ten probe pairs are for everyone. FiRA published no texts: they are
generated, and named so.

msmarco: 125 topics of MS MARCO with 20 passages each, which 37 people judged in 2020. Grades 1-5;
three judgments a pair; whole topics, dealt by seats; real texts.

Assessors claim and judge through the engine's own services, in several processes. They answer
around the label that is known of a pair and leave one pair in a hundred without a grade; some go
off with pairs in hand, for good, until their leases are over, or until all is judged. Who is
missing at the end is replaced. Each campaign has a database of its own on the server that is at
hand, which is dropped at the end. All of it takes some ten minutes on two cores.

The real data are looked for in REGRADE_DATA, else in ../shared/data beside the checkout.
Exit status: 0 when everything held, 1 when a figure is not zero that must be, 2 without the data.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.load.surroundings import describe_surroundings
from benchmarks.running.command import (
    BenchParser,
    command_line,
    say,
    show_surroundings,
    to_page,
    write_json,
)
from benchmarks.running.places import data
from benchmarks.whole_campaigns.plans import CAMPAIGNS, Choices
from benchmarks.whole_campaigns.report import to_text
from benchmarks.whole_campaigns.runs import carry_out
from regrade.files.errors import BadInput


def parser() -> argparse.ArgumentParser:
    made = BenchParser("campaigns", __doc__)
    add = made.add_option
    add("--only", "one of the two", choices=list(CAMPAIGNS), nargs=1)
    add("--scale", "this share of the pairs or topics, for a quick look", 1, type=share)
    add("--processes", "how many processes the assessors share", 2, type=count)
    add("--at-once", "how many assessors judge at the same time", 40, type=count)
    add("--lease", "seconds after which an untouched pair goes to others", 5, type=count)
    add("--seed", "seed of texts, people, answers and orders", 1, type=int)
    add(
        "--page",
        "also write a page of the figures, such as docs/benchmarks/campaigns.md",
        type=Path,
    )
    add("--json", "also write the results to this file", type=Path, metavar="FILE")
    return made


def share(text: str) -> float:
    if not 0 < float(text) <= 1:
        raise argparse.ArgumentTypeError(f"a share is above 0 and at most 1, not {text}")
    return float(text)


def count(text: str) -> int:
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {text}")
    return int(text)


def main(arguments: Sequence[str]) -> int:
    args = parser().parse_args(arguments)
    folder = data()
    if not folder.is_dir():
        say(f"The real data are absent: {folder} is no folder. Set REGRADE_DATA to where they lie.")
        return 2
    choices = Choices(args.scale, args.seed, args.lease, args.processes, args.at_once)
    try:
        plans = [CAMPAIGNS[name](folder, choices) for name in args.only or CAMPAIGNS]
    except BadInput as error:
        say(f"The real data in {folder} cannot be used. {error}.")
        return 2
    surroundings = _surroundings(args.processes)
    show_surroundings(surroundings)
    reports = [carry_out(plan, say) for plan in plans]
    text = to_text(reports)
    sys.stdout.write(f"\n{text}\n")
    if args.page:
        command = command_line("campaigns", arguments)
        args.page.write_text(to_page("Two whole campaigns", command, surroundings, text))
    if args.json:
        write_json(args.json, surroundings, [report.to_json() for report in reports])
    return int(not all(report.is_sound for report in reports))


def _surroundings(n_processes: int) -> dict[str, str]:
    found = describe_surroundings()
    assessors = f"{n_processes} processes on the same machine, sharing its cores"
    return {
        "machine": found["machine"],
        "assessors": assessors,
        "PostgreSQL": found["PostgreSQL"],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
