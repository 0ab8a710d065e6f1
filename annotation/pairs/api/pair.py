from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView, hidden_labels
from annotation.judging.api.version_serializers import AuditedPairSerializer
from annotation.models import Campaign, CampaignPair
from annotation.pairs.api.pairs import sought_by
from annotation.pairs.api.serializers import (
    DecisionRequestSerializer,
    NextPairSerializer,
    PairsQuerySerializer,
    SeenSerializer,
    WholePairSerializer,
)
from annotation.pairs.choosing import choose, choose_no_more
from annotation.pairs.deciding import decide, may_decide, take_back, version_of
from annotation.pairs.labels import labels_of
from annotation.pairs.listing import find_next
from annotation.pairs.rows import pair_rows, to_decision, with_names
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.lookup import first_of


class PairView(OrganizersView):
    @extend_schema(operation_id="campaign_pair", responses=WholePairSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """A pair with its texts, every answer to it, and what label sets say of it."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        return Response(WholePairSerializer(_whole(request, pair)).data)


class PairJudgmentsView(OrganizersView):
    @extend_schema(operation_id="pair_judgments", responses=AuditedPairSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Every version of every judgment of a pair, without the content of withdrawn ones."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        versions = pair.judgments.select_related("assessor", "grade", "guideline", "policy")
        versions = versions.with_withdrawals().order_by("created_at", "pk")
        pair.versions = versions  # type: ignore[attr-defined]
        return Response(AuditedPairSerializer(pair).data)


class NextPairView(OrganizersView):
    @extend_schema(
        operation_id="campaign_next_pair",
        parameters=[PairsQuerySerializer],
        responses=NextPairSerializer,
    )
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """The pair behind this one in a list, which need not hold this one any more."""
        campaign = campaign_to_see(request, campaign_id)
        found = find_next(campaign, sought_by(request), _pair(campaign, pair_id))
        return Response(NextPairSerializer({"id": found}).data)


class DecisionView(OrganizersView):
    @extend_schema(
        operation_id="campaign_decide",
        request=DecisionRequestSerializer,
        responses={201: WholePairSerializer},
    )
    def post(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Decide on a pair; an earlier decision is superseded, and kept."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        decide(
            pair=pair,
            adjudicator=account(request),
            **body_fields(request, DecisionRequestSerializer),
        )
        whole = WholePairSerializer(_whole(request, pair))
        return Response(whole.data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="campaign_take_decision_back",
        parameters=[SeenSerializer],
        responses=WholePairSerializer,
    )
    def delete(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Take the decision on a pair back; it is kept among those that were made."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        take_back(
            pair=pair, actor=account(request), seen=query_fields(request, SeenSerializer)["seen"]
        )
        return Response(WholePairSerializer(_whole(request, pair)).data)


class ChosenView(OrganizersView):
    @extend_schema(operation_id="campaign_choose_pair", request=None, responses=WholePairSerializer)
    @takes_no_fields
    def put(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Choose a pair for adjudication, whatever its answers are."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        choose(pair=pair, chosen_by=account(request))
        return Response(WholePairSerializer(_whole(request, pair)).data)

    @extend_schema(operation_id="campaign_choose_pair_no_more", responses=WholePairSerializer)
    @takes_no_fields
    def delete(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Choose a pair no more."""
        pair = _pair(campaign_to_see(request, campaign_id), pair_id)
        choose_no_more(pair=pair, actor=account(request))
        return Response(WholePairSerializer(_whole(request, pair)).data)


def _pair(campaign: Campaign, pair_id: int) -> CampaignPair:
    pairs = campaign.pairs.filter(pk=pair_id).select_related("pair__topic", "pair__passage")
    return first_of(pairs, "There is no such pair in this campaign.")


def _whole(request: Request, pair: CampaignPair) -> dict[str, Any]:
    [row] = pair_rows([pair.pk])
    made = with_names(pair.adjudications.order_by("-created_at", "-pk"))
    return {
        "row": row,
        "pair": pair,
        "labels": labels_of(pair, hidden=hidden_labels(request)),
        "version": version_of(pair),
        "may_decide": may_decide(pair, account(request)),
        "decisions": [to_decision(one) for one in made],
    }
