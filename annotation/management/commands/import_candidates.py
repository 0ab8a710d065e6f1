from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.candidates import CandidatesReport, import_candidates
from ranking.management.base import RegradeCommand
from ranking.management.progress import reading
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Make a collection, a topic set and, if named, a run and labels from one JSONL file with a "
        "passage of a query on each line: query_id, query, passage_id or doc_id, passage or text, "
        "for a run bm25_rank or rank and, if there, description, narrative, stratum and "
        "msmarco_relevant, relevance or label. The run's score is the rank turned negative; the "
        "stratum is kept with its topic. The tasks that `regrade convert` writes are such a file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the candidates")
        parser.add_argument("--collection", required=True, help="name of the new collection")
        parser.add_argument("--topics", required=True, help="name of the new topic set")
        parser.add_argument("--run", help="name of the new run; without it none is made")
        parser.add_argument("--labels", help="name of the new label set; without it none is made")

    def handle(self, *args: Any, **options: Any) -> None:
        with reading([options["file"]]) as progress:
            done = import_candidates(
                path=options["file"],
                collection_name=options["collection"],
                topics_name=options["topics"],
                run_name=options["run"],
                labels_name=options["labels"],
                progress=progress,
            )
        self.stdout.write(report(_title(done), _counts(done)))


def _title(done: CandidatesReport) -> str:
    labels = f"labels {done.labels.name}" if done.labels else "no labels"
    run = f"run {done.run}" if done.run else "no run"
    return f"Collection {done.collection}, topics {done.topic_set}, {run}, {labels}:"


def _counts(done: CandidatesReport) -> dict[str, int | str]:
    strata = {f"topics of stratum {name}": n for name, n in done.n_topics_by_stratum.items()}
    what = "labelled {}" if done.labels else "of value {} in the file, kept only with --labels"
    labels = {f"pairs {what.format(value)}": n for value, n in done.n_pairs_by_relevance.items()}
    return {
        "passages": done.n_passages,
        "passages without a text": done.n_textless,
        "topics": done.n_topics,
        **strata,
        "lines of the run" if done.run else "lines": done.n_lines,
        **labels,
    }
