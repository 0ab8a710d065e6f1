from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module

from regrade.exceptions import RegradeError
from regrade.files.errors import BadInput
from regrade.files.outputs import writing
from regrade.score.files import at_rest, reading
from regrade.score.notes import notes_on_measures
from regrade.score.options import Options, parse_options
from regrade.score.printed import ScoredRun
from regrade.score.printing import render
from regrade.score.scoring import score_files
from regrade.score.verifying import Verified, oracle
from regrade.tables import CSV_STYLES, in_style

REFUSED, OTHERWISE, INTERRUPTED = 1, 3, 130
QRELS_FIRST = "qrels come first: score QRELS RUN..."
SWAPPED = ("run_for_qrels", "qrels_for_run")


def main(arguments: Sequence[str], program: str = "./dev score") -> int:
    """Run the command and return its exit status, which its help explains."""
    options = parse_options(arguments, program)
    notes = list(notes_on_measures(options))
    verified: list[Verified] = []
    try:
        if options.verify:
            oracle()
        with at_rest([options.qrels, *options.runs]) as paths, reading(paths) as progress:
            options = replace(options, qrels=paths[0], runs=tuple(paths[1:]))
            runs = score_files(options, notes.append, progress, verified.append)
        shown = _shown(runs, options)
        notes += (sentence for each in verified for sentence in each.sentences)
        sys.stderr.writelines(f"score: {note}\n" for note in notes)
        with writing(options.output) as stream:
            stream.write(shown)
    except (BadInput, RegradeError) as error:
        hint = f"; {QRELS_FIRST}" if error.code in SWAPPED else ""
        sys.stderr.write(f"score: {error}{hint}\n")
        return REFUSED
    except PermissionError as error:
        sys.stderr.write(f"score: {error.filename} cannot be looked at ({error.strerror})\n")
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    return OTHERWISE if any(each.unequal for each in verified) else 0


def _shown(runs: Sequence[ScoredRun], options: Options) -> str:
    show = partial(
        render,
        runs,
        options.style,
        per_topic=options.per_topic,
        summary=options.summary,
        names_run=options.names_run,
        basis=options.basis,
    )
    if options.testing is None:
        return show()
    # Its libraries take a second to load.
    comparing = import_module("regrade.score.comparing")
    comparison = comparing.compare_with_first(runs, options.testing)
    if options.style == "json":
        return show(differences=comparing.differences_of(runs, comparison))
    if options.style in CSV_STYLES:
        return in_style(comparing.csv_table(runs, comparison), options.style)
    return f"{show()}\n{comparing.table_of(comparison)}"
