"""A page of one kind of things in the library, found by a search, filtered and sorted."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Count, F, OrderBy, Q, QuerySet

from evaluation.library.kinds import CATALOGUES, Catalogue, Kind
from evaluation.library.rows import rows_of
from evaluation.library.sight import Sight


class PageAsked(NamedTuple):
    """Which rows.

    Attributes:
        search: words; each stands somewhere in what a thing is found by.
        collection, topic_set: names; of variants it is that of the original.
        archived: archived things alone, or all the others.
        sort: a name in the catalogue, after a minus sign for descending.
        page: from 1 on, of `size` rows.
    """

    search: str = ""
    collection: str | None = None
    topic_set: str | None = None
    archived: bool = False
    sort: str = "name"
    page: int = 1
    size: int = 50


class LibraryGroup(NamedTuple):
    """How many of the found things are over one collection or topic set."""

    name: str
    n: int


class LibraryGroups(NamedTuple):
    """Of all pages, the largest first.

    The groups of one kind heed the filter by the other kind, but not that by their own.
    """

    collections: list[LibraryGroup]
    topic_sets: list[LibraryGroup]


class Found(NamedTuple):
    """How many things are found in all, and the rows of one page."""

    n: int
    page: int
    size: int
    groups: LibraryGroups
    rows: list[Any]


def library_page(kind: Kind, asked: PageAsked, sight: Sight) -> Found:
    """The things of one kind that the account may see; the queries are as many for any number."""
    catalogue = CATALOGUES[kind]
    searched = _searched(sight.of(kind), catalogue, asked)
    of_collection = _of_ground(searched, catalogue.collections, asked.collection)
    of_topic_set = _of_ground(searched, catalogue.topic_sets, asked.topic_set)
    found = _of_ground(of_collection, catalogue.topic_sets, asked.topic_set)
    start = (asked.page - 1) * asked.size
    keys = _sorted(found, kind, asked.sort).values_list("pk", flat=True)
    return Found(
        n=found.count(),
        page=asked.page,
        size=asked.size,
        groups=LibraryGroups(
            collections=_groups(of_topic_set, catalogue.collections),
            topic_sets=_groups(of_collection, catalogue.topic_sets),
        ),
        rows=rows_of(kind, list(keys[start : start + asked.size]), sight),
    )


def _searched(things: QuerySet[Any], catalogue: Catalogue, asked: PageAsked) -> QuerySet[Any]:
    condition = Q(archived_at__isnull=not asked.archived)
    for word in asked.search.split():
        in_any = (Q(**{f"{field}__icontains": word}) for field in catalogue.found_by)
        condition &= Q.create(list(in_any), connector=Q.OR)
    return things.filter(condition)


def _of_ground(things: QuerySet[Any], field: str | None, name: str | None) -> QuerySet[Any]:
    return things.filter(**{field: name}) if field and name else things


def _sorted(things: QuerySet[Any], kind: Kind, sort: str) -> QuerySet[Any]:
    """Names make the order one; what has no value stands last either way."""
    by = CATALOGUES[kind].sorts[sort.removeprefix("-")]
    if by == "n_topics":
        things = things.annotate(n_topics=Count("topics"))
    value = F(by) if isinstance(by, str) else by
    is_descending = sort.startswith("-")
    return things.order_by(OrderBy(value, descending=is_descending, nulls_last=True), "name")


def _groups(things: QuerySet[Any], field: str | None) -> list[LibraryGroup]:
    if field is None:
        return []
    named = things.filter(**{f"{field}__isnull": False}).order_by().values_list(field)
    counted = named.annotate(n=Count("pk")).order_by("-n", field)
    return [LibraryGroup(*row) for row in counted]
