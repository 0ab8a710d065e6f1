from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from ranking.models import Run
from ranking.runs.pair_files import import_pairs
from regrade.files.bad_lines import BadFile


class Command(RegradeCommand):
    help = (
        "Give a run the pair scores of a file, gzipped or not: tabs between query_id, doc_id_i, "
        "doc_id_j and probability, as export_pairs writes them, with or without that header. Of "
        "each topic in it every two passages are paired, in both orders. Where anything is wrong, "
        "the first 20 lines are told and nothing is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file of pair scores")
        parser.add_argument(
            "--run",
            required=True,
            help="the run that ranks these passages; the candidates' order is its parent's, or its "
            "own where it has none",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        run = by_name(Run, options["run"])
        try:
            with reading([options["file"]]) as progress:
                done = import_pairs(path=options["file"], run=run, progress=progress)
        except BadFile as error:
            raise CommandError(_told(error)) from error
        self.stdout.write(f"Run {done.name}: {done.n_pairs:,} pairs of {done.n_topics:,} topics.")


def _told(error: BadFile) -> str:
    """What is wrong, the first lines each; one alone is the error itself."""
    bad = error.bad
    if bad.n == 1:
        return f"{error}; nothing was stored."
    lines = [
        one.reason if one.line is None else f"line {one.line}: {one.reason}" for one in bad.first
    ]
    n_more = bad.n - len(lines)
    more = [f"and {n_more:,} more"] if n_more else []
    return "\n".join([f"{error}, and nothing was stored:", *lines, *more])
