from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.adjudication.rules import RuleCount
from annotation.adjudication.shown import Left, PairInHand, Vote
from annotation.judging.api.desk_serializers import (
    DeskGuidelineSerializer,
    GradeSerializer,
    ShownNoticeSerializer,
)
from annotation.models import CampaignState, DecisionReason, Reason
from annotation.pairs.api.serializers import DecisionRequestSerializer
from ranking.http.tuple_serializer import TupleSerializer

BIGINT_MAX = 2**63 - 1


def _pair(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=BIGINT_MAX, **options)


class RulesSerializer(serializers.Serializer[Any]):
    rules = serializers.MultipleChoiceField(
        choices=DecisionReason.choices,
        default=set,
        help_text="By which rules pairs come; one of them is enough.",
    )


class NextRequestSerializer(RulesSerializer):
    skip = _pair(default=None, help_text="The pair in hand, to put it behind all others.")


class VotesRequestSerializer(RulesSerializer):
    pair = _pair(help_text="The pair in hand.")


class SettleRequestSerializer(DecisionRequestSerializer, RulesSerializer):
    """A decision on the pair in hand; the answer has the next pair."""

    pair = _pair(help_text="The pair in hand.")


class VoteSerializer(TupleSerializer[Vote]):
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class PairInHandSerializer(TupleSerializer[PairInHand]):
    votes = VoteSerializer(many=True, allow_null=True)


class RuleCountSerializer(TupleSerializer[RuleCount]):
    rule = serializers.ChoiceField(choices=DecisionReason.choices)


class LeftSerializer(TupleSerializer[Left]):
    counts = RuleCountSerializer(many=True)


class QueueSerializer(serializers.Serializer[Any]):
    """The pair in hand, or null when none is left, and what the queue still holds."""

    pair = PairInHandSerializer(allow_null=True)
    left = LeftSerializer()


class SettledCampaignSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)


class QueueStartSerializer(serializers.Serializer[Any]):
    """What the adjudicators' page needs before the first pair."""

    campaign = SettledCampaignSerializer()
    scale = GradeSerializer(many=True)
    guideline = DeskGuidelineSerializer(allow_null=True)
    notice = ShownNoticeSerializer(allow_null=True, help_text="What assessors accept first.")
    left = LeftSerializer(help_text="By all rules.")
