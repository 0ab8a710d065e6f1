from __future__ import annotations

from django.urls import path

from evaluation.api.comparisons import (
    ComparisonCsvView,
    ComparisonLatexView,
    ComparisonView,
    TopicDifferencesView,
)

urlpatterns = [
    path("comparison", ComparisonView.as_view()),
    path("comparison.csv", ComparisonCsvView.as_view()),
    path("comparison.tex", ComparisonLatexView.as_view()),
    path("comparison/topics", TopicDifferencesView.as_view()),
]
