from __future__ import annotations

from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument
from ranking.management.base import RegradeCommand, add_output, output_name
from ranking.models import Run
from ranking.runs.pair_files import export_pairs


class Command(RegradeCommand):
    help = (
        "Write the pair scores that duo-t5 left with a run, tabs between query_id, doc_id_i, "
        "doc_id_j and probability: that passage i is more relevant than j, asked with i first. "
        "Each score has the digits that import_pairs reads back to the same bits."
    )

    arguments = (
        argument("run", metavar="RUN", help="the run with pair scores"),
        add_output,
    )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        done = export_pairs(run=by_name(Run, options["run"]), path=file)
        summary = f"{done.n_pairs:,} pairs of {done.n_topics:,} topics {output_name(file)}."
        self.report_output(summary, file)
