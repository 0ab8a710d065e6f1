from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.api.new_campaign_serializers import INT64_MAX
from annotation.campaigns.event_sentences import event_sentence
from annotation.campaigns.launch import Check, launch_list
from annotation.campaigns.state import FOLLOWS, set_campaign_state
from annotation.models import Campaign, CampaignEvent, CampaignState, EventKind
from ranking.http.request_fields import body_fields, query_fields
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import TupleSerializer

MAX_EVENTS = 100


class LaunchQuerySerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=CampaignState.choices, default=CampaignState.OPEN)


class StateSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=CampaignState.choices)
    may_go_to = serializers.ListField(child=serializers.ChoiceField(choices=CampaignState.choices))


class LaunchSerializer(StateSerializer):
    """Checks before the campaign moves to `for_state`."""

    for_state = serializers.ChoiceField(choices=CampaignState.choices)
    checks = TupleSerializer[Check](many=True)


class StateRequestSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=CampaignState.choices)
    note = TextField(max_length=2000, allow_blank=True, default="")


class EventsQuerySerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField(min_value=1, max_value=INT64_MAX, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, default=50)


class EventSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=EventKind.choices)
    actor = serializers.CharField(source="actor.username", allow_null=True, default=None)
    at = serializers.DateTimeField()
    details = serializers.DictField()
    sentence = serializers.SerializerMethodField()

    def get_sentence(self, event: CampaignEvent) -> str:
        """What was done, as a sentence."""
        return event_sentence(event.kind, event.details)


class EventsSerializer(serializers.Serializer[Any]):
    """Events, the newest first; send `before` to get the next page, null on the last."""

    events = EventSerializer(many=True)
    before = serializers.IntegerField(allow_null=True)


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
