from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.api.running_serializers import (
    EventsQuerySerializer,
    EventsSerializer,
    LaunchQuerySerializer,
    LaunchSerializer,
    StateRequestSerializer,
    StateSerializer,
)
from annotation.campaigns.launch import launch_list
from annotation.campaigns.state import FOLLOWS, set_campaign_state
from annotation.models import Campaign, CampaignState
from ranking.http.request_fields import body_fields, query_fields


class LaunchView(OrganizersView):
    @extend_schema(
        operation_id="campaign_launch",
        parameters=[LaunchQuerySerializer],
        responses=LaunchSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        state = CampaignState(query_fields(request, LaunchQuerySerializer)["state"])
        campaign = campaign_by_id(campaign_id)
        found = launch_list(campaign, state, is_blind=judges_now(request, campaign))
        launch = {**_state(campaign), "for_state": state, "checks": found}
        return Response(LaunchSerializer(launch).data)


class StateView(OrganizersView):
    @extend_schema(
        operation_id="campaign_set_state",
        request=StateRequestSerializer,
        responses=StateSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        asked = body_fields(request, StateRequestSerializer)
        campaign = set_campaign_state(
            campaign=campaign_by_id(campaign_id),
            state=CampaignState(asked["state"]),
            actor=account(request),
            note=asked["note"],
        )
        return Response(StateSerializer(_state(campaign)).data)


class EventsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_events",
        parameters=[EventsQuerySerializer],
        responses=EventsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        asked = query_fields(request, EventsQuerySerializer)
        events = campaign_by_id(campaign_id).events.select_related("actor").order_by("-pk")
        if before := asked.get("before"):
            events = events.filter(pk__lt=before)
        limit = asked["limit"]
        found = list(events[: limit + 1])
        page = found[:limit]
        before = page[-1].pk if len(found) > limit else None
        return Response(EventsSerializer({"events": page, "before": before}).data)


def _state(campaign: Campaign) -> dict[str, Any]:
    return {"state": campaign.state, "may_go_to": FOLLOWS[CampaignState(campaign.state)]}
