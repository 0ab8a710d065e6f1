from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from regrade.command.judgment_files import EXIT_STATUS, Refused, saying_why_refused
from regrade.command.outputs import JSON, add_row_output, layout_of
from regrade.files.judging.converted import COLUMNS, Converted, Task
from regrade.files.judging.crowd_log import read_crowd_log
from regrade.files.judging.mturk import read_mturk
from regrade.files.outputs import writing
from regrade.files.row_files import TextLayout, write_rows
from regrade.json_text import json_text
from regrade.tables import report

CROWD_LOG, MTURK = "crowd-log", "mturk"
DESCRIPTION = """\
Make a table of judgments from the files of another system. All that reads judgments reads it:
import_judgments, regrade agreement, derive and highlights. A crowd-log is the assignments.txt and
the hits.txt of TREC 2011's crowdsourcing track, in this order; mturk the results of Mechanical
Turk whose workers highlighted words. Columns that the table does not know are kept in extra.
"""
EXAMPLES = """\
  %(prog)s crowd-log assignments.txt hits.txt --runs 1 -o votes.jsonl --tasks tasks.jsonl
  %(prog)s mturk batch-1.csv batch-2.csv -o votes.jsonl --tasks tasks.jsonl
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("convert"):
        converted = _converted(given)
        with ExitStack() as both:  # neither file is there without the other
            _write(both.enter_context(writing(given.output)), converted, given)
            if given.tasks:
                tasks = both.enter_context(writing(given.tasks))
                rows = map(Task._asdict, converted.tasks)
                write_rows(tasks, TextLayout.JSONL, Task._fields, rows)
    counts = {
        "judgments": len(converted.rows),
        "of rejected work": sum(row.is_rejected for row in converted.rows),
        "tasks that were only looked at": converted.n_previews,
        "tasks that were skipped": converted.n_skipped,
        "pairs of a topic and a passage": len(converted.tasks),
    }
    sys.stderr.write(report("Converted:", counts) + "\n")
    return 0


def _write(stream: TextIO, converted: Converted, given: Namespace) -> None:
    if given.format != JSON:
        write_rows(stream, layout_of(given), COLUMNS, converted.table(), free_texts={"note"})
        return
    rows = ({**row, "is_rejected": row["is_rejected"] is not None} for row in converted.table())
    document = {
        "n_previews": converted.n_previews,
        "n_skipped": converted.n_skipped,
        "n_pairs": len(converted.tasks),
        "judgments": [{name: row[name] for name in COLUMNS} for row in rows],
    }
    stream.write(json_text(document))


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = ArgumentParser(
        prog=program,
        description=DESCRIPTION,
        epilog=f"examples:\n{EXAMPLES}\n{EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("form", choices=(CROWD_LOG, MTURK), help="what the files are")
    add("files", type=Path, nargs="+", metavar="FILE", help="the files, gzipped or not")
    runs = "runs of a crowd log to take; they must share a scale"
    add("--runs", type=lambda names: names.split(","), default=[], metavar="R1,R2", help=runs)
    add_row_output(parser, "the table")
    tasks = "write all topics and passages of the tasks, as import_candidates reads them, too"
    add("--tasks", type=Path, metavar="FILE.jsonl", help=tasks)
    return parser.parse_intermixed_args(list(arguments))


def _converted(given: Namespace) -> Converted:
    if given.form == CROWD_LOG:
        return read_crowd_log(given.files, runs=given.runs)
    if given.runs:
        raise Refused("Only a crowd log has runs to choose from.", code="runs_not_chosen")
    return read_mturk(given.files)
