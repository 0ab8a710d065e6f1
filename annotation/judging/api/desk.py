"""The judging page before the first pair, with guideline and notice as members read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.guidelines.scales import shown_colours
from annotation.guidelines.text import Change, changes_between, guideline_html
from annotation.judging.api.judging import GIVEN_REASONS, MAX_VERSION, JudgingView, standing
from annotation.judging.own_judgments import newest_guideline_judged_by, recent_active_ms
from annotation.judging.qualification import Qualification, qualification_of
from annotation.models import (
    Campaign,
    EnglishLevel,
    Grade,
    Guideline,
    Membership,
    Message,
)
from annotation.serving.assignments import Progress
from annotation.serving.claim_context import ClaimContext, Newest, fetch, read_claim_context
from ranking.http.request_fields import query_fields
from ranking.http.tuple_serializer import RowSerializer, TupleSerializer


class ScaleSerializer(serializers.ListSerializer[Any]):
    """A whole scale, the lowest grade first; grades without a colour get one."""

    def to_representation(self, data: Any) -> list[Any]:
        return coloured(super().to_representation(data))


def coloured(scale: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The grades of a whole scale, the lowest first, each with a colour."""
    colours = shown_colours([grade["colour"] for grade in scale])
    return [{**grade, "colour": colour} for grade, colour in zip(scale, colours, strict=True)]


class GradeSerializer(RowSerializer):
    class Meta:
        list_serializer_class = ScaleSerializer

    model = Grade
    columns = ["value", "name", "description", "colour", "requires_span"]


class ReasonSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()


class DeskExampleSerializer(serializers.Serializer[Any]):
    """An example passage with the organizer's grade and reason."""

    query = serializers.CharField(default="")
    passage = serializers.CharField(default="")
    grade = serializers.IntegerField(allow_null=True, default=None)
    explanation = serializers.CharField(default="")


class DeskGuidelineSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()
    examples = DeskExampleSerializer(many=True)
    changes = TupleSerializer[Change](many=True)


class JudgedCampaignSerializer(RowSerializer):
    model = Campaign
    columns = ["id", "name", "state", "asks_confidence", "asks_note", "allows_search"]


class ShownNoticeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    html = serializers.CharField()


class DeskNoticeSerializer(ShownNoticeSerializer):
    is_accepted = serializers.BooleanField()


class DeskMessageSerializer(RowSerializer):
    model = Message
    columns = ["id", "text"]


class KnownSerializer(serializers.Serializer[Any]):
    """Versions that the requesting page already shows."""

    guideline = serializers.IntegerField(
        min_value=0,
        max_value=MAX_VERSION,
        required=False,
        help_text="The version of the guideline, 0 for none: the answer says what changed since.",
    )


class DeskSerializer(serializers.Serializer[Any]):
    """Data that the judging page needs before the first pair."""

    campaign = JudgedCampaignSerializer()
    scale = GradeSerializer(many=True)
    reasons = ReasonSerializer(many=True)
    guideline = DeskGuidelineSerializer(allow_null=True)
    notice = DeskNoticeSerializer(allow_null=True)
    qualification = TupleSerializer[Qualification](allow_null=True)
    messages = DeskMessageSerializer(
        many=True, help_text="From the organizers, until they are put away."
    )
    english_level = serializers.ChoiceField(choices=EnglishLevel.choices, allow_blank=True)
    progress = TupleSerializer[Progress]()
    newest = TupleSerializer[Newest]()
    recent_active_ms = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the newest answers."
    )


REASONS = [{"code": reason.value, "name": reason.label} for reason in GIVEN_REASONS]


class CampaignDesk(NamedTuple):
    """A campaign as its assessors' page shows it; the columns of `read_desk.sql`."""

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
        """Everything that the judging page shows before its first passage."""
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


def shown_guideline(campaign: Campaign) -> dict[str, Any] | None:
    """The newest published version, if there is one."""
    latest = _published(campaign.pk).order_by("-version").first()
    return None if latest is None else guideline_as_shown(latest)


def guideline_as_shown(latest: Guideline, *, known: int | None = None) -> dict[str, Any]:
    """The newest published version, with what changed since the `known` one.

    Of a reader who knows none, 0, all is new; where that is not said, nothing is.
    """
    changes: Sequence[Change] = ()
    if known is not None and known < latest.version:
        before = _published(latest.campaign_id).filter(version=known).first()
        changes = changes_between(before, latest)
    shown = {
        "version": latest.version,
        "html": guideline_html(latest.body),
        "examples": [example for example in latest.examples if isinstance(example, dict)],
        "changes": changes,
    }
    data: dict[str, Any] = DeskGuidelineSerializer(shown).data
    return data


def _published(campaign_id: int) -> QuerySet[Guideline]:
    return Guideline.objects.filter(campaign=campaign_id).exclude(published_at=None)


def shown_notice(campaign: Campaign, *, below: int) -> dict[str, Any] | None:
    """The newest notice, if there is one; its headings begin one level under `below`."""
    notice = campaign.newest_notice
    if notice is None:
        return None
    return {"version": notice.version, "html": guideline_html(notice.body, below=below)}
