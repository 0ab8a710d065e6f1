from __future__ import annotations

from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from ranking.models import Run
from ranking.runs.pair_files import import_pairs


class Command(RegradeCommand):
    help = (
        "Give a run the pair scores of a file, gzipped or not: tabs between query_id, doc_id_i, "
        "doc_id_j and probability, as export_pairs writes them, with or without that header. Of "
        "each topic in it every two passages are paired, in both orders. Where anything is wrong, "
        "the first 20 bad lines are listed and nothing is stored."
    )

    arguments = (
        argument("file", type=Path, metavar="FILE", help="the file of pair scores"),
        argument(
            "--run",
            required=True,
            help="the run that ranks these passages; the candidates' order is its parent's, or its "
            "own where it has none",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        run = by_name(Run, options["run"])
        with reading([options["file"]]) as progress:
            done = import_pairs(path=options["file"], run=run, progress=progress)
        self.stdout.write(f"Run {done.name}: {done.n_pairs:,} pairs of {done.n_topics:,} topics.")
