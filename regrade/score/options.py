from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regrade.files.outputs import STDOUT, add_output
from regrade.files.runs import Leniency
from regrade.measures import MeasureError
from regrade.measures.measure import MAX_CUTOFF
from regrade.score.printed import MS_MARCO, USUAL, Printed, left_out, names_run, parse_printed
from regrade.score.testing import (
    Testing,
    add_tests,
    testing_of,
    untested,
    whole_number,
    wrong_with_tests,
)
from regrade.tables import CSV_STYLES

UNUSABLE = 2
BLANKS_IN_IDS = (
    "ids of topics and passages may hold blanks: tabs alone part the columns of runs and qrels"
)
NOT_QUALITY = "say not how good a run is"
SCORES_REPLACED = "--single-precision is of scores, which a rank column replaces; leave one out"
FORMATS = ("trec", "table", *CSV_STYLES, "json")

DESCRIPTION = """\
Score run files under a qrels file, without a database. Answers as trec_eval 10 does, in double
precision: ranks follow from scores, descending, ties by doc_id descending as UTF-8 bytes; the
rank column is ignored. Versions up to 9, and pytrec_eval, see ties between scores that are equal
in single precision: --single-precision answers as they do.

The topics are those of the qrels (trec_eval -c, always): a topic that a run lacks counts with the
measure's worst value, which is 0 for most, and a topic that only the run has counts nowhere.
Notes about the files go to standard error; standard output holds the values.
"""

EPILOG = """\
measures:
  Written as ir_measures writes them: nDCG@10, RR@10, AP, P(rel=2)@5, RBP(p=0.8). Names of
  trec_eval work too: map, ndcg_cut.10, P.5,10, recall_1000. docs/measures.md lists them all.
  Measures by subtopic and by preference read what they need from the same file: column 2 as the
  subtopic, and a relevance that may be a fraction.

examples:
  %(prog)s qrels.txt bm25.run                        trec_eval's own set of measures
  %(prog)s qrels.txt bm25.run -q -m "nDCG@10 RR@10"  every topic, then the mean
  %(prog)s qrels.txt *.run.gz -m nDCG@10,AP          a table of runs
  %(prog)s qrels.txt a.run b.run -m AP --test=t      with differences from the first run
  %(prog)s qrels.txt *.run --test=randomization --correction holm --seed 7
  %(prog)s qrels.txt bm25.run -l 2 -m "AP R@1000"    relevant from 2 on
  %(prog)s qrels.txt bm25.run -J -m nDCG@10          unjudged passages taken out
  %(prog)s qrels.txt t5.run --single-precision       in the order of trec_eval 9
  %(prog)s qrels.txt old.run --keep-first            a run that lists passages twice
  %(prog)s qrels.dev.tsv run.tsv --ms-marco          what MS MARCO's script prints

exit status:
  0  the values are on standard output, notes on standard error; also where a run lacks topics
  1  a file cannot be used, or shares no topic with the qrels; with --strict also where a run
     lacks a topic. One sentence says which file and line, and no value is printed
  2  the command line cannot be understood; for an unknown measure the nearest known ones are named
  3  with --verify: the values are printed, and pytrec_eval has another for one of them
"""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of the command line; see its help."""

    qrels: Path
    runs: tuple[Path, ...]
    measures: tuple[Printed, ...]
    leniency: Leniency
    names_run: bool = False
    left_out: tuple[str, ...] = ()
    per_topic: bool = False
    summary: bool = True
    common_topics: bool = False
    strict: bool = False
    min_relevance: int = 1
    depth: int | None = None
    judged_only: bool = False
    ms_marco: bool = False
    single_precision: bool = False
    verify: bool = False
    style: str = "table"
    output: Path = STDOUT
    testing: Testing | None = None

    @property
    def basis(self) -> dict[str, Any]:
        """Settings that affect all values; no threshold if every label counts as relevant."""
        return {
            "qrels": self.qrels.name,
            "min_relevance": None if self.ms_marco else self.min_relevance,
            "depth": self.depth,
            "judged_only": self.judged_only,
            "single_precision": self.single_precision,
        }


def parse_options(arguments: Sequence[str], program: str) -> Options:
    """Parse the command line; on an error prints it and exits with status 2.

    Args:
        arguments: what follows the program's name.
        program: name of the program, for its help.
    """
    parser = _parser(program)
    given = parser.parse_intermixed_args(list(arguments))
    style = given.format or ("trec" if len(given.runs) == 1 else "table")
    if reason := _contradiction(given, style):
        parser.error(reason)
    asked = given.measures or [MS_MARCO if given.ms_marco else USUAL]
    try:
        measures = parse_printed(asked)
    except MeasureError as error:
        # A line of usage would not help to spell it.
        parser.exit(UNUSABLE, f"score: {error}\n")
    if given.test and len(untested(measures)) == len(measures):
        parser.error(f"-t has nothing to test: {', '.join(untested(measures))} {NOT_QUALITY}")
    return _options(given, measures, asked, style)


def _options(
    given: argparse.Namespace, measures: tuple[Printed, ...], asked: Sequence[str], style: str
) -> Options:
    return Options(
        qrels=given.qrels,
        runs=tuple(given.runs),
        measures=measures,
        names_run=names_run(asked),
        left_out=left_out(asked),
        per_topic=given.per_topic,
        summary=not given.no_summary,
        common_topics=given.common_topics,
        strict=given.strict,
        min_relevance=given.min_relevance,
        depth=given.depth,
        judged_only=given.judged_only,
        leniency=leniency_of(given, by_rank=given.ranks or given.ms_marco),
        ms_marco=given.ms_marco,
        single_precision=given.single_precision,
        verify=given.verify,
        style=style,
        output=given.output,
        testing=testing_of(given),
    )


def leniency_of(given: argparse.Namespace, *, by_rank: bool) -> Leniency:
    """Faults of run files that the options of `add_ways_to_read` accept."""
    return Leniency(
        by_rank=by_rank,
        ignores_rest=True,
        keep_first=given.keep_first,
        blanks_in_ids=given.blanks_in_ids,
    )


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_files(parser)
    _add_choices(parser)
    add_ways_to_read(parser)
    parser.add_argument(
        "--ms-marco",
        action="store_true",
        help="as MS MARCO's script: by rank column, every line of the qrels relevant, RR@10",
    )
    _add_output(parser)
    add_tests(parser)
    return parser


def _contradiction(given: argparse.Namespace, style: str) -> str:
    """Error message for options that exclude each other, else ""."""
    if given.no_summary and not given.per_topic:
        return "-n leaves nothing to print; it goes with -q"
    if given.ms_marco and given.min_relevance != 1:
        return "--ms-marco takes every line of the qrels for relevant; leave out -l"
    if given.single_precision and (given.ranks or given.ms_marco):
        return SCORES_REPLACED
    if given.verify and (given.ranks or given.ms_marco or given.depth or given.judged_only):
        return "--verify looks at whole rankings by score; leave out --ranks, --ms-marco, -M and -J"
    return wrong_with_tests(given, style)


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "qrels",
        type=Path,
        metavar="QRELS",
        help="TREC's four columns, or three; gzipped or not; - is stdin",
    )
    parser.add_argument(
        "runs",
        type=Path,
        nargs="+",
        metavar="RUN",
        help="TREC's six columns, or MS MARCO's three, whose ranks give the order; - is stdin."
        " What follows a sixth column is passed over, with a note",
    )
    parser.add_argument(
        "-m",
        "--measures",
        action="append",
        default=[],
        metavar="LIST",
        help="separated by commas or blanks; may be given again. By default trec_eval's own set",
    )


def _add_choices(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-c", action="store_true", help="as in trec_eval; it is so anyway")
    add("--common-topics", action="store_true", help="only topics that every run has")
    add("--strict", action="store_true", help="refuse a run that lacks a topic of the qrels")
    add(
        "-M",
        "--depth",
        type=whole_number(1, MAX_CUTOFF),
        metavar="N",
        help="look at the first N ranks of a topic",
    )
    add("-J", "--judged-only", action="store_true", help="take unjudged passages out first")
    add(
        "--verify",
        action="store_true",
        help="recompute with pytrec_eval every value that it has, and report on standard error how"
        " many are equal, and what double precision changes",
    )


def add_ways_to_read(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how run files and qrels are read."""
    add = parser.add_argument
    add(
        "-l",
        "--min-relevance",
        type=int,
        default=1,
        metavar="LEVEL",
        help="what binary measures call relevant, from this relevance on; default 1",
    )
    add(
        "--single-precision",
        action="store_true",
        help="order by scores rounded to 32 bits, as trec_eval up to version 9 and pytrec_eval do",
    )
    add(
        "--keep-first",
        action="store_true",
        help="of a passage that a topic has twice keep the line that stands first in the file; a"
        " note counts the lines left out. By default such a run is refused, as by trec_eval",
    )
    add("--blanks-in-ids", action="store_true", help=BLANKS_IN_IDS)
    add("--ranks", action="store_true", help="order by the rank column, from 1, not by the score")


def _add_output(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("-q", "--per-topic", action="store_true", help="every topic's value, then the summary")
    add("-n", "--no-summary", action="store_true", help="with -q: no summary")
    add(
        "--format",
        choices=FORMATS,
        help="trec (four decimals, as trec_eval; default for one run), table (default for more"
        " runs), csv or json (full precision), csv-bom (csv behind a byte"
        " order mark, by which Excel knows UTF-8)",
    )
    add_output(parser, "where the values go")
