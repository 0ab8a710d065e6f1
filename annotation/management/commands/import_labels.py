from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotation.exchange.labels import LabelsReport, import_labels
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from ranking.management.collections import collection_to_read_into
from ranking.management.progress import reading
from ranking.models import TopicSet
from regrade.methods.sampled import sample_sentence
from regrade.tables import report


class Command(RegradeCommand):
    help = (
        "Read labels into a new label set, which never changes after: TREC qrels (query id, "
        "iteration, doc_id, relevance) or three columns (query id, doc_id, relevance), with a "
        "header line or without, gzipped or not. Labels that are a sample: TREC's prels (query id, "
        "doc_id, relevance, method, probability), or a header line with a fourth column, "
        "probability. Lines that begin with # are passed over. Query "
        "ids that are no topics are counted and left out; a doc_id that the collection has not "
        "becomes a passage without text: it counts in measures and can never be shown."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the labels")
        parser.add_argument(
            "--name", required=True, help="name of the label set; no comma, no blank"
        )
        parser.add_argument(
            "--collection",
            required=True,
            help="whose passages are labelled; create_collection makes one without texts",
        )
        parser.add_argument("--topics", required=True, help="topic set of the query ids")
        parser.add_argument(
            "--min-relevance",
            type=int,
            metavar="N",
            help="least value that binary measures call relevant (default 1); one above every "
            "label is refused",
        )

        parser.add_argument(
            "--whole",
            action="store_true",
            help="every passage of these topics was judged: unlisted passages are not relevant, and"
            " nothing counts as unjudged",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        collection = collection_to_read_into(options["collection"])
        topic_set = by_name(TopicSet, options["topics"])
        with reading([options["file"]]) as progress:
            done = import_labels(
                path=options["file"],
                name=options["name"],
                collection=collection,
                topic_set=topic_set,
                min_relevance=options["min_relevance"],
                is_whole=options["whole"],
                progress=progress,
            )
        self.stdout.write(report(f"Labels {done.label_set.name}:", _counts(done)))
        if done.label_set.is_sample:
            self.stdout.write(sample_sentence(done.label_set.design))
        if done.overlap:
            self.stdout.write(done.overlap)


def _counts(done: LabelsReport) -> dict[str, int | str]:
    by_value = {f"pairs of value {value}": n for value, n in done.n_pairs_by_relevance.items()}
    return {
        "topics": done.n_topics,
        "pairs": done.n_pairs,
        **by_value,
        f"pairs relevant, at {done.label_set.min_relevance} or above": done.n_relevant,
        "doc_ids new to the collection, now passages without text": done.n_new_doc_ids,
        "query ids that are no topics": done.n_unknown_topics,
        "pairs of those, left out": done.n_pairs_of_unknown_topics,
        "topics without a label": done.n_topics_without_labels,
        **_not_drawn(done),
    }


def _not_drawn(done: LabelsReport) -> dict[str, int]:
    words = "pairs chosen instead of drawn, left out"
    return {words: done.n_not_drawn} if done.n_not_drawn else {}
