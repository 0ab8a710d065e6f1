from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.judging.api.desk_serializers import DeskSerializer, KnownSerializer
from annotation.judging.api.judging import JudgingView
from annotation.judging.api.judging_serializers import GIVEN_REASONS
from annotation.judging.api.shown_texts import shown_guideline, shown_notice
from annotation.judging.own_judgments import newest_guideline_judged_by, recent_active_ms
from annotation.judging.qualification import qualification_of
from annotation.models import Membership
from annotation.people.consents import has_consented
from annotation.people.messages import unseen_messages
from annotation.serving.assignments import progress
from annotation.serving.claim_context import read_claim_context
from ranking.api.request_fields import query_fields


class DeskView(JudgingView):
    @extend_schema(
        operation_id="judging_desk", parameters=[KnownSerializer], responses=DeskSerializer
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        known = query_fields(request, KnownSerializer).get("guideline")
        membership = self.membership(request, campaign_id)
        if known is None:
            known = newest_guideline_judged_by(membership)
        context = read_claim_context(membership.pk)
        desk = {
            "campaign": membership.campaign,
            "scale": membership.campaign.grades.all(),
            "reasons": [{"code": reason.value, "name": reason.label} for reason in GIVEN_REASONS],
            "guideline": shown_guideline(membership.campaign, known=known),
            "notice": _notice(membership),
            "qualification": qualification_of(membership),
            "messages": unseen_messages(membership),
            "english_level": membership.english_level,
            "progress": progress(context),
            "newest": context.newest,
            "recent_active_ms": recent_active_ms(membership),
        }
        return Response(DeskSerializer(desk).data)


def _notice(membership: Membership) -> dict[str, Any] | None:
    notice = shown_notice(membership.campaign)
    return notice and {**notice, "is_accepted": has_consented(membership)}
