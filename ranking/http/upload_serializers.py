from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ranking.http.tuple_serializer import TupleSerializer
from regrade.files.bad_lines import BadLine


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


class UploadLimitsSerializer(serializers.Serializer[Any]):
    """Limits of uploads; larger files are imported on the server, by a command."""

    max_bytes = serializers.IntegerField()
