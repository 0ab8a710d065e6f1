from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from ranking.jobs.creating import create_job
from ranking.lookup import by_name
from ranking.management.arguments import argument, flag, group
from ranking.management.index_arguments import (
    INDEX_ARGUMENTS,
    INDEX_STOPPED,
    read_index_options,
)
from ranking.management.jobs import JobCommand
from ranking.management.model_arguments import (
    model_arguments,
    option,
    read_model_options,
    refuse_foreign,
)
from ranking.models import Collection, Run, TopicSet
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.bm25_plan import DEFAULTS, DEVICES, RANKER, BM25Options, plan_bm25
from ranking.rankers.bm25_scores import find_gpu
from ranking.rankers.indexes import open_or_build_lexical_index
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.rerank_plan import plan_retrieval
from regrade.bm25.rm3 import RM3
from regrade.tables import report

SEARCHING = [name for name, one in NEURAL_RANKERS.items() if one.can_retrieve]


USUAL_RM3 = RM3()
SCORING_ARGUMENTS = group(
    "bm25; k1 and b are as tuned for MS MARCO passages",
    argument(
        "--k1",
        type=float,
        help=f"how slowly repeated terms stop to count, from 0 to 1000 ({DEFAULTS.k1})",
    ),
    argument(
        "--b",
        type=float,
        help=f"how strongly length lowers the score of a passage, from 0 to 1 ({DEFAULTS.b})",
    ),
    flag(
        "--no-tie-adjustment",
        "store Lucene's scores as they are. Equal ones then stand in Regrade's order, by "
        "doc_id descending, while by default they are set apart by a millionth as Anserini does, "
        "which keeps Lucene's order, by doc_id ascending. What falls below the depth is the same",
        default=None,
    ),
    argument(
        "--device",
        choices=DEVICES,
        help="what computes: the processor (cpu, the default) or a GPU (cuda), which finds the "
        "same passages with the same scores",
    ),
    flag(
        "--rm3",
        "expand each query by terms of the passages that a first search finds (RM3, as "
        "Anserini's), and search again",
        default=None,
    ),
    argument(
        "--fb-terms",
        type=int,
        help=f"with --rm3: how many terms of feedback join the query ({USUAL_RM3.fb_terms})",
    ),
    argument(
        "--fb-docs",
        type=int,
        help=f"with --rm3: how many passages the feedback is taken from ({USUAL_RM3.fb_docs})",
    ),
    argument(
        "--original-query-weight",
        type=float,
        help="with --rm3: the share that the query's own terms keep, from 0 to 1 "
        f"({USUAL_RM3.original_query_weight})",
    ),
)


class Command(JobCommand):
    help = (
        "Rank a collection's passages for every topic, in this process unless --workers leaves it "
        "to them, and keep it as a run: by BM25, with Lucene's scores in Lucene's order, or "
        "exactly by vectors of a model (bert-dot, colbert). The index, or the vectors, are made "
        "first where there are none; an index older than the collection's texts is refused, with "
        "the command that rebuilds it. Stopped at any moment, the same command goes on with what "
        "remains. A topic that finds nothing gets no ranking and is counted."
    )
    no_worker = "No worker is at work yet. ./dev up starts one; without --workers none is needed."

    arguments = (
        argument("name", metavar="NAME", help="name of the run; no comma, no blank"),
        argument("--ranker", required=True, choices=[RANKER, *SEARCHING], help="what scores"),
        argument("--collection", required=True, help="collection to search"),
        argument("--topics", required=True, help="the topic set to answer"),
        argument("--depth", type=int, default=1000, help="passages a topic at most (1000)"),
        flag(
            "--workers",
            "leave it to the workers and wait for them (queue rank.cpu for bm25, rank.gpu for "
            "models and --device cuda); by default this process computes",
        ),
        SCORING_ARGUMENTS,
        INDEX_ARGUMENTS,
        *model_arguments(SEARCHING),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_foreign(options["ranker"], options)
        topic_set = by_name(TopicSet, options["topics"])
        collection = by_name(Collection, options["collection"])
        run = self._rank(topic_set, collection, options)
        if run is not None:
            self.stdout.write(_report(run))

    def _rank(
        self, topic_set: TopicSet, collection: Collection, options: dict[str, Any]
    ) -> Run | None:
        """The run, or None where it is there already."""
        asked = {
            "name": options["name"],
            "collection": collection,
            "topic_set": topic_set,
            "depth": options["depth"],
        }
        if options["ranker"] == RANKER:
            return self._rank_by_bm25(asked, options)
        plan = plan_retrieval(**asked, ranker=options["ranker"], **read_model_options(options))
        if self.is_there(plan.name):
            return None
        return self.compute(create_job(plan=plan), is_now=not options["workers"])

    def _rank_by_bm25(self, asked: dict[str, Any], options: dict[str, Any]) -> Run | None:
        collection, device = asked["collection"], options["device"] or DEVICES[0]
        index = read_index_options(options, collection)
        plan = plan_bm25(**asked, options=_scoring(options, index), device=device)
        if self.is_there(plan.name):
            return None
        if device == "cuda" and not options["workers"]:
            find_gpu()
        # Before anything is stored: a disk that is full of it leaves no failed run.
        with self.saying_when_stopped(INDEX_STOPPED):
            open_or_build_lexical_index(
                collection=collection, options=index, progress=self.progress
            )
        return self.compute(create_job(plan=plan), is_now=not options["workers"])


def _scoring(options: dict[str, Any], index: IndexOptions) -> BM25Options:
    return BM25Options(
        **{name: options[name] for name in ("k1", "b") if options[name] is not None},
        rm3=_rm3(options),
        adjusts_ties=not options["no_tie_adjustment"],
        index=index,
    )


def _rm3(options: dict[str, Any]) -> RM3 | None:
    given = {name: options[name] for name in RM3._fields if options[name] is not None}
    if given and not options["rm3"]:
        raise CommandError(f"{' and '.join(map(option, given))} needs --rm3 beside it.")
    return RM3(**given) if options["rm3"] else None


def _report(run: Run) -> str:
    spec, n_topics = run.spec or {}, run.rankings.count()
    counts = {
        "topics": n_topics,
        "topics that find nothing": run.topic_set.topics.count() - n_topics,
        "passages with text, which were searched": spec["n_texts"],
        "passages at most for a topic": run.depth,
    }
    return report(f"Run {run.name} by {spec['label']}:", counts)
