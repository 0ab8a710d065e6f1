from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import OrganizersView, hidden_labels
from annotation.pairs.api.serializers import (
    PairChoicesSerializer,
    PairsQuerySerializer,
    PairsSerializer,
)
from annotation.pairs.choices import choices_of
from annotation.pairs.listing import Sought, count_found, find_page
from annotation.pairs.rows import pair_rows
from ranking.http.request_fields import query_fields, takes_no_fields


class PairsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_pairs",
        parameters=[PairsQuerySerializer],
        responses=PairsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Pairs with every answer to them, a page at a time."""
        campaign = campaign_to_see(request, campaign_id)
        sought = sought_by(request)
        page = find_page(campaign, sought)
        shown = {
            "n": count_found(campaign, sought),
            "next": page.next,
            "pairs": pair_rows(page.ids),
        }
        return Response(PairsSerializer(shown).data)


def sought_by(request: Request) -> Sought:
    """What the address asks for; label sets that are hidden from who asks are none."""
    sought = Sought(**query_fields(request, PairsQuerySerializer))
    if sought.far_from in hidden_labels(request):
        raise NotFound("There is no such label set.")
    return sought


class PairChoicesView(OrganizersView):
    @extend_schema(operation_id="campaign_pair_choices", responses=PairChoicesSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """What the list of pairs can be narrowed to, with the number of pairs of each."""
        campaign = campaign_to_see(request, campaign_id)
        return Response(
            PairChoicesSerializer(choices_of(campaign, hidden=hidden_labels(request))).data
        )
