from __future__ import annotations

from django.urls import path

from annotation.api.campaigns import AgreementView, BoardView, CampaignsView
from annotation.api.desk import DeskView
from annotation.api.judging import ActivityView, ClaimsView, JudgmentsView, UndoView
from annotation.api.labels import LabelsView
from annotation.api.session import SessionView

urlpatterns = [
    path("session", SessionView.as_view()),
    path("campaigns", CampaignsView.as_view()),
    path("campaigns/<int:campaign_id>/board", BoardView.as_view()),
    path("campaigns/<int:campaign_id>/agreement", AgreementView.as_view()),
    path("judging/<int:campaign_id>", DeskView.as_view()),
    path("judging/<int:campaign_id>/claims", ClaimsView.as_view()),
    path("judging/<int:campaign_id>/judgments", JudgmentsView.as_view()),
    path("judging/<int:campaign_id>/undo", UndoView.as_view()),
    path("judging/<int:campaign_id>/activity", ActivityView.as_view()),
    path("labels", LabelsView.as_view()),
]
