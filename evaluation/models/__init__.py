from __future__ import annotations

from evaluation.models.comparison import Comparison
from evaluation.models.evaluation import Evaluation
from evaluation.models.topic_scores import TopicScores

__all__ = ["Comparison", "Evaluation", "TopicScores"]
