from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from django.db import models
from rest_framework import serializers

from ranking.http.tuple_serializer import (
    ChangesSerializer,
    MemberField,
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.models import Run

if TYPE_CHECKING:
    from ranking.models import Owned as Nowhere


class Colour(models.TextChoices):
    RED = "red", "Red"
    GREEN = "green", "Green"


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Part(NamedTuple):
    n: int
    share: float | None


class Machine(NamedTuple):
    """A machine and its parts."""

    name: str
    is_new: bool
    built_on: date
    seen_at: datetime | None
    colour: Colour
    size: Size | None
    side: Literal["left", "right"]
    best: Part
    spare: Part | None
    parts: Sequence[Part]
    others: list[Part] | None
    interval: tuple[float, float] | None
    names: tuple[str, ...]
    counts: Mapping[str, int]


class PartSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)


class MachineSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    is_new = serializers.BooleanField()
    built_on = serializers.DateField()
    seen_at = serializers.DateTimeField(allow_null=True)
    colour = MemberField(Colour)
    size = MemberField(Size, allow_null=True)
    side = serializers.ChoiceField(choices=("left", "right"))
    best = PartSerializer()
    spare = PartSerializer(allow_null=True)
    parts = PartSerializer(many=True)
    others = PartSerializer(many=True, allow_null=True)
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    names = serializers.ListField(child=serializers.CharField())
    counts = serializers.DictField(child=serializers.IntegerField())


MACHINE = Machine(
    name="press",
    is_new=True,
    built_on=date(2026, 1, 31),
    seen_at=datetime(2026, 2, 1, 12, tzinfo=UTC),
    colour=Colour.RED,
    size=Size.LARGE,
    side="left",
    best=Part(1, 0.5),
    spare=None,
    parts=[Part(2, None)],
    others=None,
    interval=(0.1, 0.2),
    names=("a", "b"),
    counts={"c": 3},
)


def test_a_derived_serializer_is_as_one_written_by_hand() -> None:
    assert repr(TupleSerializer[Machine]()) == repr(MachineSerializer())
    assert TupleSerializer[Machine](MACHINE).data == MachineSerializer(MACHINE).data


def test_a_tuple_has_one_serializer_described_by_its_docstring_alone() -> None:
    [nested] = {type(TupleSerializer[Machine]().fields[name]) for name in ("best", "spare")}
    assert nested is TupleSerializer[Part]
    assert TupleSerializer[Machine].__doc__ == "A machine and its parts."
    assert TupleSerializer[Part].__doc__ is None


def test_a_declared_field_keeps_the_place_of_the_one_it_replaces() -> None:
    class Shown(TupleSerializer[Part]):
        twice = serializers.IntegerField(source="n")
        n = serializers.CharField()

    assert list(Shown(Part(7, None)).data.items()) == [("n", "7"), ("share", None), ("twice", 7)]


class Unknown(NamedTuple):
    what: int | str


def test_a_type_without_a_field_is_to_be_declared() -> None:
    with pytest.raises(TypeError, match=r"UnknownSerializer\.what is of int \| str"):
        _ = TupleSerializer[Unknown]().fields

    class Shown(TupleSerializer[Unknown]):
        what = serializers.CharField()

    assert Shown(Unknown(1)).data == {"what": "1"}


class Asked(NamedTuple):
    """What somebody looks for."""

    n: Annotated[int, {"min_value": 1}]
    words: Annotated[str, {"max_length": 5, "allow_blank": True}] = ""
    above: Annotated[float | None, {"max_value": 1}] = None
    names: Annotated[Sequence[str], {"max_length": 2}] = ()


class AskedRequest(RequestSerializer[Asked]):
    words = serializers.CharField(default="any")


def test_a_request_takes_limits_and_defaults_of_its_tuple() -> None:
    asked = AskedRequest(data={"n": 1})
    assert asked.is_valid()
    assert asked.validated_data == {"n": 1, "words": "any", "above": None, "names": []}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("n", 0, "min_value"),
        ("words", "longer", "max_length"),
        ("above", 2, "max_value"),
        ("above", None, "null"),
        ("names", ["a", "b", "c"], "max_length"),
    ],
)
def test_a_request_refuses_what_its_tuple_does_not_take(name: str, value: Any, code: str) -> None:
    asked = RequestSerializer[Asked](data={"n": 1, name: value})
    assert not asked.is_valid()
    assert [(key, error.code) for key, [error] in asked.errors.items()] == [(name, code)]


def test_a_request_needs_what_has_no_default() -> None:
    assert set(RequestSerializer[Asked](data={}).fields) == set(Asked._fields)
    assert not RequestSerializer[Asked](data={}).is_valid()


def paint(
    *,
    run: Run,
    colour: Colour = Colour.RED,
    shape: Annotated[str, {"choices": ["round", "flat"]}] = "round",
    note: Annotated[str, {"is_prose": True}] = "none",
    zone: ZoneInfo,
    owner: Nowhere | None = None,
) -> None: ...


class PaintRequest(RequestSerializer[Any]):
    derived_from = arguments(paint, "run", "colour", "shape", "note", "zone")


def test_a_request_takes_arguments_of_the_function_that_it_calls() -> None:
    asked = PaintRequest(data={"run": "bm25", "colour": "green", "zone": "UTC"})
    assert asked.is_valid()
    assert asked.validated_data == {
        "run": "bm25",
        "colour": Colour.GREEN,
        "shape": "round",
        "note": "none",
        "zone": ZoneInfo("UTC"),
    }
    assert type(asked.validated_data["colour"]) is Colour


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("run", "a" * 201, "max_length"),
        ("colour", "blue", "invalid_choice"),
        ("shape", "square", "invalid_choice"),
        ("note", "\u200b", "blank"),
        ("zone", "Nowhere", "invalid"),
    ],
)
def test_a_request_refuses_what_its_function_does_not_take(
    name: str, value: str, code: str
) -> None:
    asked = PaintRequest(data={"run": "bm25", "zone": "UTC", name: value})
    assert not asked.is_valid()
    assert [(key, error.code) for key, [error] in asked.errors.items()] == [(name, code)]


def test_a_request_adds_to_what_its_bases_are_derived_from() -> None:
    class Both(PaintRequest):
        derived_from = arguments(Asked, "n")

    assert list(Both().fields) == ["run", "colour", "shape", "note", "zone", "n"]


@dataclass(frozen=True)
class Setting:
    unit: Colour = Colour.RED
    every: int | None = None


def test_changes_may_leave_any_field_out_and_set_others_to_null() -> None:
    changes = ChangesSerializer[Setting](data={"every": None})
    assert changes.is_valid()
    assert changes.validated_data == {"every": None}


class RunRow(RowSerializer):
    model = Run
    columns = ["id", "name", "collection", "visibility", "archived_at"]
    scale = serializers.CharField(default="none")


class RunChanges(RowSerializer):
    model = Run
    columns = ["name", "archived_at"]
    is_part = True


def test_a_row_has_the_columns_of_its_model() -> None:
    fields = RunRow(data={}).fields
    kinds = {name: type(field).__name__ for name, field in fields.items()}
    assert kinds == {
        "id": "IntegerField",
        "name": "CharField",
        "collection": "CharField",
        "visibility": "ChoiceField",
        "archived_at": "DateTimeField",
        "scale": "CharField",
    }
    assert [name for name, field in fields.items() if field.allow_null] == ["archived_at"]


def test_a_part_of_a_row_may_leave_columns_out() -> None:
    changes = RunChanges(data={"archived_at": None})
    assert changes.is_valid()
    assert changes.validated_data == {"archived_at": None}


@dataclass(frozen=True)
class Work:
    run: Run
    best: Part | None
    machine: Machine

    @property
    def is_done(self) -> bool:
        return self.best is not None


class WorkRow(RowSerializer):
    model = Work
    columns = ["run.id", "run", "way", "parent_id", "best.n", "machine.parts", "is_done"]
    paths = {"run": "run.name", "parent_id": "run.parent_id"}
    way = serializers.CharField(default="none")


def test_a_row_takes_the_types_of_what_stands_at_its_paths() -> None:
    fields = WorkRow().fields
    assert [(name, type(field).__name__, field.allow_null) for name, field in fields.items()] == [
        ("id", "IntegerField", False),
        ("run", "CharField", False),
        ("way", "CharField", False),
        ("parent_id", "IntegerField", True),
        ("n", "IntegerField", True),
        ("parts", "ListSerializer", False),
        ("is_done", "BooleanField", False),
    ]


def test_a_row_is_null_where_a_step_of_its_path_is() -> None:
    shown = WorkRow(Work(Run(pk=3, name="bm25"), None, MACHINE)).data
    assert shown == {
        "id": 3,
        "run": "bm25",
        "way": "none",
        "parent_id": None,
        "n": None,
        "parts": [{"n": 2, "share": None}],
        "is_done": False,
    }
