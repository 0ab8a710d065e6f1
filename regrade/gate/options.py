from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

from regrade.files.outputs import add_output
from regrade.files.runs import Leniency
from regrade.measures import MeasureError
from regrade.score.options import NOT_QUALITY, SCORES_REPLACED, add_ways_to_read, leniency_of
from regrade.score.printed import Printed, parse_printed
from regrade.score.testing import untested

UNUSABLE = 2
STYLES = ("text", "json", "github")
FailOn: TypeAlias = Literal["unless-shown", "worse"]
# The limits of `non_inferiority`, whose module takes a second to load.
LEAST_ALPHA, MOST_ALPHA = 1e-6, 0.25

DESCRIPTION = """\
Pass a run, or fail it, by whether it is worse than a baseline by a margin: a non-inferiority test.
The interval of the mean difference per topic decides. Above the margin, the run is not worse: it
passes. Below the margin, it is worse: it fails. If the interval reaches the margin, the topics are
too few to show either: it fails, unless --fail-on worse. Where several measures or qrels are given,
all must pass. A topic that a run lacks counts with the measure's worst value.
"""
EPILOG = """\
examples:
  %(prog)s --baseline main.run --run new.run --qrels qrels.txt --measure nDCG@10 --margin -.01
  %(prog)s --baseline a.run --run b.run --qrels q.txt -m AP --margin -.02 --fail-on worse
  %(prog)s --baseline a.run --run b.run --qrels q.txt -m AP,RR --margin -.02 --margin RR=-.05
  %(prog)s --baseline a.run --run b.run --qrels q.txt -m AP --margin -.01 --format github

exit status:
  0  every test passes
  1  a test fails; a sentence says by how much, and how many topics the margin needs
  2  a file cannot be used, no passage of a run has a label, or the command line cannot be
     understood: nothing was tested
"""


class Margin(NamedTuple):
    """A loss that does not matter; `measure` is "" if it holds for all without one of their own."""

    measure: str
    value: float


@dataclass(frozen=True, kw_only=True)
class GateOptions:
    """Options of the command line; see its help."""

    baseline: Path
    run: Path
    qrels: tuple[Path, ...]
    measures: tuple[Printed, ...]
    margins: Mapping[str, float]  # by the measure's label
    alpha: float
    fail_on: FailOn
    min_relevance: int
    leniency: Leniency
    single_precision: bool
    style: str
    output: Path


def parse_gate(arguments: Sequence[str], program: str) -> GateOptions:
    """Parse the command line; on an error prints it and exits with status 2."""
    parser = _parser(program)
    given = parser.parse_args([*_with_margins_joined(arguments)])
    try:
        measures = parse_printed(given.measure)
        margins = _margins(measures, given.margin)
    except MeasureError as error:
        parser.exit(UNUSABLE, f"gate: {error}\n")
    except ValueError as error:
        parser.error(str(error))
    if reason := _contradiction(given, measures):
        parser.error(reason)
    return GateOptions(
        baseline=given.baseline,
        run=given.run,
        qrels=tuple(given.qrels),
        measures=measures,
        margins=margins,
        alpha=given.alpha,
        fail_on=given.fail_on,
        min_relevance=given.min_relevance,
        leniency=leniency_of(given, by_rank=given.ranks),
        single_precision=given.single_precision,
        style=given.format,
        output=given.output,
    )


def _with_margins_joined(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments with each --margin and its value as one: argparse takes -1e-2 for an option."""
    rest = iter(arguments)
    for argument in rest:
        value = next(rest, None) if argument == "--margin" else None
        yield argument if value is None else f"{argument}={value}"


def _contradiction(given: Namespace, measures: Sequence[Printed]) -> str:
    """Error message for options that cannot be used together, else ""."""
    if left := untested(measures):
        return f"nothing to test: {', '.join(left)} {NOT_QUALITY}"
    if len({path.resolve() for path in given.qrels}) < len(given.qrels):
        return "a qrels file is given twice"
    return SCORES_REPLACED if given.single_precision and given.ranks else ""


def _margins(measures: Sequence[Printed], given: Sequence[Margin]) -> dict[str, float]:
    """The margin of each measure, by label.

    Raises:
        MeasureError: a margin is for a measure of an unusable name.
        ValueError: a measure has no margin or two, or a margin is for a measure not given.
    """
    found: dict[str, float] = {}
    for margin in given:
        for label in _labels(margin.measure):
            if found.setdefault(label, margin.value) != margin.value:
                raise ValueError(f"two margins are given{label and f' for {label}'}")
    labels = [printed.label for printed in measures]
    if unused := [label for label in found if label and label not in labels]:
        raise ValueError(f"--margin is for {unused[0]}, which --measure does not name")
    if missing := [label for label in labels if not {"", label} & found.keys()]:
        raise ValueError(f"{missing[0]} has no margin: give one by --margin {missing[0]}=-.01")
    return {label: found[label if label in found else ""] for label in labels}


def _labels(measure: str) -> list[str]:
    return [printed.label for printed in parse_printed([measure])] if measure else [""]


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog=program,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    a_run = "TREC's six columns, or MS MARCO's three; gzipped or not; - is stdin"
    add(
        "--baseline",
        type=Path,
        required=True,
        metavar="RUN",
        help=f"compared with: {a_run}",
    )
    add("--run", type=Path, required=True, metavar="RUN", help="the run to test, likewise")
    qrels = "labels: TREC's four columns, or three; may be given again"
    add("--qrels", type=Path, action="append", required=True, metavar="QRELS", help=qrels)
    measure = "as for score, such as nDCG@10; separated by commas or blanks; may be given again"
    add("-m", "--measure", action="append", required=True, metavar="LIST", help=measure)
    _add_test(parser)
    add_ways_to_read(parser)
    styles = "text (default), json, or github: annotations of a workflow of GitHub Actions"
    add("--format", choices=STYLES, default="text", help=styles)
    add_output(parser, "where the result goes")
    return parser


def _add_test(parser: ArgumentParser) -> None:
    add = parser.add_argument
    margin = (
        "the loss that does not matter, below 0, in the measure's units: -.01, or for one measure"
        " MFR@10=-.5; may be given again"
    )
    add("--margin", type=_margin, action="append", required=True, metavar="M", help=margin)
    alpha = "level of each one-sided test (default .05); intervals have 1 - 2 alpha"
    add("--alpha", type=_alpha, default=0.05, metavar="A", help=alpha)
    add(
        "--fail-on",
        choices=get_args(FailOn),
        default="unless-shown",
        help="unless-shown (default): fail a run that is not shown to be within the margin; worse:"
        " fail it only if it is shown to be worse by more",
    )


def _margin(text: str) -> Margin:
    measure, _, number = text.rpartition("=")
    value = _number(number)
    if not -math.inf < value < 0:
        raise ArgumentTypeError(f"{text!r} is not a margin: give a loss below 0, such as -.01")
    return Margin(measure, value)


def _alpha(text: str) -> float:
    value = _number(text)
    if not LEAST_ALPHA <= value <= MOST_ALPHA:
        raise ArgumentTypeError(f"{text!r} is no level from {LEAST_ALPHA:f} to {MOST_ALPHA}")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
