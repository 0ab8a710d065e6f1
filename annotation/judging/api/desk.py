from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.campaigns.guidelines import guideline_html
from annotation.judging.api.desk_serializers import DeskSerializer
from annotation.judging.api.judging import JudgingView
from annotation.judging.api.judging_serializers import GIVEN_REASONS
from annotation.judging.own_judgments import recent_active_ms
from annotation.judging.qualification import qualification_of
from annotation.models import Guideline, Membership
from annotation.people.consents import has_consented, newest_notice
from annotation.people.messages import unseen_messages
from annotation.serving.assignments import progress
from annotation.serving.claim_context import read_claim_context


class DeskView(JudgingView):
    @extend_schema(operation_id="judging_desk", responses=DeskSerializer)
    def get(self, request: Request, campaign_id: int) -> Response:
        membership = self.membership(request, campaign_id)
        desk = {
            "campaign": membership.campaign,
            "scale": membership.campaign.grades.all(),
            "reasons": [{"code": reason.value, "name": reason.label} for reason in GIVEN_REASONS],
            "guideline": _guideline(membership),
            "notice": _notice(membership),
            "qualification": qualification_of(membership),
            "messages": unseen_messages(membership),
            "english_level": membership.english_level,
            "progress": progress(read_claim_context(membership.pk)),
            "recent_active_ms": recent_active_ms(membership),
        }
        return Response(DeskSerializer(desk).data)


def _guideline(membership: Membership) -> dict[str, Any] | None:
    published = Guideline.objects.filter(campaign=membership.campaign).exclude(published_at=None)
    latest = published.order_by("-version").first()
    if latest is None:
        return None
    return {
        "version": latest.version,
        "html": guideline_html(latest.body),
        "examples": [example for example in latest.examples if isinstance(example, dict)],
    }


def _notice(membership: Membership) -> dict[str, Any] | None:
    notice = newest_notice(membership.campaign)
    if notice is None:
        return None
    return {
        "version": notice.version,
        "html": guideline_html(notice.body, below=1),
        "is_accepted": has_consented(membership),
    }
