from __future__ import annotations

from evaluation.models.comparison import Comparison
from evaluation.models.comparison_job import ComparisonJob
from evaluation.models.evaluation import Evaluation
from evaluation.models.run_hash import RunHash
from evaluation.models.saved_comparison import AnswerKind, SavedComparison
from evaluation.models.study import Study
from evaluation.models.study_run import StudyRun
from evaluation.models.topic_coverage import TopicCoverage
from evaluation.models.topic_scores import TopicScores
from evaluation.models.training import Training, TrainingReport, TrainingValidation

__all__ = [
    "AnswerKind",
    "Comparison",
    "ComparisonJob",
    "Evaluation",
    "RunHash",
    "SavedComparison",
    "Study",
    "StudyRun",
    "TopicCoverage",
    "TopicScores",
    "Training",
    "TrainingReport",
    "TrainingValidation",
]
