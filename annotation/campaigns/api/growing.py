from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.campaigns.api.new_campaign_serializers import PooledRunsSerializer
from annotation.campaigns.api.setup import check_size, visible_sets
from annotation.campaigns.growing import Growth, add_pairs
from annotation.pools.preview import MAX_DEPTH
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import TupleSerializer
from ranking.lookup import all_by_name
from ranking.models import Run


class AddPairsRequestSerializer(PooledRunsSerializer):
    """Adds the top passages of these runs that the campaign and these labels lack."""

    depth = serializers.IntegerField(min_value=1, max_value=MAX_DEPTH)
    new_topics = serializers.BooleanField(
        default=False, help_text="Topics that the campaign has not, too."
    )
    only_look = serializers.BooleanField(default=False, help_text="Add nothing; only count.")


class AddPairsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_add_pairs",
        request=AddPairsRequestSerializer,
        responses=TupleSerializer[Growth],
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Add pairs to a campaign that is not over, or only count them."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, AddPairsRequestSerializer)
        asked: dict[str, Any] = {
            "campaign": campaign,
            "runs": all_by_name(Run, fields["runs"]),
            "depth": fields["depth"],
            "without": visible_sets(request, fields["without_labels"]),
            "new_topics": fields["new_topics"],
        }
        growth = add_pairs(**asked, only_look=True)
        if not fields["only_look"]:
            check_size(growth.n_pairs, campaign.judgments_per_pair)
            growth = add_pairs(**asked, actor=account(request))
        return Response(TupleSerializer[Growth](growth).data)
