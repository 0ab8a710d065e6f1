"""One action on several pairs of a campaign that were chosen on another page."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.campaigns.asking import (
    MOST_PAIRS,
    Asked,
    PairIds,
    ask_more,
    send_to_adjudication,
)
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields
from ranking.http.tuple_serializer import TupleSerializer

ACTIONS = {"judgment": ask_more, "adjudication": send_to_adjudication}


class PairIdsSerializer(serializers.Serializer[Any]):
    query_id = serializers.CharField(max_length=512, trim_whitespace=False)
    doc_id = serializers.CharField(max_length=512, trim_whitespace=False)


class AskPairsRequestSerializer(serializers.Serializer[Any]):
    """Asks for one more judgment of each pair, or sends it to the adjudicators."""

    action = serializers.ChoiceField(choices=list(ACTIONS))
    pairs = LimitedList(child=PairIdsSerializer(), min_length=1, max_length=MOST_PAIRS)


class AskPairsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_ask_pairs",
        request=AskPairsRequestSerializer,
        responses=TupleSerializer[Asked],
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Ask for one more judgment of pairs, or send them to the adjudicators."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, AskPairsRequestSerializer)
        asked = ACTIONS[fields["action"]](
            campaign=campaign,
            pairs=[PairIds(**ids) for ids in fields["pairs"]],
            actor=account(request),
        )
        return Response(TupleSerializer[Asked](asked).data)
