from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.exchange.labels import LabelsReport, import_labels
from annotation.labels.api.labels import MayReadLabels
from annotation.labels.api.serializers import INT16, MAX_NAME
from ranking.http.request_fields import body_fields
from ranking.http.upload_serializers import RefusedFileSerializer
from ranking.http.uploads import COOKIE, Allowance, UploadView, uploads
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet

ONE_FILE = Allowance(
    n_files=1,
    n_lines=5_000_000,
    mend="labels this long are taken in on the server, by ./dev manage import_labels",
)


class LabelsImportRequestSerializer(serializers.Serializer[Any]):
    """A file of labels, as `import_labels` reads it."""

    file = serializers.FileField()
    name = serializers.CharField(max_length=MAX_NAME, trim_whitespace=False)
    collection = serializers.CharField(max_length=MAX_NAME)
    topic_set = serializers.CharField(max_length=MAX_NAME)
    min_relevance = serializers.IntegerField(
        min_value=-INT16,
        max_value=INT16,
        required=False,
        help_text="Least value that binary measures call relevant; 1 by default.",
    )
    is_whole = serializers.BooleanField(
        default=False,
        help_text="Every passage of these topics was judged: one not listed is not relevant.",
    )


class LabelsImportSerializer(serializers.Serializer[Any]):
    """What was imported. `overlap` says where file and topic set share only part of their ids."""

    name = serializers.CharField()
    n_topics = serializers.IntegerField()
    n_pairs = serializers.IntegerField()
    n_relevant = serializers.IntegerField()
    min_relevance = serializers.IntegerField()
    n_new_doc_ids = serializers.IntegerField(
        help_text="Passages that the collection got without a text."
    )
    n_unknown_topics = serializers.IntegerField()
    n_pairs_of_unknown_topics = serializers.IntegerField()
    overlap = serializers.CharField(allow_blank=True)


class LabelsImportView(UploadView):
    permission_classes = [MayReadLabels]

    @extend_schema(
        operation_id="labels_import",
        request={"multipart/form-data": LabelsImportRequestSerializer},
        responses={201: LabelsImportSerializer, 400: RefusedFileSerializer},
        auth=COOKIE,
    )
    def post(self, request: Request) -> Response:
        """Import a file of labels as a new label set: all of it or nothing."""
        with uploads(request, ONE_FILE) as files:
            fields = body_fields(request, LabelsImportRequestSerializer)
            done = import_labels(
                path=files.paths[0],
                name=fields["name"],
                collection=by_name(Collection, fields["collection"]),
                topic_set=by_name(TopicSet, fields["topic_set"]),
                min_relevance=fields.get("min_relevance"),
                is_whole=fields["is_whole"],
                called=fields["file"].name,
            )
        return Response(LabelsImportSerializer(_summary(done)).data, status=status.HTTP_201_CREATED)


def _summary(done: LabelsReport) -> dict[str, Any]:
    label_set = done.label_set
    return done._asdict() | {"name": label_set.name, "min_relevance": label_set.min_relevance}
