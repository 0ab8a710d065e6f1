from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.database import one_snapshot
from annotation.exceptions import LabelsRefused
from annotation.labels.api.labels import visible_labels, visible_named
from annotation.labels.api.serializers import (
    CampaignLabelsSerializer,
    DerivationQuerySerializer,
    DerivationRequestSerializer,
    DerivedLabelsSerializer,
    LabelsPreviewSerializer,
)
from annotation.labels.counts import counts_of, stored_counts
from annotation.labels.deriving import OtherSets, aggregate_votes, derive_labels, refusal_of
from annotation.labels.pool_runs import complete_runs_of
from annotation.labels.voters import model_assessors, others_who_voted
from annotation.models import Campaign, LabelSet
from annotation.pairs.deciding import decisions_of
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from regrade.aggregation.policy_file import PolicyError, policy_from_json


class CampaignLabelsView(OrganizersView):
    @extend_schema(operation_id="campaign_labels", responses=CampaignLabelsSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        campaign = campaign_to_see(request, campaign_id)
        visible, pool = visible_labels(request).order_by("name"), campaign.pool
        of_topics = visible.filter(topic_set=pool.topic_set_id)
        found = {
            "name": campaign.name,
            "state": campaign.state,
            "scale": campaign.grades.order_by("value"),
            "fallbacks": _names(of_topics.filter(collection=pool.collection_id)),
            "topic_labels": _names(of_topics),
            "model_assessors": model_assessors(campaign),
            "assessors": others_who_voted(campaign),
            "n_decisions": len(decisions_of(campaign)),
            "pool_runs": complete_runs_of(pool),
            "label_sets": _with_counts(visible.filter(campaign=campaign)),
        }
        return Response(CampaignLabelsSerializer(found).data)

    @extend_schema(
        operation_id="campaign_derive_labels",
        request=DerivationRequestSerializer,
        responses={201: DerivedLabelsSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Derive a label set, which never changes afterwards."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, DerivationRequestSerializer)
        name = fields.pop("name")
        asked = _question(request, fields)
        done = derive_labels(name=name, campaign=campaign, actor=account(request), **asked)
        [row] = _with_counts(LabelSet.objects.filter(pk=done.label_set.pk))
        return Response(DerivedLabelsSerializer(row).data, status=status.HTTP_201_CREATED)


class LabelsPreviewView(OrganizersView):
    @extend_schema(
        operation_id="campaign_preview_labels",
        parameters=[DerivationQuerySerializer],
        responses=LabelsPreviewSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Preview the labels; nothing is stored."""
        campaign = campaign_to_see(request, campaign_id)
        question = _question(request, query_fields(request, DerivationQuerySerializer))
        return Response(LabelsPreviewSerializer(_preview(campaign, question)).data)


def _question(request: Request, fields: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `derive_labels`; only label sets visible to the requesting user."""
    others = OtherSets(*(_visible(request, fields.get(key)) for key in OtherSets._fields))
    try:
        policy = policy_from_json(fields)
    except PolicyError as error:
        sentence = f"The labels cannot be derived: {error}."
        raise LabelsRefused(sentence, code=error.code) from error
    return {"policy": policy, "others": others}


def _visible(request: Request, name: str | None) -> LabelSet | None:
    return None if name is None else visible_named(request, name)


def _names(labels: QuerySet[LabelSet]) -> list[str]:
    return list(labels.values_list("name", flat=True))


def _with_counts(labels: QuerySet[LabelSet]) -> list[LabelSet]:
    """The label sets with their counts and steps, without the medians of their reports."""
    found: list[LabelSet] = list(
        labels.defer("report")
        .annotate(
            steps=F("report__steps"),
            n_ties=F("report__n_ties"),
            n_votes_by_kind=F("report__n_votes_by_kind"),
        )
        .order_by("-created_at", "-pk")
    )
    counts = stored_counts(found)
    for label_set in found:
        label_set.counts = counts[label_set.pk]  # type: ignore[attr-defined]
    return found


@one_snapshot()
def _preview(campaign: Campaign, question: dict[str, Any]) -> dict[str, Any]:
    outcome = aggregate_votes(campaign=campaign, **question)
    aggregation, min_relevance = outcome.aggregation, outcome.policy["min_relevance"]
    return {
        "counts": counts_of(aggregation, min_relevance),
        "min_relevance": min_relevance,
        "n_recorded": outcome.n_recorded,
        "n_unanswered": aggregation.n_unanswered,
        "n_ties": aggregation.n_ties,
        "n_rounded": int(aggregation.is_rounded.sum()),
        "n_votes_by_kind": outcome.n_votes_by_kind,
        "steps": aggregation.steps,
        "problem": str(refusal_of(campaign, outcome) or ""),
    }
