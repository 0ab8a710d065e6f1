from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from ranking.management.base import RegradeCommand
from ranking.management.reports import report
from ranking.models import Collection, TopicSet
from ranking.services.lookup import by_name
from ranking.services.rank_bm25 import rank_bm25


class Command(RegradeCommand):
    help = (
        "Rank a collection's passages for every topic by BM25 and keep it as a run. The index is "
        "built in memory for this one run, which suits small collections."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the run; no comma, no blank")
        parser.add_argument("--collection", required=True, help="what is searched")
        parser.add_argument("--topics", required=True, help="the topic set to answer")
        parser.add_argument("--depth", type=int, default=1000, help="passages a topic (1000)")
        parser.add_argument("--k1", type=float, default=0.9, help="saturation of terms (0.9)")
        parser.add_argument("--b", type=float, default=0.4, help="weight of lengths (0.4)")

    def handle(self, *args: Any, **options: Any) -> None:
        topic_set = by_name(TopicSet, options["topics"])
        run = rank_bm25(
            name=options["name"],
            collection=by_name(Collection, options["collection"]),
            topic_set=topic_set,
            depth=options["depth"],
            k1=options["k1"],
            b=options["b"],
            progress=self.progress,
        )
        n_topics = run.rankings.count()
        counts = {
            "topics": n_topics,
            "topics that share no term with any passage": topic_set.topics.count() - n_topics,
            "passages with text, which were indexed": (run.spec or {})["n_texts"],
            "passages at most for a topic": run.depth,
        }
        self.stdout.write(report(f"Run {run.name} by BM25:", counts))
