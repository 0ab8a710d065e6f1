from __future__ import annotations

from django.urls import path

from ranking.api.runs import RunListView

urlpatterns = [path("runs", RunListView.as_view(), name="runs")]
