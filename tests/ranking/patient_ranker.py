"""A ranker for worker processes of their own: loaded by `celery worker --include`."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ranking.models import Attempt, Run
from ranking.services.rankers import RANKERS, Ranker
from ranking.services.store_rankings import ScoredTopics
from tests.ranking.services.jobs import RANKER, VERSION, score_plainly


def score_patiently(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    """Whoever comes first never comes to an end."""
    if Attempt.objects.count() == 1:
        time.sleep(1000)
    return score_plainly(run=run, topic_ids=topic_ids)


RANKERS[RANKER] = Ranker(score_patiently, VERSION)
