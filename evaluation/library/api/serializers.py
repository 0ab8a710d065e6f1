from __future__ import annotations

from typing import Any, cast

from django.core.validators import URLValidator
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from evaluation.library.kinds import CATALOGUES, Kind
from evaluation.library.listing import Found, PageAsked
from evaluation.library.resting import Holding
from evaluation.library.rows import CollectionRow, LabelsRow, RunRow, SavedRow, TopicSetRow
from ranking.http.page_field import PageField
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.models import RunKind, Visibility

MAX_NAME = 200
MAX_NOTE = 5_000
MAX_LINK = 500
MOST_RUNS = 500
NO_LINK = "This is no link: it starts with http:// or https:// and names a host."
SAVED_FOR = [str(each) for each in Visibility if each != Visibility.PUBLIC]
AFTER = (
    "Rows behind this name, in the order of names, without counts: `next_after` of the part before."
    " Empty for the first part."
)
ONLY_BY_NAME = "This goes with sort=name, and without page or folded."
ROWS: dict[Kind, type[serializers.Serializer[Any]]] = {
    Kind.RUNS: TupleSerializer[RunRow],
    Kind.LABELS: TupleSerializer[LabelsRow],
    Kind.COLLECTIONS: TupleSerializer[CollectionRow],
    Kind.TOPIC_SETS: TupleSerializer[TopicSetRow],
    Kind.COMPARISONS: TupleSerializer[SavedRow],
}


def _orders(kind: Kind) -> serializers.ChoiceField:
    fields = CATALOGUES[kind].sorts
    orders = [order for field in fields for order in (field, f"-{field}")]
    return serializers.ChoiceField(choices=orders, default="name")


class PageQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(PageAsked, "search", "size")
    archived = serializers.ChoiceField(choices=["no", "yes"], default="no")
    page = PageField()
    after = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        max_length=MAX_NAME,
        help_text=AFTER,
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        is_by_name = fields["sort"] == "name" and fields["page"] == 1 and not fields.get("folded")
        if "after" in fields and not is_by_name:
            raise serializers.ValidationError({"after": ONLY_BY_NAME})
        return fields


def page_query(kind: Kind) -> Any:
    """The serializer of what may be asked of the list of one kind."""
    catalogue, fields = CATALOGUES[kind], dict[str, Any]()
    for name, by in (("collection", catalogue.collections), ("topic_set", catalogue.topic_sets)):
        if by is not None:
            which = "Variants of" if by.startswith("parent") else "Those over"
            text = f"{which} this {name.replace('_', ' ')}."
            fields[name] = serializers.CharField(
                required=False, max_length=MAX_NAME, help_text=text
            )
    if kind == Kind.RUNS:
        text = "Count the runs of a study as one, so that a page has all of them."
        fields["folded"] = serializers.BooleanField(default=False, help_text=text)
    return type("QuerySerializer", (PageQuerySerializer,), {**fields, "sort": _orders(kind)})


def page_of(kind: Kind) -> Any:
    """The serializer of a page of one kind."""
    name = f"Library{kind.title().replace('-', '')}Serializer"
    return type(name, (TupleSerializer[Found],), {"rows": ROWS[kind](many=True)})


class ThingQuerySerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=list(Kind))
    name = serializers.CharField(max_length=MAX_NAME)


class AnyChangesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=MAX_NAME, trim_whitespace=False)
    archived = serializers.BooleanField(required=False)
    visibility = serializers.ChoiceField(required=False, choices=Visibility.choices)

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if not fields:
            raise serializers.ValidationError(f"Say one of {', '.join(self.fields)}.")
        return fields


class LinkField(serializers.CharField):
    """A link with its scheme in lower case, as it is stored."""

    def to_internal_value(self, data: Any) -> str:
        scheme, colon, rest = super().to_internal_value(data).partition(":")
        return f"{scheme.lower()}{colon}{rest}"


class RunDetailsSerializer(serializers.Serializer[Any]):
    """Facts of a run that people enter."""

    kind = serializers.ChoiceField(
        required=False, choices=RunKind.choices, help_text="Of a run that was imported."
    )
    team = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_NAME, help_text="Of a run."
    )
    link = LinkField(
        required=False,
        allow_blank=True,
        max_length=MAX_LINK,
        validators=[URLValidator(schemes=["http", "https"], message=NO_LINK)],
        help_text="Of a run: the page of its paper or code, from http:// or https:// on.",
    )


class RunChangesSerializer(AnyChangesSerializer, RunDetailsSerializer):
    pass


class SeveralRunsSerializer(RunDetailsSerializer):
    """Names of runs, and the facts that all of them get."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME), allow_empty=False, max_length=MOST_RUNS
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        if len(fields) < 2:
            raise serializers.ValidationError("Say one of kind, team, link.")
        return fields


LINK_TEXT = (
    "Whether anybody with the link of a saved comparison may read it; for its owner to turn on."
)


class SavedChangesSerializer(AnyChangesSerializer):
    """Who may compare sees a saved comparison, or its owner alone."""

    visibility = serializers.ChoiceField(required=False, choices=SAVED_FOR)
    note = TextField(required=False, allow_blank=True, max_length=MAX_NOTE)
    has_link = serializers.BooleanField(required=False, help_text=LINK_TEXT)


class ThingChangesSerializer(RunChangesSerializer):
    """Fields that can be changed of any kind of thing."""

    note = TextField(
        required=False,
        allow_blank=True,
        max_length=MAX_NOTE,
        help_text="Of a saved comparison, which is never public.",
    )
    has_link = serializers.BooleanField(required=False, help_text=LINK_TEXT)


class OneThingSerializer(TupleSerializer[Holding]):
    """A thing with the row that the list of its kind has."""

    row = serializers.SerializerMethodField()

    @extend_schema_field(
        PolymorphicProxySerializer(
            component_name="ThingRow",
            serializers=list(ROWS.values()),
            resource_type_field_name=None,
        )
    )
    def get_row(self, held: Holding) -> Any:
        row, serializer_of = held.row, cast(Any, TupleSerializer)
        return serializer_of[type(row)](row).data
