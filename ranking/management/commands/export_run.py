from __future__ import annotations

from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument, flag
from ranking.management.base import RegradeCommand, add_output, output_name
from ranking.models import Run
from ranking.runs.exporting import export_run


class Command(RegradeCommand):
    help = (
        "Write a run as a TREC run file: query id, Q0, doc_id, rank, score, tag. Passages stand "
        "in the order that every measure sees: by score, ties by doc_id descending, as trec_eval "
        "has it. Scores keep every digit, so that import_run reads the same run back."
    )

    arguments = (
        argument("name", help="the run"),
        add_output,
        argument(
            "--depth", type=int, metavar="K", help="the first K passages of each topic; default all"
        ),
        argument(
            "--tag",
            default="",
            help="the last column, one word; default the run's tag, else its name",
        ),
        flag(
            "--ir-metadata",
            "begin with an ir_metadata header, comments with all that is known of the run;"
            " pytrec_eval does not read such a file",
        ),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        run = by_name(Run, options["name"])
        chosen = {key: options[key] for key in ("depth", "tag", "ir_metadata")}
        done = export_run(run=run, path=file, **chosen)
        summary = f"{done.n_lines:,} lines of {done.n_topics:,} topics {output_name(file)}."
        self.report_output(summary, file)
