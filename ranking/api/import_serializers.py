"""Requests and reports for uploaded collections, topic sets and runs."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from ranking.api.tuple_serializer import TupleSerializer
from ranking.lookup import MAX_NAME
from ranking.models import RunKind
from regrade.files.bad_lines import BadLine
from regrade.files.topics import NumberBy

KEEP_FIRST = (
    "Of a passage that a topic of a run has twice keep the line that stands first in the file;"
    " by default such a run is refused."
)


class RunRequestSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()
    name = serializers.CharField(max_length=MAX_NAME)
    collection = serializers.CharField(max_length=MAX_NAME)
    topic_set = serializers.CharField(max_length=MAX_NAME)
    team = serializers.CharField(max_length=MAX_NAME, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=RunKind.choices, default=RunKind.UNKNOWN)
    single_precision = serializers.BooleanField(default=False)
    keep_first = serializers.BooleanField(default=False, help_text=KEEP_FIRST)


class RunReportSerializer(serializers.Serializer[Any]):
    """Report on an imported run. `n_repeated` counts lines left out by `keep_first`, `n_tied` lines
    that share their score with another of their topic. `n_textless` counts passages without text,
    which cannot be judged, and `n_new_doc_ids` those new to the collection.
    """

    name = serializers.CharField()
    tag = serializers.CharField()
    n_topics = serializers.IntegerField()
    n_lines = serializers.IntegerField()
    n_repeated = serializers.IntegerField()
    depth = serializers.IntegerField()
    n_tied = serializers.IntegerField()
    n_textless = serializers.IntegerField()
    n_new_doc_ids = serializers.IntegerField()
    n_unknown_topics = serializers.IntegerField()
    n_lines_of_unknown_topics = serializers.IntegerField()
    unknown_query_ids = serializers.ListField(child=serializers.CharField())
    n_topics_without_ranking = serializers.IntegerField()


class RefusedFileSerializer(serializers.Serializer[Any]):
    """A rejected file; nothing was stored. `file` is its name and `place` its place among all files
    of the form, from 1. `reason_code` is the reason of a `bad_file`, with bad lines that of the
    first one. If bad lines were the reason they are listed.
    """

    code = serializers.CharField()
    detail = serializers.CharField()
    reason_code = serializers.CharField(required=False)
    file = serializers.CharField(required=False)
    place = serializers.IntegerField(required=False)
    n_bad_lines = serializers.IntegerField(required=False)
    bad_lines = TupleSerializer[BadLine](many=True, required=False)


class CollectionRequestSerializer(serializers.Serializer[Any]):
    """A collection to import, in one or more `file` fields."""

    file = serializers.ListField(child=serializers.FileField())
    name = serializers.CharField(max_length=MAX_NAME)
    description = serializers.CharField(max_length=2000, allow_blank=True, default="")
    language = serializers.CharField(max_length=100, allow_blank=True, default="")
    licence = serializers.CharField(max_length=2000, allow_blank=True, default="")


class CollectionReportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    n_passages = serializers.IntegerField()
    n_without_text = serializers.IntegerField()


class TopicsRequestSerializer(serializers.Serializer[Any]):
    """A topic set to import. `number_by` is "position" if labels count topics from 1, whatever the
    file says, and "index" if they count from 0. `skip_bad` leaves out topics that cannot be read.
    """

    file = serializers.FileField()
    name = serializers.CharField(max_length=MAX_NAME)
    number_by = serializers.ChoiceField(choices=get_args(NumberBy), default="id")
    skip_bad = serializers.BooleanField(default=False)


class UploadLimitsSerializer(serializers.Serializer[Any]):
    """Limits of uploads; larger files are imported on the server, by a command."""

    max_bytes = serializers.IntegerField()
