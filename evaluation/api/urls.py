from __future__ import annotations

from django.urls import path

from evaluation.api.comparisons import (
    ComparisonCsvView,
    ComparisonLatexView,
    ComparisonView,
    TopicDifferencesView,
)
from evaluation.api.measures import MeasuresView
from evaluation.api.scores import RankCorrelationView, ScoresView, SystemsView, TopicPlanView

urlpatterns = [
    path("comparison", ComparisonView.as_view()),
    path("comparison.csv", ComparisonCsvView.as_view()),
    path("comparison.tex", ComparisonLatexView.as_view()),
    path("comparison/topics", TopicDifferencesView.as_view()),
    path("measures", MeasuresView.as_view()),
    path("rank-correlation", RankCorrelationView.as_view()),
    path("scores", ScoresView.as_view()),
    path("systems", SystemsView.as_view()),
    path("topic-plan", TopicPlanView.as_view()),
]
