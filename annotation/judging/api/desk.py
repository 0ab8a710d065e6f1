from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.guidelines.text import guideline_html
from annotation.judging.api.desk_serializers import (
    DeskMessageSerializer,
    DeskSerializer,
    KnownSerializer,
    coloured,
)
from annotation.judging.api.judging import JudgingView, standing
from annotation.judging.api.judging_serializers import GIVEN_REASONS
from annotation.judging.api.shown_texts import guideline_as_shown
from annotation.judging.own_judgments import newest_guideline_judged_by, recent_active_ms
from annotation.judging.qualification import Qualification, qualification_of
from annotation.models import Guideline, Membership, Message
from annotation.serving.claim_context import ClaimContext, fetch, read_claim_context
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import TupleSerializer

REASONS = [{"code": reason.value, "name": reason.label} for reason in GIVEN_REASONS]


class CampaignDesk(NamedTuple):
    """What the page shows of a campaign to its assessors; the columns of `read_desk.sql`."""

    campaign: dict[str, Any]
    scale: list[dict[str, Any]]
    guideline_version: int | None
    guideline: str | None
    examples: list[Any] | None
    notice_version: int | None
    notice: str | None


class DeskView(JudgingView):
    @extend_schema(
        operation_id="judging_desk", parameters=[KnownSerializer], responses=DeskSerializer
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        known = query_fields(request, KnownSerializer).get("guideline")
        membership = self.membership(request, campaign_id)
        return Response(_desk(membership, known))


def _desk(membership: Membership, known: int | None) -> dict[str, Any]:
    """As `DeskSerializer` describes it: many open their page at once, and nothing is asked for that
    is not there."""
    context = read_claim_context(membership.pk)
    shown = CampaignDesk._make(fetch("read_desk", context)[0])
    has_begun = context.n_served + context.n_judged_in_all + context.n_not_judged_in_all > 0
    if known is None and has_begun:
        known = newest_guideline_judged_by(membership)
    messages = Message.objects.unseen_by(membership) if context.newest_message else ()
    return {
        "campaign": shown.campaign,
        "scale": coloured(shown.scale),
        "reasons": REASONS,
        "guideline": _guideline(context, shown, known),
        "notice": _notice(context, shown),
        "qualification": None if context.pass_share is None else _qualification(membership),
        "messages": DeskMessageSerializer(messages, many=True).data,
        "english_level": membership.english_level,
        **standing(context),
        "recent_active_ms": recent_active_ms(membership) if has_begun else (),
    }


def _guideline(
    context: ClaimContext, shown: CampaignDesk, known: int | None
) -> dict[str, Any] | None:
    if shown.guideline_version is None:
        return None
    latest = Guideline(
        campaign_id=context.campaign,
        version=shown.guideline_version,
        body=shown.guideline or "",
        examples=shown.examples,
    )
    return guideline_as_shown(latest, known=known)


def _notice(context: ClaimContext, shown: CampaignDesk) -> dict[str, Any] | None:
    if shown.notice is None:
        return None
    return {
        "version": shown.notice_version,
        "html": guideline_html(shown.notice, below=1),
        "is_accepted": not context.lacks_consent,
    }


def _qualification(membership: Membership) -> dict[str, Any]:
    data: dict[str, Any] = TupleSerializer[Qualification](qualification_of(membership)).data
    return data
