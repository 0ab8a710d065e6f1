from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.campaigns.api.new_campaign_serializers import INT64_MAX
from annotation.campaigns.event_sentences import event_sentence
from annotation.campaigns.launch import Check
from annotation.models import CampaignEvent, CampaignState, EventKind
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
