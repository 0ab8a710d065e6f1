"""Lists that come in parts: each has `rows`, and in `next` what asks for the part that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet


@dataclass(frozen=True, kw_only=True)
class Part:
    """Part of a list. Send `next` as `page` for the part that follows; null at the end."""

    rows: Sequence[Any]
    next: int | None


@dataclass(frozen=True, kw_only=True)
class Page(Part):
    """A page of `n` rows, counted from 1. Send `next` as `page` for the one that follows."""

    n: int
    page: int
    n_pages: int


class PlaceInList(NamedTuple):
    """The fields of a `Page` but its rows, and which part of the list they are."""

    numbers: dict[str, Any]
    part: slice


def place_in_list(page: int, *, n: int, size: int) -> PlaceInList:
    """Where a page of `size` lies in a list of `n`; one beyond the last is the last.

    A list of nothing has one page, an empty one.
    """
    n_pages = max(1, -(-n // size))
    page = min(max(1, page), n_pages)
    following = page + 1 if page < n_pages else None
    numbers = {"n": n, "page": page, "n_pages": n_pages, "next": following}
    return PlaceInList(numbers, slice((page - 1) * size, min(page * size, n)))


def part_by_key(
    rows: QuerySet[Any], behind: int | None, *, size: int, order: Literal["-pk", "pk"] = "-pk"
) -> Part:
    """Rows in the order of their keys, behind the one with this key; None begins the list."""
    if behind is not None:
        rows = rows.filter(**{"pk__lt" if order == "-pk" else "pk__gt": behind})
    return first_part(rows.order_by(order), size=size)


def first_part(rows: QuerySet[Any], *, size: int) -> Part:
    """The first rows; the key of the last one asks for those that follow."""
    found = list(rows[: size + 1])
    return Part(rows=found[:size], next=found[size - 1].pk if len(found) > size else None)
