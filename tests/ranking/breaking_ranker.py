"""A ranker for worker processes of their own: loaded by `celery worker --include`."""

from __future__ import annotations

from collections.abc import Sequence

from ranking.models import Attempt, Run
from ranking.rankers.chunk import RANKERS, Ranker
from ranking.runs.storing import ScoredTopics
from tests.ranking.jobs.job_cases import RANKER, VERSION, score_plainly


def break_once(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """The GPU fails at the first attempt."""
    if Attempt.objects.count() == 1:
        raise RuntimeError("CUDA error: an illegal memory access was encountered")
    return score_plainly(run=run, topic_ids=topic_ids)


RANKERS[RANKER] = Ranker(break_once, VERSION)
