from __future__ import annotations

from django.urls import path

from ranking.api.collections import CollectionsMenuView, TopicSetsMenuView, UploadLimitsView
from ranking.api.computed_runs import (
    ComputedRunsView,
    ProgressView,
    RankersView,
    RunSpecView,
)
from ranking.api.fused_runs import FusedRunsView
from ranking.api.jobs import AttemptsView, JobView, SteerJobView
from ranking.api.pairs import (
    AggregatedRunsView,
    FlippedPairsView,
    FlipsView,
    PairBothWaysView,
    PairedTopicsView,
    PairScoresView,
)
from ranking.api.passages import CollectionPassagesView
from ranking.api.runs import RunsMenuView
from ranking.api.variants import (
    RecipesView,
    VariantPreviewView,
    VariantProgressView,
    VariantsView,
)
from ranking.http.version import VersionView

urlpatterns = [
    path("collections/passages", CollectionPassagesView.as_view()),
    path("jobs/<int:job_id>", JobView.as_view()),
    path("jobs/<int:job_id>/attempts", AttemptsView.as_view()),
    path("jobs/<int:job_id>/steer", SteerJobView.as_view()),
    path("menus/collections", CollectionsMenuView.as_view()),
    path("menus/runs", RunsMenuView.as_view()),
    path("menus/topic-sets", TopicSetsMenuView.as_view()),
    path("rankers", RankersView.as_view()),
    path("recipes", RecipesView.as_view()),
    path("runs/aggregated", AggregatedRunsView.as_view()),
    path("runs/computed", ComputedRunsView.as_view()),
    path("runs/flips", FlipsView.as_view()),
    path("runs/fused", FusedRunsView.as_view()),
    path("runs/pairs", FlippedPairsView.as_view()),
    path("runs/pairs/one", PairBothWaysView.as_view()),
    path("runs/pairs/scores", PairScoresView.as_view()),
    path("runs/pairs/topics", PairedTopicsView.as_view()),
    path("runs/progress", ProgressView.as_view()),
    path("runs/spec", RunSpecView.as_view()),
    path("upload-limits", UploadLimitsView.as_view()),
    path("variants", VariantsView.as_view()),
    path("variants/preview", VariantPreviewView.as_view()),
    path("variants/progress", VariantProgressView.as_view()),
    path("version", VersionView.as_view()),
]
