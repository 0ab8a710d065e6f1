from __future__ import annotations

from pathlib import Path
from typing import Any

from ranking.lookup import by_name
from ranking.management.arguments import argument, flag
from ranking.management.base import RegradeCommand
from ranking.management.collections import collection_to_read_into
from ranking.management.lenient_reading import add_leniency, leniency_of
from ranking.management.progress import reading
from ranking.models import RunKind, TopicSet
from ranking.runs.importing import RunReport, import_run
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Read a run file: TREC's six columns (query id, Q0, doc_id, rank, score, tag) or MS "
        "MARCO's three (query id, doc_id, rank), gzipped or not. Passages are ordered by score, "
        "ties by doc_id descending, as trec_eval 10; the rank column of a TREC file is ignored. "
        "A doc_id that the collection has not becomes a passage without text: it counts in "
        "measures and can never be shown."
    )

    arguments = (
        argument("file", type=Path, metavar="FILE", help="the run file"),
        argument("--name", required=True, help="name of the run; no comma, no blank"),
        argument(
            "--collection",
            required=True,
            help="what was searched; create_collection makes one without texts",
        ),
        argument("--topics", required=True, help="the topic set that was answered"),
        argument("--team", default="", help="whose run it is"),
        argument(
            "--kind",
            choices=RunKind.values,
            default=RunKind.UNKNOWN.value,
            help="trad: traditional, nn: neural, nnlm: by a pretrained language model",
        ),
        flag(
            "--single-precision",
            "round scores to 32 bits, and order by the rounded scores, as trec_eval does"
            " up to version 9, and pytrec_eval",
        ),
        add_leniency,
    )

    def handle(self, *args: Any, **options: Any) -> None:
        collection = collection_to_read_into(options["collection"])
        topic_set = by_name(TopicSet, options["topics"])
        with reading([options["file"]]) as progress:
            done = import_run(
                path=options["file"],
                name=options["name"],
                collection=collection,
                topic_set=topic_set,
                team=options["team"],
                kind=RunKind(options["kind"]),
                single_precision=options["single_precision"],
                leniency=leniency_of(options),
                progress=progress,
            )
        tag = f", tag {done.tag}" if done.tag else ""
        self.stdout.write(report(f"Run {done.name}{tag}:", _counts(done)))
        if done.overlap:
            self.stdout.write(done.overlap)
        if done.same_as:
            self.stdout.write(f"It has the same passages and scores as {', '.join(done.same_as)}.")
        if done.metadata_note:
            self.stdout.write(done.metadata_note)


def _counts(done: RunReport) -> dict[str, int | str]:
    return {
        "topics": done.n_topics,
        "lines": done.n_lines,
        "lines left out, whose passage stands earlier in the topic": done.n_repeated,
        "passages at most for a topic": done.depth,
        "lines that share their score with another of their topic": done.n_tied,
        "doc_ids new to the collection, now passages without text": done.n_new_doc_ids,
        "query ids that are no topics": done.n_unknown_topics,
        "lines of those, left out": done.n_lines_of_unknown_topics,
        "topics without a line": done.n_topics_without_ranking,
    }
