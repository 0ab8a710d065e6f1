from __future__ import annotations

from ranking.models.chunk import Attempt, Chunk, Outcome
from ranking.models.collection import Collection
from ranking.models.installation import Installation
from ranking.models.job import Job, JobStatus
from ranking.models.owned import Owned, OwnedQuerySet, Visibility, made_of
from ranking.models.passage import Passage
from ranking.models.ranking import PairScores, Ranking
from ranking.models.renaming import Renaming
from ranking.models.run import Run, RunKind, RunSource, RunStatus
from ranking.models.topic_set import Topic, TopicSet
from ranking.models.trained_model import TrainedModel
from ranking.models.variant_making import VariantMaking

__all__ = [
    "Attempt",
    "Chunk",
    "Collection",
    "Installation",
    "Job",
    "JobStatus",
    "Outcome",
    "Owned",
    "OwnedQuerySet",
    "PairScores",
    "Passage",
    "Ranking",
    "Renaming",
    "Run",
    "RunKind",
    "RunSource",
    "RunStatus",
    "Topic",
    "TopicSet",
    "TrainedModel",
    "VariantMaking",
    "Visibility",
    "made_of",
]
