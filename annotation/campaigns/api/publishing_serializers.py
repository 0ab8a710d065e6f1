from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.campaigns.api.new_campaign_serializers import MarkdownField
from annotation.campaigns.publishing import fingerprint
from annotation.guidelines.text import MAX_EXAMPLES, guideline_html
from annotation.models import Guideline
from ranking.http.limited_list import LimitedList
from regrade.text.visible import has_text

INT16_MAX = 2**15 - 1
MAX_FINGERPRINT = 64
MAX_QUERY, MAX_PASSAGE, MAX_EXPLANATION = 2_000, 20_000, 5_000


class ExampleSerializer(serializers.Serializer[Any]):
    """An example: a passage, its grade and the reason. In a draft any of them may be missing."""

    query = serializers.CharField(max_length=MAX_QUERY, allow_blank=True)
    passage = serializers.CharField(max_length=MAX_PASSAGE, allow_blank=True, trim_whitespace=False)
    grade = serializers.IntegerField(min_value=-INT16_MAX, max_value=INT16_MAX, allow_null=True)
    explanation = serializers.CharField(
        max_length=MAX_EXPLANATION, allow_blank=True, default="", trim_whitespace=False
    )


class PassagesQuerySerializer(serializers.Serializer[Any]):
    query = serializers.CharField(min_length=2, max_length=MAX_QUERY)
    words = serializers.CharField(max_length=MAX_QUERY, allow_blank=True, default="")


class NoticeRequestSerializer(serializers.Serializer[Any]):
    body = MarkdownField()

    def validate_body(self, body: str) -> str:
        if not has_text(body):
            raise serializers.ValidationError("There is no text to publish.")
        return body


class GuidelineRequestSerializer(NoticeRequestSerializer):
    """A guideline to publish. `before` is the fingerprint of the draft it replaces; without it a
    draft stays.
    """

    examples = LimitedList(child=ExampleSerializer(), max_length=MAX_EXAMPLES, default=list)
    before = serializers.CharField(
        max_length=MAX_FINGERPRINT, allow_blank=True, allow_null=True, default=None
    )


class PreviewRequestSerializer(serializers.Serializer[Any]):
    body = MarkdownField(allow_blank=True)


class PreviewSerializer(serializers.Serializer[Any]):
    html = serializers.CharField()


class DraftRequestSerializer(PreviewRequestSerializer):
    """A draft to save. `before` is the fingerprint of the draft that was read, empty if there was
    none.
    """

    examples = LimitedList(child=ExampleSerializer(), max_length=MAX_EXAMPLES)
    before = serializers.CharField(max_length=MAX_FINGERPRINT, allow_blank=True)


class DiscardQuerySerializer(serializers.Serializer[Any]):
    """A draft to discard; `before` is the fingerprint of the draft that was read."""

    before = serializers.CharField(max_length=MAX_FINGERPRINT, allow_blank=True, default=None)


class DraftSerializer(serializers.Serializer[Any]):
    """The draft of the next version; without one, the version in force, or nothing."""

    body = serializers.CharField()
    examples = ExampleSerializer(many=True)
    fingerprint = serializers.SerializerMethodField()

    def get_fingerprint(self, guideline: Guideline) -> str:
        """Of the draft; empty where there is none."""
        return fingerprint(guideline if guideline.pk and not guideline.published_at else None)


class NoticeVersionSerializer(serializers.Serializer[Any]):
    """A published notice, in Markdown and as HTML."""

    version = serializers.IntegerField()
    body = serializers.CharField()
    html = serializers.SerializerMethodField()
    published_at = serializers.DateTimeField()

    def get_html(self, version: Any) -> str:
        return guideline_html(version.body)


class GuidelineVersionSerializer(NoticeVersionSerializer):
    examples = ExampleSerializer(many=True)


class CountedNoticeSerializer(NoticeVersionSerializer):
    """A version of the notice, with how many members accepted it."""

    n_accepted = serializers.IntegerField()
