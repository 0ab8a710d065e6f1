"""Which collection or topic set a variant was made of, and what that was made of in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ranking.models import Collection, Run, TopicSet


class Lineages(NamedTuple):
    """The parents of all variants there are, by key; made of two queries."""

    collections: Mapping[int, int]
    topic_sets: Mapping[int, int]

    def collections_of(self, run: Run) -> list[int]:
        """Keys of the run's collection and of its ancestors, the nearest first."""
        return [*_upwards(self.collections, run.collection_id)]

    def topic_sets_of(self, run: Run) -> list[int]:
        """Keys of the run's topic set and of its ancestors, the nearest first."""
        return [*_upwards(self.topic_sets, run.topic_set_id)]


def lineages() -> Lineages:
    return Lineages(_parents(Collection.objects.all()), _parents(TopicSet.objects.all()))


def _parents(items: QuerySet[Any]) -> dict[int, int]:
    return dict(items.order_by().exclude(parent=None).values_list("pk", "parent"))


def _upwards(parents: Mapping[int, int], key: int) -> Iterator[int]:
    found: int | None = key
    while found is not None:
        yield found
        found = parents.get(found)


class NamedLineages(NamedTuple):
    """`Lineages`, and the names of all collections and topic sets that have to do with variants."""

    keys: Lineages
    names: Mapping[str, Mapping[int, str]]

    def names_of(self, run: Run) -> dict[str, list[str]]:
        """The run's collection and topic set with their ancestors, the nearest first."""
        collections, topic_sets = self.names["collections"], self.names["topic_sets"]
        return {
            "collections": [run.collection.name]
            + [collections[key] for key in self.keys.collections_of(run)[1:]],
            "topic_sets": [run.topic_set.name]
            + [topic_sets[key] for key in self.keys.topic_sets_of(run)[1:]],
        }


def named_lineages() -> NamedLineages:
    """All of it, made of four queries."""
    known = lineages()
    return NamedLineages(
        known,
        {
            "collections": _names(Collection.objects.filter(variants__isnull=False)),
            "topic_sets": _names(TopicSet.objects.filter(variants__isnull=False)),
        },
    )


def _names(items: QuerySet[Any]) -> dict[int, str]:
    return dict(items.order_by().distinct().values_list("pk", "name"))
