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
from evaluation.api.studies import (
    StudiesView,
    StudyFailuresCsvView,
    StudyFailuresView,
    StudyPreviewView,
    StudySteerView,
    StudyTableCsvView,
    StudyTableLatexView,
    StudyTableView,
    StudyTopicsCsvView,
    StudyTopicsView,
    StudyView,
)
from evaluation.api.topics import TopicLookView
from evaluation.api.verdicts import PoolBiasView, VerdictView

urlpatterns = [
    path("comparison", ComparisonView.as_view()),
    path("comparison.csv", ComparisonCsvView.as_view()),
    path("comparison.tex", ComparisonLatexView.as_view()),
    path("comparison/pool-bias", PoolBiasView.as_view()),
    path("comparison/topics", TopicDifferencesView.as_view()),
    path("comparison/verdict", VerdictView.as_view()),
    path("measures", MeasuresView.as_view()),
    path("rank-correlation", RankCorrelationView.as_view()),
    path("scores", ScoresView.as_view()),
    path("studies", StudiesView.as_view()),
    path("studies/preview", StudyPreviewView.as_view()),
    path("study", StudyView.as_view()),
    path("study/steer", StudySteerView.as_view()),
    path("study/table", StudyTableView.as_view()),
    path("study/table.csv", StudyTableCsvView.as_view()),
    path("study/table.tex", StudyTableLatexView.as_view()),
    path("study/topics", StudyTopicsView.as_view()),
    path("study/topics.csv", StudyTopicsCsvView.as_view()),
    path("study/failures", StudyFailuresView.as_view()),
    path("study/failures.csv", StudyFailuresCsvView.as_view()),
    path("systems", SystemsView.as_view()),
    path("topic", TopicLookView.as_view()),
    path("topic-plan", TopicPlanView.as_view()),
]
