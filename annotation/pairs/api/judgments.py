from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.lookup import campaign_to_see
from annotation.api.permissions import OrganizersView
from annotation.judging.api.version_serializers import AuditedPairSerializer
from ranking.lookup import first_of


class PairJudgmentsView(OrganizersView):
    @extend_schema(operation_id="pair_judgments", responses=AuditedPairSerializer)
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """Every version of every judgment of a pair, without the content of withdrawn ones."""
        campaign = campaign_to_see(request, campaign_id)
        pairs = campaign.pairs.select_related("pair__topic", "pair__passage")
        pairs = pairs.defer("pair__passage__text").filter(pk=pair_id)
        pair = first_of(pairs, "There is no such pair in this campaign.")
        versions = pair.judgments.select_related("assessor", "grade", "guideline", "policy")
        versions = versions.with_withdrawals().order_by("created_at", "pk")
        pair.versions = versions  # type: ignore[attr-defined]
        return Response(AuditedPairSerializer(pair).data)
