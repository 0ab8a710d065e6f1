from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from ranking.lookup import MAX_NAME
from regrade.files.topics import NumberBy


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
