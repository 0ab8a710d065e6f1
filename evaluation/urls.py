from __future__ import annotations

from django.urls import path

from annotation.exchange.api.imports import LabelsImportView
from evaluation.api.comparison_answers import (
    BoundsView,
    DifferencePlanView,
    FewestLabelsView,
    OrderView,
    TopicTableView,
    TwoOrdersView,
)
from evaluation.api.comparisons import ComparisonView
from evaluation.api.jobs import JobsView
from evaluation.api.sampling import SamplingView
from evaluation.api.scores import ScoresView, SystemsView
from evaluation.api.studies import (
    StudiesView,
    StudyFailuresView,
    StudyPreviewView,
    StudySteerView,
    StudyTableView,
    StudyTopicsView,
    StudyView,
)
from evaluation.api.topics import (
    CollectionView,
    PassageJudgmentsView,
    PassageRankingsView,
    PassageView,
    TopicLookView,
    TopicSetTopicsView,
    TopicSetView,
)
from evaluation.api.verdicts import MethodsView, PoolBiasView, VerdictView, VerificationView
from evaluation.api.watching import WatchView
from evaluation.api.what_if import (
    DecisiveView,
    ErrorsView,
    LeadsView,
    LookView,
    RedrawsView,
    SourcesView,
    TurnedView,
)
from evaluation.leaderboards.api.leaderboard import LeaderboardView
from evaluation.library.api.lists import RankingView, library_view
from evaluation.library.api.one import OneThingView, SeveralRunsView
from evaluation.library.kinds import Kind
from evaluation.saved.api.answers import (
    KeptAnswersView,
    OneKeptAnswerView,
)
from evaluation.saved.api.comparisons import (
    OneSavedComparisonView,
    SaveComparisonView,
    SavedNamesView,
)
from evaluation.saved.api.shared import SharedComparisonView
from evaluation.training.api.views import (
    TrainingChoicesView,
    TrainingPreviewView,
    TrainingSteerView,
    TrainingsView,
    TrainingView,
)
from ranking.api.collections import CollectionsImportView, TopicSetsImportView
from ranking.api.runs import RunsImportView

POSTING = {
    Kind.COLLECTIONS: CollectionsImportView,
    Kind.TOPIC_SETS: TopicSetsImportView,
    Kind.RUNS: RunsImportView,
    Kind.LABELS: LabelsImportView,
    Kind.COMPARISONS: SaveComparisonView,
}

urlpatterns = [
    path("campaigns/<int:campaign_id>/sampling", SamplingView.as_view()),
    path("campaigns/<int:campaign_id>/watch", WatchView.as_view()),
    path("campaigns/<int:campaign_id>/what-if", LookView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/thresholds", LeadsView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/redraws", RedrawsView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/pairs", DecisiveView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/turning", TurnedView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/sources", SourcesView.as_view()),
    path("campaigns/<int:campaign_id>/what-if/errors", ErrorsView.as_view()),
    path("collections/one", CollectionView.as_view()),
    *(path(kind, library_view(kind, view).as_view()) for kind, view in POSTING.items()),
    path("library/one", OneThingView.as_view()),
    path("library/runs", SeveralRunsView.as_view()),
    path("comparison", ComparisonView.as_view()),
    path("comparison/bounds", BoundsView.as_view()),
    path("comparison/turning", FewestLabelsView.as_view()),
    path("comparison/order", OrderView.as_view()),
    path("comparison/systems", SystemsView.as_view()),
    path("comparison/topic-plan", DifferencePlanView.as_view()),
    path("comparison/topic-table", TopicTableView.as_view()),
    path("comparison/two-orders", TwoOrdersView.as_view()),
    path("comparison/methods", MethodsView.as_view()),
    path("comparison/verification", VerificationView.as_view()),
    path("comparison/pool-bias", PoolBiasView.as_view()),
    path("comparisons/one", OneSavedComparisonView.as_view()),
    path("comparisons/names", SavedNamesView.as_view()),
    path("comparisons/answers", KeptAnswersView.as_view()),
    path("comparisons/answers/one", OneKeptAnswerView.as_view()),
    path("comparison/verdict", VerdictView.as_view()),
    path("jobs", JobsView.as_view()),
    path("leaderboard", LeaderboardView.as_view()),
    path("passage", PassageView.as_view()),
    path("passage/judgments", PassageJudgmentsView.as_view()),
    path("passage/rankings", PassageRankingsView.as_view()),
    path("runs/ranking", RankingView.as_view()),
    path("scores", ScoresView.as_view()),
    path("shared-comparisons", SharedComparisonView.as_view()),
    path("studies", StudiesView.as_view()),
    path("studies/preview", StudyPreviewView.as_view()),
    path("studies/one", StudyView.as_view()),
    path("studies/steer", StudySteerView.as_view()),
    path("studies/table", StudyTableView.as_view()),
    path("studies/topics", StudyTopicsView.as_view()),
    path("studies/failures", StudyFailuresView.as_view()),
    path("topic", TopicLookView.as_view()),
    path("trainings", TrainingsView.as_view()),
    path("trainings/choices", TrainingChoicesView.as_view()),
    path("trainings/preview", TrainingPreviewView.as_view()),
    path("trainings/one", TrainingView.as_view()),
    path("trainings/steer", TrainingSteerView.as_view()),
    path("topic-sets/one", TopicSetView.as_view()),
    path("topic-sets/topics", TopicSetTopicsView.as_view()),
]
