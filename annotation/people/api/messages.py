from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView
from annotation.judging.api.judging import JudgingView
from annotation.models import Message
from annotation.people.messages import put_away, send_message, sent_messages
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.tuple_serializer import RequestSerializer, RowSerializer, arguments


class MessageRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(send_message, "text", "recipient")


class SentMessageSerializer(RowSerializer):
    """A message as sent; `n_seen` counts those who dismissed it, of `n_recipients`."""

    model = Message
    columns = ["id", "text", "sent_at"]
    assessor = serializers.CharField(source="membership.pseudonym", default=None, allow_null=True)
    n_seen = serializers.IntegerField()
    n_recipients = serializers.IntegerField()


class SeenSerializer(serializers.Serializer[Any]):
    seen_at = serializers.DateTimeField()


class MessagesView(OrganizersView):
    @extend_schema(operation_id="campaign_messages", responses=SentMessageSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every message sent, the newest first."""
        sent = sent_messages(campaign_by_id(campaign_id))
        return Response(SentMessageSerializer(sent, many=True).data)

    @extend_schema(
        operation_id="campaign_send_message",
        request=MessageRequestSerializer,
        responses={201: SentMessageSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Send a message to an assessor, or to all."""
        asked = body_fields(request, MessageRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        message = send_message(campaign=campaign, actor=account(request), **asked)
        sent = sent_messages(campaign).get(pk=message.pk)
        return Response(SentMessageSerializer(sent).data, status=status.HTTP_201_CREATED)


class MessageSeenView(JudgingView):
    @extend_schema(operation_id="judging_message_seen", request=None, responses=SeenSerializer)
    @takes_no_fields
    def post(self, request: Request, campaign_id: int, message_id: int) -> Response:
        """Put a message away."""
        member = self.membership(request, campaign_id)
        return Response(SeenSerializer(put_away(member=member, message_id=message_id)).data)
