from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regrade.command.judgment_files import saying_why_refused
from regrade.command.server_options import JSON, add_formats, connected, server_parser
from regrade.files.outputs import writing
from regrade.json_text import json_text
from regrade.prose.numbers import signed, unsigned
from regrade.significance import CORRECTIONS, TESTS
from regrade.significance.wording import shown_p
from regrade.tables import CSV, aligned, csv_of_rows

if TYPE_CHECKING:  # needs the extra `client`
    from regrade.client import Comparison, Difference

DESCRIPTION = """\
Compare runs that a server stores, under label sets that it stores, as its page does: the verdict,
and for each label set, measure and run the difference from the baseline with interval and p.
"""
EXAMPLES = """\
  %(prog)s bm25 bert --labels original,strict --measures RR@10,nDCG@10
  %(prog)s bm25 bert t5 --baseline bm25 --labels strict --correction holm --format json
  %(prog)s bm25 bert --labels strict --save bert-second-look
"""
HEADER = ("labels", "measure", "run", "baseline", "mean", "difference", "low", "high", "p")
N_TEXTS = 3
# As keyword arguments of the client.
OPTIONS = ("labels", "measures", "baseline", "test", "correction", "seed")


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parser(program).parse_args(list(arguments))
    asked = {name: getattr(given, name) for name in OPTIONS}
    with saying_why_refused("compare"), connected(given) as server:
        found = server.compare(given.runs, **asked)
        text = RENDER[given.format](found)
        if given.save:
            found.save(given.save)
        with writing(given.output) as stream:
            stream.write(text)
    return 0


def _parser(program: str) -> ArgumentParser:
    parser = server_parser(program, DESCRIPTION, examples=EXAMPLES)
    add = parser.add_argument
    add("runs", nargs="+", metavar="RUN", help="names of runs")
    add("--labels", required=True, metavar="LIST", help="names of label sets, separated by commas")
    measures = "as for score (default %(default)s)"
    add("--measures", default="nDCG@10,RR@10", metavar="LIST", help=measures)
    add("--baseline", metavar="RUN", help="the run to compare with (default: the best one)")
    add("--test", choices=TESTS, help="paired test of the differences (default t)")
    add("--correction", choices=CORRECTIONS, help="correction for several tests (default none)")
    add("--seed", type=int, metavar="N", help="of tests that sample (default 0)")
    add("--save", metavar="NAME", help="save the comparison in the library under this name")
    add_formats(parser, ("text", JSON, CSV), "the comparison")
    return parser


def _json(found: Comparison) -> str:
    document = found.document
    return json_text(
        {
            **{name: document[name] for name in ("baseline", "test", "correction", "n_tests")},
            "content_hash": found.content_hash,
            "url": found.url,
            "verdict": found.verdict,
            "rows": [row._asdict() for row in found.rows],
        }
    )


def _csv(found: Comparison) -> str:
    return csv_of_rows([row._asdict() for row in found.rows])


def _text(found: Comparison) -> str:
    table = aligned([HEADER, *map(_cells, found.rows)], n_texts=N_TEXTS)
    verdict = found.verdict
    lead = "" if verdict is None else f"{verdict}\n\n"
    return f"{lead}{table}\n{found.url}\n"


def _cells(row: Difference) -> Sequence[str]:
    p = row.p_value if row.p_adjusted is None else row.p_adjusted
    ends = ["" if end is None else unsigned(end) for end in (row.low, row.high)]
    means = [unsigned(mean) for mean in (row.baseline_mean, row.run_mean)]
    difference = signed(row.difference)
    return row.labels, row.measure, row.run, *means, difference, *ends, shown_p(p) or ""


RENDER = {"text": _text, JSON: _json, CSV: _csv}
