from __future__ import annotations

from collections.abc import Collection
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account, campaign_by_id, find_membership
from annotation.access.permissions import judges_now
from annotation.adjudication.rules import QUEUE_RULES, RuleCount, check_rules
from annotation.adjudication.settling import settle, show_votes, undo
from annotation.adjudication.shown import Left, PairInHand, Vote, left_in_queue, pair_in_hand
from annotation.adjudication.turns import end_turn, skip, take_turn
from annotation.judging.api.desk import (
    DeskGuidelineSerializer,
    GradeSerializer,
    ShownNoticeSerializer,
    shown_guideline,
    shown_notice,
)
from annotation.models import (
    AdjudicationTurn,
    Campaign,
    DecisionReason,
    Membership,
    Reason,
    Role,
)
from annotation.pairs.api.pairs import DecisionRequestSerializer
from annotation.pairs.listing import KEYS
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)


class RulesSerializer(RequestSerializer[Any]):
    rules = serializers.MultipleChoiceField(
        choices=[rule.value for rule in QUEUE_RULES],
        default=set,
        help_text="By which rules pairs come; one of them is enough.",
    )


class NextRequestSerializer(RulesSerializer):
    skip = serializers.IntegerField(
        default=None, help_text="The pair in hand, to put it behind all others.", **KEYS
    )


class VotesRequestSerializer(RulesSerializer):
    derived_from = arguments(show_votes, pair="pair_id")


class SettleRequestSerializer(DecisionRequestSerializer, VotesRequestSerializer):
    """A decision on the pair in hand; the answer has the next pair."""


class VoteSerializer(TupleSerializer[Vote]):
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class PairInHandSerializer(TupleSerializer[PairInHand]):
    votes = VoteSerializer(many=True, allow_null=True)


class RuleCountSerializer(TupleSerializer[RuleCount]):
    rule = serializers.ChoiceField(choices=[rule.value for rule in QUEUE_RULES])


class LeftSerializer(TupleSerializer[Left]):
    counts = RuleCountSerializer(many=True)


class QueueSerializer(serializers.Serializer[Any]):
    """The pair in hand, or null when none is left, and what the queue still holds."""

    pair = PairInHandSerializer(allow_null=True)
    left = LeftSerializer()


class SettledCampaignSerializer(RowSerializer):
    model = Campaign
    columns = ["id", "name", "state"]


class QueueStartSerializer(serializers.Serializer[Any]):
    """Data that the adjudicators' page needs before the first pair."""

    campaign = SettledCampaignSerializer()
    scale = GradeSerializer(many=True)
    guideline = DeskGuidelineSerializer(allow_null=True)
    notice = ShownNoticeSerializer(allow_null=True, help_text="What assessors accept first.")
    left = LeftSerializer(help_text="By all rules.")


class QueueView(APIView):
    @extend_schema(operation_id="adjudication", responses=QueueStartSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Pairs left in the queue, by rule, with the scale and the guideline."""
        campaign = campaign_to_settle(request, campaign_id)
        start = {
            "campaign": campaign,
            "scale": campaign.grades.order_by("value"),
            "guideline": shown_guideline(campaign),
            "notice": shown_notice(campaign, below=3),
            "left": left_in_queue(campaign, account(request), QUEUE_RULES),
        }
        return Response(QueueStartSerializer(start).data)


class NextView(APIView):
    @extend_schema(
        operation_id="adjudication_next", request=NextRequestSerializer, responses=QueueSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Return the pair in hand, or the next one by these rules; skipped pairs come last."""
        fields = body_fields(request, NextRequestSerializer)
        rules = check_rules(fields["rules"])
        campaign = campaign_to_settle(request, campaign_id)
        if fields["skip"] is not None:
            skip(campaign=campaign, adjudicator=account(request), pair_id=fields["skip"])
        return _next(request, campaign, rules)


class VotesView(APIView):
    @extend_schema(
        operation_id="adjudication_votes", request=VotesRequestSerializer, responses=QueueSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Show the votes on the pair in hand; the decision records that they were shown."""
        fields = body_fields(request, VotesRequestSerializer)
        rules = check_rules(fields["rules"])
        campaign = campaign_to_settle(request, campaign_id)
        turn = show_votes(campaign=campaign, adjudicator=account(request), pair_id=fields["pair"])
        return _queue(request, campaign, rules, turn)


class SettleView(APIView):
    @extend_schema(
        operation_id="adjudication_decide",
        request=SettleRequestSerializer,
        responses={201: QueueSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Decide on the pair in hand; the answer has the next pair."""
        fields = body_fields(request, SettleRequestSerializer)
        rules = check_rules(fields.pop("rules"))
        campaign = campaign_to_settle(request, campaign_id)
        settle(
            campaign=campaign, adjudicator=account(request), pair_id=fields.pop("pair"), **fields
        )
        return _next(request, campaign, rules, status.HTTP_201_CREATED)


class UndoDecisionView(APIView):
    @extend_schema(
        operation_id="adjudication_undo", request=RulesSerializer, responses=QueueSerializer
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Undo the account's last decision in the queue and reopen its pair."""
        rules = check_rules(body_fields(request, RulesSerializer)["rules"])
        campaign = campaign_to_settle(request, campaign_id)
        turn = undo(campaign=campaign, adjudicator=account(request))
        return _queue(request, campaign, rules, turn)


class LeaveView(APIView):
    @extend_schema(operation_id="adjudication_leave", request=None, responses={204: None})
    @takes_no_fields
    def post(self, request: Request, campaign_id: int) -> Response:
        """Release the pair in hand to other adjudicators."""
        campaign = campaign_to_settle(request, campaign_id)
        end_turn(campaign=campaign, adjudicator=account(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _next(
    request: Request,
    campaign: Campaign,
    rules: Collection[DecisionReason],
    code: int = status.HTTP_200_OK,
) -> Response:
    turn = take_turn(campaign=campaign, adjudicator=account(request), rules=rules)
    return _queue(request, campaign, rules, turn, code)


def _queue(
    request: Request,
    campaign: Campaign,
    rules: Collection[DecisionReason],
    turn: AdjudicationTurn | None,
    code: int = status.HTTP_200_OK,
) -> Response:
    adjudicator = account(request)
    shown = {
        "pair": None if turn is None else pair_in_hand(turn, adjudicator),
        "left": left_in_queue(campaign, adjudicator, rules),
    }
    return Response(QueueSerializer(shown).data, status=code)


def campaign_to_settle(request: Request, campaign_id: int) -> Campaign:
    """The campaign, for its adjudicators, and for organizers who do not judge there.

    Raises:
        NotFound: there is none; only organizers get this error.
        PermissionDenied: the account may not settle pairs there.
    """
    if not request.user.has_perm("annotation.may_organize"):
        return _member(request, campaign_id).campaign
    campaign = campaign_by_id(campaign_id)
    if judges_now(request, campaign):
        raise PermissionDenied(
            "You judge in this campaign; somebody else must adjudicate its pairs."
        )
    return campaign


def _member(request: Request, campaign_id: int) -> Membership:
    member = find_membership(campaign_id=campaign_id, user_id=request.user.pk or 0)
    if member is None or member.role != Role.ADJUDICATOR:
        raise PermissionDenied(
            "This is for the campaign's adjudicators; ask an organizer to invite you as one."
        )
    if member.withdrawn_at is not None:
        raise PermissionDenied("You have withdrawn from this campaign.")
    if member.suspended_at is not None:
        raise PermissionDenied("An organizer has paused your part in this campaign; ask them why.")
    return member
