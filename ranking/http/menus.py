"""Menu entries: things that the requesting account may see, except archived ones."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model, Q
from rest_framework import serializers
from rest_framework.request import Request

from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import query_fields
from ranking.models import OwnedQuerySet

MAX_NAME = 200
MAX_NAMES = 100
Thing = TypeVar("Thing", bound=Model)


class MenuQuerySerializer(serializers.Serializer[Any]):
    also = LimitedList(
        child=serializers.CharField(max_length=MAX_NAME),
        default=list,
        max_length=MAX_NAMES,
        help_text="Names of things that are listed though they are archived.",
    )


def in_menu(request: Request, things: OwnedQuerySet[Thing]) -> OwnedQuerySet[Thing]:
    also = query_fields(request, MenuQuerySerializer)["also"]
    return things.seen_by(request.user).filter(Q(archived_at=None) | Q(name__in=also))
