"""The library's lists: rows of each kind, found by a search, filtered and sorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from django.db.models import (
    Count,
    F,
    Func,
    OrderBy,
    QuerySet,
    TextField,
    Value,
)
from django.db.models.functions import NullIf

from evaluation.library.grouping import Key, LibraryGroups, largest_first, runs_by_study
from evaluation.library.kinds import CATALOGUES, Catalogue, Kind, Sight
from evaluation.library.rows import rows_of
from evaluation.models.study_run import study_of_run
from ranking.lookup import Name
from ranking.pages import Part, place_in_list


class PageAsked(NamedTuple):
    """Which rows.

    Attributes:
        search: words; each stands somewhere in what a thing is found by.
        collection, topic_set: names; of collections and topic sets, the one that they are a
            variant of.
        archived: archived things alone, or all the others.
        folded: pages count the runs of a study as one, at the place of the first, and have all
            of them.
        sort: a name in the catalogue, after a minus sign for descending.
        page: from 1 on, of `size` rows; one beyond the last is the last.
        after: a name; the rows behind it are found by key, and nothing is counted. The empty name
            begins the list.
    """

    search: Annotated[
        Name,
        {"allow_blank": True},
        "Words that are part of a name, a ranker, a team, a tag or a description.",
    ] = ""
    collection: str | None = None
    topic_set: str | None = None
    archived: bool = False
    folded: bool = False
    sort: str = "name"
    page: int = 1
    after: str | None = None
    size: Annotated[int, {"min_value": 1, "max_value": 200}] = 50


@dataclass(frozen=True, kw_only=True)
class Found(Part):
    """Things that are found: a page of them with the groups of all, or those behind a name.

    `next_after` is the name to send as `after` for the rows that follow; null at the end, and in
    another order than that of names. Behind a name nothing is counted: `next`, `n`, `page`,
    `n_pages` and `groups` are null.
    """

    n: int | None = None
    page: int | None = None
    n_pages: int | None = None
    groups: LibraryGroups | None = None
    next_after: str | None


def library_page(kind: Kind, asked: PageAsked, sight: Sight) -> Found:
    """The things of one kind that the account may see; the queries are as many for any number.

    The search is one query for the keys of all that is found: it costs more than to count and
    group some thousands of them here.
    """
    catalogue = _catalogue_for(sight, CATALOGUES[kind])
    if asked.after is not None:
        return _behind(asked.after, kind, asked, catalogue, sight)
    is_folded = asked.folded and sight.has_role
    things = _sorted(_searched(sight.of(kind), catalogue, asked), catalogue, asked.sort)
    keys = _keys(things, catalogue, with_study=is_folded)
    of_collection = [key for key in keys if asked.collection in (None, key.collection)]
    of_topic_set = [key for key in keys if asked.topic_set in (None, key.topic_set)]
    found = [key for key in of_collection if asked.topic_set in (None, key.topic_set)]
    folds = runs_by_study(found) if is_folded else [[key] for key in found]
    at = place_in_list(asked.page, n=len(folds), size=asked.size)
    shown = [key.pk for fold in folds[at.part] for key in fold]
    rows = rows_of(kind, shown, sight)
    is_followed = asked.sort == "name" and not is_folded and at.numbers["next"] is not None
    return Found(
        **at.numbers | {"n": len(found)},
        next_after=rows[-1].name if is_followed and rows else None,
        groups=LibraryGroups(
            collections=largest_first(key.collection for key in of_topic_set),
            topic_sets=largest_first(key.topic_set for key in of_collection),
        ),
        rows=rows,
    )


def _behind(name: str, kind: Kind, asked: PageAsked, catalogue: Catalogue, sight: Sight) -> Found:
    """Things by name, behind this one: the index of names leads to them, wherever they are."""
    things = _searched(sight.of(kind), catalogue, asked).filter(name__gt=name)
    wanted = ((catalogue.collections, asked.collection), (catalogue.topic_sets, asked.topic_set))
    for field, value in wanted:
        if value is not None:
            things = things.filter(**{field: value}) if field else things.none()
    keys = list(things.order_by("name").values_list("pk", "name")[: asked.size + 1])
    shown = keys[: asked.size]
    return Found(
        rows=rows_of(kind, [pk for pk, _ in shown], sight),
        next=None,
        next_after=shown[-1][1] if len(keys) > asked.size else None,
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


def _keys(things: QuerySet[Any], catalogue: Catalogue, *, with_study: bool) -> list[Key]:
    none = Value(None, output_field=TextField())
    fields = (catalogue.collections, catalogue.topic_sets)
    grounds: list[Any] = [F(field) if field else none for field in fields]
    if with_study:
        grounds.append(study_of_run("pk"))
    return [Key(*row) for row in things.values_list("pk", *grounds)]


def _sorted(things: QuerySet[Any], catalogue: Catalogue, sort: str) -> QuerySet[Any]:
    """Names make the order one; what has no value stands last either way."""
    by = catalogue.sorts[sort.removeprefix("-")]
    if by == "n_topics":
        things = things.annotate(n_topics=Count("topics"))
    value = NullIf(F(by), Value("")) if by == "team" else F(by) if isinstance(by, str) else by
    is_descending = sort.startswith("-")
    return things.order_by(OrderBy(value, descending=is_descending, nulls_last=True), "name")
