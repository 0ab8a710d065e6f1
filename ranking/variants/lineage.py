"""Which collection or topic set a variant was made of, and what that was made of in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ranking.models import Collection, Run, TopicSet


class Named(NamedTuple):
    key: int
    name: str


class Lineages(NamedTuple):
    """The parents of all variants there are, by the variant's key; made of two queries."""

    collections: Mapping[int, Named]
    topic_sets: Mapping[int, Named]

    def collections_of(self, run: Run) -> list[Named]:
        """The run's collection and its ancestors, the nearest first."""
        collection = Named(run.collection_id, run.collection.name)
        return [collection, *ancestors(self.collections, collection.key)]

    def original_of(self, collection: int) -> int:
        """The key of the collection that this one is a variant of, at the end of all; its own."""
        return _original(self.collections, collection)

    def topic_sets_of(self, run: Run) -> list[Named]:
        """The run's topic set and its ancestors, the nearest first."""
        topic_set = Named(run.topic_set_id, run.topic_set.name)
        return [topic_set, *ancestors(self.topic_sets, topic_set.key)]

    def with_relatives(self, topic_sets: Iterable[int]) -> set[int]:
        """The keys of these topic sets, of what they are variants of, and of all variants."""
        originals = {_original(self.topic_sets, key) for key in topic_sets}
        variants = {key for key in self.topic_sets if _original(self.topic_sets, key) in originals}
        return originals | variants


def lineages() -> Lineages:
    return Lineages(_parents(Collection.objects.all()), _parents(TopicSet.objects.all()))


def _parents(items: QuerySet[Any]) -> dict[int, Named]:
    rows = items.order_by().exclude(parent=None).values_list("pk", "parent", "parent__name")
    return {key: Named(parent, name) for key, parent, name in rows}


def _original(parents: Mapping[int, Named], key: int) -> int:
    above = list(ancestors(parents, key))
    return above[-1].key if above else key


def ancestors(parents: Mapping[int, Named], key: int) -> Iterator[Named]:
    """Originals of this variant, nearest first; empty for an original."""
    found = parents.get(key)
    while found is not None:
        yield found
        found = parents.get(found.key)
