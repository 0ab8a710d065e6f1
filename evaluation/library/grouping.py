"""Found things by collection, by topic set, and runs by study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


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


class Key(NamedTuple):
    """A thing that is found, with the names that it is grouped by."""

    pk: int
    collection: str | None
    topic_set: str | None
    study: str | None = None


def runs_by_study(keys: Iterable[Key]) -> list[list[Key]]:
    """The runs of each study together, at the place of the first; any other run alone."""
    folds = dict[int | str, list[Key]]()
    for key in keys:
        folds.setdefault(key.study or key.pk, []).append(key)
    return list(folds.values())


def largest_first(names: Iterable[str | None]) -> list[LibraryGroup]:
    counted = Counter(name for name in names if name is not None)
    return [
        LibraryGroup(*one) for one in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]
