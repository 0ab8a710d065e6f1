from __future__ import annotations

from demo.names import COLLECTION, KNOWN_LABELS, STUDY, TOPIC_SET
from demo.services.existing import existing
from evaluation.api.study_serializers import StudyRequestSerializer, asked_study
from evaluation.models import Study
from evaluation.studies.here_and_now import Tell, run_study_now
from evaluation.studies.lines import AskedStudy
from evaluation.studies.starting import start_study
from ranking.lookup import by_name
from ranking.models import Collection, JobStatus, TopicSet

RECIPES = (
    "typos-queries-swap_characters-one",
    "typos-queries-remove_space-one",
    "typos-queries-remove_stop_words-one",
)
MEASURES = "RR@10,nDCG@10"


def study_typos(*, depth: int, progress: Tell) -> str | None:
    """Run or resume a study of how typos in queries affect the demo's rankers.

    Args:
        depth: passages a topic that the model re-ranks.
    """
    collection, topic_set = by_name(Collection, COLLECTION), by_name(TopicSet, TOPIC_SET)
    study = existing(Study, STUDY, collection=collection, topic_set=topic_set)
    if study is not None and study.status == JobStatus.DONE:
        return None
    study = run_study_now(study=start_study(asked=_asked(depth), offers=False), progress=progress)
    return f"Study {STUDY}: {study.runs.count()} runs, three rankers and typos in the questions."


def _asked(depth: int) -> AskedStudy:
    """The study's specification, as in a study file."""
    found = StudyRequestSerializer(
        data={
            "name": STUDY,
            "topics": TOPIC_SET,
            "collection": COLLECTION,
            "labels": KNOWN_LABELS,
            "measures": MEASURES,
            "variants": [{"texts": "queries", "recipe": recipe} for recipe in RECIPES],
            "rankers": [
                {"name": "BM25", "ranker": "bm25"},
                {"name": "BM25 + RM3", "ranker": "bm25", "rm3": {}},
                {"name": "MiniLM", "ranker": "bert-dot", "reranks": "BM25", "depth": depth},
            ],
        }
    )
    found.is_valid(raise_exception=True)
    return asked_study(dict(found.validated_data))
