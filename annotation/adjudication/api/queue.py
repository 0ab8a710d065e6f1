from __future__ import annotations

from collections.abc import Collection

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.access.lookup import account
from annotation.adjudication.api.access import campaign_to_settle
from annotation.adjudication.api.serializers import (
    NextRequestSerializer,
    QueueSerializer,
    QueueStartSerializer,
    RulesSerializer,
    SettleRequestSerializer,
    VotesRequestSerializer,
)
from annotation.adjudication.rules import check_rules
from annotation.adjudication.settling import settle, show_votes, undo
from annotation.adjudication.shown import left_in_queue, pair_in_hand
from annotation.adjudication.turns import end_turn, skip, take_turn
from annotation.judging.api.shown_texts import shown_guideline, shown_notice
from annotation.models import AdjudicationTurn, Campaign, DecisionReason
from ranking.http.request_fields import body_fields, takes_no_fields


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
            "left": left_in_queue(campaign, account(request), list(DecisionReason)),
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
