"""Collections and topic sets: list them, and upload new ones."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.collections.importing import CollectionReport, import_collection
from ranking.collections.mojibake import MojibakeFound
from ranking.collections.topics import TopicsReport, import_topics
from ranking.http.menus import MenuQuerySerializer, in_menu
from ranking.http.permissions import MayResearchOrOrganize, ResearchOrOrganizeView
from ranking.http.request_fields import body_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.http.upload_serializers import RefusedFileSerializer, UploadLimitsSerializer
from ranking.http.uploads import MAX_FILES, Allowance, UploadView, uploads
from ranking.models import Collection, TopicSet
from ranking.variants.making import VariantProgress, progress_of

PASSAGES = Allowance(
    n_files=MAX_FILES,
    n_lines=5_000_000,
    mend="a collection this large is taken in on the server, by ./dev manage import_collection",
)
TOPICS = Allowance(
    n_files=1,
    n_lines=1_000_000,
    mend="so many topics are taken in on the server, by ./dev manage import_topics",
)


class CollectionRequestSerializer(RequestSerializer[Any]):
    """A collection to import, in one or more `file` fields. `mojibake` says what to do if texts
    look wrongly decoded: keep or mend them, or refuse the files and show examples.
    """

    derived_from = arguments(
        import_collection, "name", "description", "language", "licence", "mojibake"
    )
    file = serializers.ListField(child=serializers.FileField())


class TopicsRequestSerializer(RequestSerializer[Any]):
    """A topic set to import. `number_by` is "position" if labels count topics from 1, whatever the
    file says, and "index" if they count from 0. `skip_bad` leaves out topics that cannot be read.
    `mojibake` is as for collections.
    """

    derived_from = arguments(import_topics, "name", "number_by", "skip_bad", "mojibake")
    file = serializers.FileField()


class RefusedTextsSerializer(RefusedFileSerializer):
    """As for every file; `mojibake` describes text that looks `wrongly_decoded`."""

    mojibake = TupleSerializer[MojibakeFound](required=False)


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    parent = serializers.SlugRelatedField[Collection](  # type: ignore[assignment]
        slug_field="name", read_only=True, allow_null=True
    )
    has_texts = serializers.BooleanField(
        read_only=True, help_text="Whether any passage has a text, to search or to judge."
    )
    making = serializers.SerializerMethodField(
        help_text="How far it is; null once it is made. Nothing can use it before."
    )

    class Meta:
        model = Collection
        fields = [
            "name",
            "description",
            "language",
            "n_passages",
            "has_texts",
            "parent",
            "recipe",
            "seed",
            "making",
        ]
        read_only_fields = fields

    @extend_schema_field(TupleSerializer[VariantProgress](allow_null=True))
    def get_making(self, collection: Collection) -> dict[str, Any] | None:
        making = getattr(collection, "making", None)
        if making is None or making.finished_at is not None:
            return None
        return TupleSerializer[VariantProgress](progress_of(collection)).data


class TopicSetSerializer(serializers.ModelSerializer[TopicSet]):
    parent = serializers.SlugRelatedField[TopicSet](  # type: ignore[assignment]
        slug_field="name", read_only=True, allow_null=True
    )
    n_topics = serializers.IntegerField(read_only=True)

    class Meta:
        model = TopicSet
        fields = ["name", "n_topics", "parent", "recipe", "seed"]
        read_only_fields = fields


@extend_schema_view(
    get=extend_schema(
        operation_id="collections_menu",
        description="Collections to choose from.",
        parameters=[MenuQuerySerializer],
    )
)
class CollectionsMenuView(ListAPIView[Collection]):
    permission_classes = [MayResearchOrOrganize]
    token_scopes = READ_ONLY
    serializer_class = CollectionSerializer
    pagination_class = None

    def get_queryset(self) -> QuerySet[Collection]:
        offered = in_menu(self.request, Collection.objects.all())
        return offered.select_related("parent", "making").order_by("name")


class CollectionsImportView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="collections_import",
        request={"multipart/form-data": CollectionRequestSerializer},
        responses={201: TupleSerializer[CollectionReport], 400: RefusedTextsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import files of passages as a new collection: all of them or none."""
        with uploads(request, PASSAGES) as files:
            fields = body_fields(request, CollectionRequestSerializer)
            del fields["file"]
            report = import_collection(paths=files.paths, **fields)
        return Response(
            TupleSerializer[CollectionReport](report).data, status=status.HTTP_201_CREATED
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="topic_sets_menu",
        description="Topic sets to choose from.",
        parameters=[MenuQuerySerializer],
    )
)
class TopicSetsMenuView(ListAPIView[TopicSet]):
    permission_classes = [MayResearchOrOrganize]
    token_scopes = READ_ONLY
    serializer_class = TopicSetSerializer
    pagination_class = None

    def get_queryset(self) -> QuerySet[TopicSet]:
        offered = in_menu(self.request, TopicSet.objects.all())
        return offered.select_related("parent").annotate(n_topics=Count("topics")).order_by("name")


class TopicSetsImportView(UploadView):
    permission_classes = [MayResearchOrOrganize]

    @extend_schema(
        operation_id="topic_sets_import",
        request={"multipart/form-data": TopicsRequestSerializer},
        responses={201: TupleSerializer[TopicsReport], 400: RefusedTextsSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import a file of topics as a new topic set: all of them, or with `skip_bad` those that
        can be read.
        """
        with uploads(request, TOPICS) as files:
            fields = body_fields(request, TopicsRequestSerializer)
            del fields["file"]
            report = import_topics(path=files.paths[0], **fields)
        return Response(TupleSerializer[TopicsReport](report).data, status=status.HTTP_201_CREATED)


class UploadLimitsView(ResearchOrOrganizeView):
    @extend_schema(operation_id="upload_limits", responses=UploadLimitsSerializer)
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """Limits of uploads."""
        return Response(UploadLimitsSerializer({"max_bytes": settings.MAX_UPLOAD_BYTES}).data)
