"""A ranker for a worker process of its own: loaded by `celery worker --include`."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from ranking.models import Run
from ranking.services.rankers import RANKERS, Ranker
from ranking.services.store_rankings import ScoredTopics
from tests.ranking.services.jobs import RANKER, VERSION, score_plainly

PATIENCE = "REGRADE_TEST_SECONDS_TO_RANK"


def score_patiently(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    time.sleep(float(os.environ[PATIENCE]))
    return score_plainly(run=run, topic_ids=topic_ids)


RANKERS[RANKER] = Ranker(score_patiently, VERSION)
