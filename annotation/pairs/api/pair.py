from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.lookup import campaign_to_see
from annotation.api.permissions import OrganizersView, hidden_labels
from annotation.pairs.api.serializers import WholePairSerializer
from annotation.pairs.labels import labels_of
from annotation.pairs.rows import pair_rows
from ranking.lookup import first_of


class PairView(OrganizersView):
    @extend_schema(operation_id="campaign_pair", responses=WholePairSerializer)
    def get(self, request: Request, campaign_id: int, pair_id: int) -> Response:
        """A pair with its texts, every answer to it, and what label sets say of it."""
        campaign = campaign_to_see(request, campaign_id)
        pairs = campaign.pairs.filter(pk=pair_id).select_related("pair__topic", "pair__passage")
        pair = first_of(pairs, "There is no such pair in this campaign.")
        [row] = pair_rows([pair.pk])
        labels = labels_of(pair, hidden=hidden_labels(request))
        return Response(WholePairSerializer({"row": row, "pair": pair, "labels": labels}).data)
