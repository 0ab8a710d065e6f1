"""A page of one kind of things in the library, found by a search, filtered and sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, F, Func, OrderBy, QuerySet, TextField, Value
from django.db.models.functions import NullIf

from evaluation.library.kinds import CATALOGUES, Catalogue, Kind
from evaluation.library.rows import rows_of
from evaluation.library.sight import Sight
from ranking.pages import place_in_list


class PageAsked(NamedTuple):
    """Which rows.

    Attributes:
        search: words; each stands somewhere in what a thing is found by.
        collection, topic_set: names; of collections and topic sets, the one that they are a
            variant of.
        archived: archived things alone, or all the others.
        sort: a name in the catalogue, after a minus sign for descending.
        page: from 1 on, of `size` rows; one beyond the last is the last.
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


class Key(NamedTuple):
    """A thing that is found, with the names that it is grouped by."""

    pk: int
    collection: str | None
    topic_set: str | None


def library_page(kind: Kind, asked: PageAsked, sight: Sight) -> Found:
    """The things of one kind that the account may see; the queries are as many for any number.

    The search is one query for the keys of all that is found: it costs more than to count and
    group some thousands of them here.
    """
    catalogue = _catalogue_for(sight, CATALOGUES[kind])
    keys = _keys(_searched(sight.of(kind), catalogue, asked), catalogue, asked.sort)
    of_collection = [key for key in keys if asked.collection in (None, key.collection)]
    of_topic_set = [key for key in keys if asked.topic_set in (None, key.topic_set)]
    found = [key for key in of_collection if asked.topic_set in (None, key.topic_set)]
    place = place_in_list(asked.page, n=len(found), size=asked.size)
    return Found(
        n=len(found),
        page=place.page,
        size=asked.size,
        groups=LibraryGroups(
            collections=_groups(key.collection for key in of_topic_set),
            topic_sets=_groups(key.topic_set for key in of_collection),
        ),
        rows=rows_of(kind, [key.pk for key in found[place.start : place.end]], sight),
    )


def _searched(things: QuerySet[Any], catalogue: Catalogue, asked: PageAsked) -> QuerySet[Any]:
    """No word has a blank in it, so that none is found across two fields."""
    searched = things.filter(archived_at__isnull=not asked.archived)
    words = asked.search.split()
    if words:
        text = Func(Value(" "), *catalogue.found_by, function="concat_ws", output_field=TextField())
        searched = searched.alias(found_in=text)
    for word in words:
        searched = searched.filter(found_in__icontains=word)
    return searched


def _catalogue_for(sight: Sight, catalogue: Catalogue) -> Catalogue:
    """Without a role nothing is found, grouped or sorted by what rows leave out."""
    if sight.has_role:
        return catalogue
    sorts = {name: by for name, by in catalogue.sorts.items() if name not in ("owner", "ranker")}
    return catalogue._replace(
        found_by=("name",),
        collections=_unless_parent(catalogue.collections),
        topic_sets=_unless_parent(catalogue.topic_sets),
        sorts={**sorts, "owner": "name", "ranker": "name"},
    )


def _unless_parent(field: str | None) -> str | None:
    return None if field is None or field.startswith("parent") else field


def _keys(things: QuerySet[Any], catalogue: Catalogue, sort: str) -> list[Key]:
    none = Value(None, output_field=TextField())
    fields = (catalogue.collections, catalogue.topic_sets)
    grounds = (F(field) if field else none for field in fields)
    return [Key(*row) for row in _sorted(things, catalogue, sort).values_list("pk", *grounds)]


def _sorted(things: QuerySet[Any], catalogue: Catalogue, sort: str) -> QuerySet[Any]:
    """Names make the order one; what has no value stands last either way."""
    by = catalogue.sorts[sort.removeprefix("-")]
    if by == "n_topics":
        things = things.annotate(n_topics=Count("topics"))
    value = NullIf(F(by), Value("")) if by == "team" else F(by) if isinstance(by, str) else by
    is_descending = sort.startswith("-")
    return things.order_by(OrderBy(value, descending=is_descending, nulls_last=True), "name")


def _groups(names: Iterable[str | None]) -> list[LibraryGroup]:
    counted = Counter(name for name in names if name is not None)
    return [
        LibraryGroup(*one) for one in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]
