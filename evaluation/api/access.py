"""Access to scores, and which label sets are hidden from whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation.access.permissions import blind_labels
from annotation.models import LabelSet
from evaluation.scores.measures import measures_of
from ranking.http.formats import FormatsView
from ranking.http.permissions import MayResearchOrOrganize
from ranking.http.scopes import RESEARCH
from ranking.lookup import all_by_name, by_name
from ranking.models import Run


class MayResearch(BasePermission):
    message = "Comparing needs the right of a researcher, which this account does not have."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.has_perm("ranking.may_research"))


class MayCompare(MayResearchOrOrganize):
    """Who derives labels sees what they do to the runs; which sets, `check_blind` decides."""

    message = "Comparing needs the right of a researcher or an organizer; this account has neither."


# Without docstrings: the API's description would give them to every operation that has none.
class ResearchView(FormatsView):
    permission_classes = [MayResearch]
    token_scopes = RESEARCH


class CompareView(FormatsView):
    permission_classes = [MayCompare]
    token_scopes = RESEARCH


def check_blind(request: Request, used: Iterable[LabelSet | None]) -> None:
    """Check that no label set rests on an open campaign that the requesting user assesses."""
    hidden = blind_labels(request)
    for label_set in used:
        if label_set and label_set.pk in hidden:
            raise PermissionDenied(f"You assess the campaign of {label_set}; it shows when closed.")


def labels_named(asked: dict[str, Any], key: str) -> LabelSet | None:
    return by_name(LabelSet, asked[key]) if asked.get(key) else None


def asked_scores(request: Request, asked: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a GET for scores: runs, labels, measures, topics and order. Nothing computed for
    them is stored.
    """
    narrow = labels_named(asked, "only_topics_of")
    label_sets = all_by_name(LabelSet, asked["labels"])
    check_blind(request, [*label_sets, narrow])
    return {
        "runs": all_by_name(Run, asked["runs"]),
        "label_sets": label_sets,
        "measures": measures_of(asked["measures"]),
        "only_topics_of": narrow,
        "common_topics": asked["common_topics"],
        "trained_topics": asked["trained_topics"],
        "single_precision": asked["single_precision"],
        "keeps": False,
    }
