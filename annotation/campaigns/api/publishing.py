from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.publishing import (
    discard_draft,
    draft_of,
    fingerprint,
    keep_draft,
    publish_guideline,
    publish_notice,
)
from annotation.guidelines.text import MAX_EXAMPLES, guideline_file, guideline_html
from annotation.models import Campaign, Guideline, Notice
from annotation.people.consents import counted_notices
from annotation.pools.passages import MAX_QUERY, FoundPassage, pool_passages
from ranking.http.formats import FileView, as_files, one_of_formats
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.lookup import first_of
from regrade.limits import RELEVANCE
from regrade.text.visible import has_text

MAX_PASSAGE, MAX_EXPLANATION = 20_000, 5_000


class ExampleSerializer(serializers.Serializer[Any]):
    """An example: a passage, its grade and the reason. In a draft any of them may be missing."""

    query = serializers.CharField(max_length=MAX_QUERY, allow_blank=True)
    passage = serializers.CharField(max_length=MAX_PASSAGE, allow_blank=True, trim_whitespace=False)
    grade = serializers.IntegerField(allow_null=True, **RELEVANCE)
    explanation = serializers.CharField(
        max_length=MAX_EXPLANATION, allow_blank=True, default="", trim_whitespace=False
    )


class PassagesQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(pool_passages, "query", "words")


class NoticeRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(publish_notice, "body")

    def validate_body(self, body: str) -> str:
        if not has_text(body):
            raise serializers.ValidationError("There is no text to publish.")
        return body


class GuidelineRequestSerializer(NoticeRequestSerializer):
    """A guideline to publish. `before` is the fingerprint of the draft it replaces; without it a
    draft stays.
    """

    derived_from = arguments(publish_guideline, "before")
    examples = LimitedList(child=ExampleSerializer(), max_length=MAX_EXAMPLES, default=list)


class PreviewRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(guideline_html, "body")


class PreviewSerializer(serializers.Serializer[Any]):
    html = serializers.CharField()


class DraftRequestSerializer(RequestSerializer[Any]):
    """A draft to save. `before` is the fingerprint of the draft that was read, empty if there was
    none.
    """

    derived_from = arguments(keep_draft, "body", "before")
    examples = LimitedList(child=ExampleSerializer(), max_length=MAX_EXAMPLES)


class DiscardQuerySerializer(RequestSerializer[Any]):
    """A draft to discard; `before` is the fingerprint of the draft that was read."""

    derived_from = arguments(discard_draft, "before")


class DraftSerializer(serializers.Serializer[Any]):
    """The draft of the next version; without one, the version in force, or nothing."""

    body = serializers.CharField()
    examples = ExampleSerializer(many=True)
    fingerprint = serializers.SerializerMethodField()

    def get_fingerprint(self, guideline: Guideline) -> str:
        """Of the draft; empty where there is none."""
        return fingerprint(guideline if guideline.pk and not guideline.published_at else None)


class NoticeVersionSerializer(RowSerializer):
    """A published notice, in Markdown and as HTML."""

    model = Notice
    columns = ["version", "body", "published_at"]
    html = serializers.SerializerMethodField()

    def get_html(self, version: Any) -> str:
        return guideline_html(version.body)


class GuidelineVersionSerializer(NoticeVersionSerializer):
    examples = ExampleSerializer(many=True)


class CountedNoticeSerializer(NoticeVersionSerializer):
    """A version of the notice, with how many members accepted it."""

    n_accepted = serializers.IntegerField()


class GuidelinesView(OrganizersView):
    @extend_schema(
        operation_id="campaign_guidelines", responses=GuidelineVersionSerializer(many=True)
    )
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every published version, the newest first."""
        versions = campaign_by_id(campaign_id).guidelines.exclude(published_at=None)
        return Response(GuidelineVersionSerializer(versions.order_by("-version"), many=True).data)

    @extend_schema(
        operation_id="campaign_publish_guideline",
        request=GuidelineRequestSerializer,
        responses={201: GuidelineVersionSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Publish a version; it replaces the draft with the given fingerprint."""
        asked = body_fields(request, GuidelineRequestSerializer)
        published = publish_guideline(
            campaign=campaign_by_id(campaign_id), actor=account(request), **asked
        )
        return Response(GuidelineVersionSerializer(published).data, status=status.HTTP_201_CREATED)


class GuidelineVersionView(FileView, OrganizersView):
    formats = ("md",)

    @extend_schema(
        operation_id="campaign_guideline",
        parameters=[one_of_formats(*formats)],
        responses=as_files(*formats),
    )
    @takes_no_fields
    def get(self, request: Request, campaign_id: int, version: int) -> HttpResponse:
        """Download a published version as Markdown, with its examples."""
        campaign = campaign_by_id(campaign_id)
        versions = campaign.guidelines.exclude(published_at=None).filter(version=version)
        found = first_of(versions, "There is no such version of the guideline.")
        response = HttpResponse(guideline_file(found), content_type="text/markdown; charset=utf-8")
        filename = f"{campaign.name}-guideline-{version}.md"
        response["Content-Disposition"] = str(content_disposition_header(True, filename))
        return response


class DraftView(OrganizersView):
    @extend_schema(operation_id="campaign_draft", responses=DraftSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """The draft of the next guideline, or the text that one would begin with."""
        return Response(DraftSerializer(_to_go_on_from(campaign_by_id(campaign_id))).data)

    @extend_schema(
        operation_id="campaign_keep_draft",
        request=DraftRequestSerializer,
        responses=DraftSerializer,
    )
    def put(self, request: Request, campaign_id: int) -> Response:
        """Save the draft; assessors do not see it before it is published."""
        fields = body_fields(request, DraftRequestSerializer)
        draft = keep_draft(campaign=campaign_by_id(campaign_id), **fields)
        return Response(DraftSerializer(draft).data)

    @extend_schema(
        operation_id="campaign_discard_draft",
        parameters=[DiscardQuerySerializer],
        responses={204: None},
    )
    def delete(self, request: Request, campaign_id: int) -> Response:
        """Discard the draft with this fingerprint."""
        fields = query_fields(request, DiscardQuerySerializer)
        discard_draft(campaign=campaign_by_id(campaign_id), **fields)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PassagesView(OrganizersView):
    @extend_schema(
        operation_id="campaign_passages",
        parameters=[PassagesQuerySerializer],
        responses=TupleSerializer[FoundPassage](many=True),
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Search the pool's passages by query and words, to use as examples."""
        asked = query_fields(request, PassagesQuerySerializer)
        campaign = campaign_by_id(campaign_id)
        if judges_now(request, campaign):
            # What is missing among them is there to check the assessors.
            raise PermissionDenied(
                "You judge in this campaign, and gaps in this search would reveal which passages"
                " check assessors; write it yourself, or leave it to somebody who does not judge."
            )
        found = pool_passages(campaign, **asked)
        return Response(TupleSerializer[FoundPassage](found, many=True).data)


class PreviewView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="guideline_preview",
        request=PreviewRequestSerializer,
        responses=PreviewSerializer,
    )
    def post(self, request: Request) -> Response:
        """Render Markdown as assessors would see it; nothing is stored."""
        body = body_fields(request, PreviewRequestSerializer)["body"]
        return Response({"html": guideline_html(body)})


class NoticesView(OrganizersView):
    @extend_schema(operation_id="campaign_notices", responses=CountedNoticeSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Every version, the newest first."""
        versions = counted_notices(campaign_by_id(campaign_id))
        return Response(CountedNoticeSerializer(versions, many=True).data)

    @extend_schema(
        operation_id="campaign_publish_notice",
        request=NoticeRequestSerializer,
        responses={201: CountedNoticeSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Publish a notice, which assessors accept before they judge on."""
        asked = body_fields(request, NoticeRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        publish_notice(campaign=campaign, actor=account(request), **asked)
        published = counted_notices(campaign).first()
        return Response(CountedNoticeSerializer(published).data, status=status.HTTP_201_CREATED)


def _to_go_on_from(campaign: Campaign) -> Guideline:
    """The draft, else the latest published version, else an empty guideline."""
    newest = campaign.guidelines.exclude(published_at=None).order_by("-version").first()
    return draft_of(campaign) or newest or Guideline(campaign=campaign)
