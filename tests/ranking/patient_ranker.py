"""A ranker for worker processes of their own: loaded by `celery worker --include`."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ranking import worker_times
from ranking.models import Attempt, Run
from ranking.rankers.chunk import RANKERS, Ranker
from ranking.runs.storing import ScoredTopics
from tests.ranking.jobs.job_cases import RANKER, VERSION, score_plainly


def score_patiently(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """The first attempt hangs in its second topic."""
    if Attempt.objects.filter(n_landed__gt=0).count() == Attempt.objects.count() == 1:
        time.sleep(1000)
    return score_plainly(run=run, topic_ids=topic_ids)


RANKERS[RANKER] = Ranker(score_patiently, VERSION, topics_at_once=lambda _: 1)
# As if each call took long.
worker_times.LAND_EVERY_S = 0
