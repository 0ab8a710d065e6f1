from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from regrade.command.judgment_files import EXIT_STATUS, Refused, saying_why_refused
from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.identifiers import split_columns
from regrade.files.outputs import add_output, writing
from regrade.files.packed.packed_runs import RunColumns
from regrade.files.packed.run_columns import read_run_columns
from regrade.files.runs import Leniency
from regrade.fusion import METHODS, NORMALIZATIONS, Fusion
from regrade.fusion.fusing import DEPTH, K
from regrade.fusion.run_files import FusedTopic, fuse_run_files
from regrade.json_text import json_text

RUN, JSON = FORMS = ("run", "json")
MOST_NUMBER = 1_000_000
DESCRIPTION = """\
Fuse run files into one run. A topic's passages are those of any run; what scores them is

  rrf      1 / (k + rank), added over the runs that have the passage
  combsum  its normalized scores, added
  combmnz  combsum times the number of runs that have it
  combanz  combsum divided by that number
  borda    points by rank; passages that a run lacks share the remaining points equally

Ranks follow from scores, descending, ties by doc_id descending; the rank column is ignored. A topic
that only some runs have is fused from those. The order of the runs makes no difference.
"""
EXAMPLES = """\
  %(prog)s bm25.run bert.run -o fused.run
  %(prog)s bm25.run bert.run t5.run --method combsum --normalization z-score --depth 100 -o f.run
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("fuse"):
        by = _fusion(given)
        runs = [_read(path, given) for path in given.runs]
        _refuse_strangers(given.runs, runs)
        topics = list(fuse_run_files(runs, by, depth=given.depth))
        with writing(given.output) as stream:
            stream.write(_json(topics, by, given) if given.format == JSON else "")
            if given.format == RUN:
                stream.writelines(_run_lines(topics, given))
    sys.stderr.write(_report(topics, len(runs)))
    return 0


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = ArgumentParser(
        prog=program,
        description=DESCRIPTION,
        epilog=f"examples:\n{EXAMPLES}\n{EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("runs", type=Path, nargs="+", metavar="RUN", help="run files, two or more, gzipped or not")
    add("--method", choices=METHODS, default="rrf", help="how they are fused (default rrf)")
    add("--k", type=_from(0), metavar="K", help=f"of rrf (default {K}): the less, the steeper")
    norms = "how combsum, combmnz and combanz normalize the scores of a topic (default min-max)"
    add("--normalization", choices=NORMALIZATIONS, help=norms)
    depth = "passages of a topic that are read of each run and written (default %(default)s)"
    add("--depth", type=_from(1), default=DEPTH, metavar="N", help=depth)
    add("--tag", type=_tag, metavar="TAG", help="last column (default: the method)")
    add_output(parser, "where the fused run goes")
    add("--format", choices=FORMS, default=RUN, help="run (default), or json")
    add("--keep-first", action="store_true", help="of a passage listed twice take the first line")
    blanks = "ids of topics and passages may hold blanks: tabs alone part the columns"
    add("--blanks-in-ids", action="store_true", help=blanks)
    return parser.parse_intermixed_args(list(arguments))


def _from(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= MOST_NUMBER):
            rule = f"a whole number from {least} to {MOST_NUMBER:,}"
            raise ArgumentTypeError(f"{text!r} is none: give {rule}")
        return int(text)

    return whole_number


def _tag(text: str) -> str:
    if split_columns(text) != [text]:
        raise ArgumentTypeError(f"{text!r} is none: a tag is one word, without a blank")
    return text


def _fusion(given: Namespace) -> Fusion:
    """The method with its settings.

    Raises:
        Refused: fewer than two runs, one twice, or a setting that the method does not take.
    """
    if len(given.runs) < 2:
        raise Refused("Two runs or more are fused; name another.", code="too_few_runs")
    if twice := [path for path, n in Counter(given.runs).items() if n > 1]:
        raise Refused(f"{twice[0]} is named twice; name each run once.", code="run_named_twice")
    settings = {name: getattr(given, name) for name in ("k", "normalization")}
    settings = {name: value for name, value in settings.items() if value is not None}
    by = Fusion(given.method, **settings)
    if foreign := settings.keys() - by.settings.keys():
        option = " and ".join(f"--{name}" for name in sorted(foreign))
        raise Refused(f"{given.method} does not take {option}; leave it out.", code="unused_option")
    return by


def _read(path: Path, given: Namespace) -> RunColumns:
    leniency = Leniency(keep_first=given.keep_first, blanks_in_ids=given.blanks_in_ids)
    return read_run_columns(path, leniency=leniency)


def _refuse_strangers(paths: Sequence[Path], runs: Sequence[RunColumns]) -> None:
    """Refuse a run that has no topic of any other."""
    for number, (path, run) in enumerate(zip(paths, runs, strict=True)):
        others = [*runs[:number], *runs[number + 1 :]]
        elsewhere = {query_id for other in others for query_id in other.query_ids}
        if elsewhere.isdisjoint(run.query_ids):
            reason = "no topic of this run is in another; fuse runs over the same topics"
            raise BadInput(path, None, reason, code="no_shared_topic")


def _run_lines(topics: Sequence[FusedTopic], given: Namespace) -> Iterator[str]:
    gap, tag = "\t" if given.blanks_in_ids else " ", given.tag or given.method
    for topic in topics:
        for rank, (doc_id, score) in enumerate(topic.lines, start=1):
            yield gap.join((topic.query_id, "Q0", doc_id, f"{rank}", f"{score!r}", tag)) + "\n"


def _json(topics: Sequence[FusedTopic], by: Fusion, given: Namespace) -> str:
    settings = {"k": None, "normalization": None} | by.settings
    rows = [
        {"query_id": topic.query_id, "doc_id": doc_id, "rank": rank, "score": score}
        for topic in topics
        for rank, (doc_id, score) in enumerate(topic.lines, start=1)
    ]
    about = {"method": by.method, **settings, "depth": given.depth, "n_runs": len(given.runs)}
    return json_text({**about, "n_topics": len(topics), "lines": rows})


def _report(topics: Sequence[FusedTopic], n_runs: int) -> str:
    n_lines = sum(len(topic.lines) for topic in topics)
    text = f"{n_runs} runs fused: {counted(len(topics), 'topic')}, {counted(n_lines, 'line')}.\n"
    n_partly = sum(topic.n_runs < n_runs for topic in topics)
    return text + (f"{counted(n_partly, 'topic')} not in every run.\n" if n_partly else "")
