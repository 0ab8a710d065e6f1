"""Variants of collections and topic sets: each text changed by a recipe, all ids kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ranking.collections.passages import COPY
from ranking.exceptions import RankingError
from ranking.lookup import taking_name
from ranking.models import Collection, Topic, TopicSet
from ranking.storage.copying import copying
from regrade.variants import Recipe, RecipeError, vary_text

AT_ONCE = 10_000
Progress = Callable[[int], object]  # told how many passages were done


class MadeVariant(NamedTuple):
    """A variant: how many texts it has, and how many of these changed.

    `n_emptied` counts those of which nothing would have been left: a query then stays as it was,
    a passage has no text.
    """

    name: str
    n_texts: int
    n_changed: int
    n_emptied: int


class VariantSample(NamedTuple):
    """A text before and after."""

    id: str
    before: str
    after: str


class RecipeRefused(RankingError):
    """A recipe that cannot be followed here."""

    code = "recipe_refused"
    field = "recipe"


def make_collection_variant(
    *, name: str, of: Collection, recipe: Recipe, seed: int, progress: Progress = int
) -> MadeVariant:
    """Make a collection whose passages have the parent's doc_ids at the same ordinals.

    Each text is changed by the recipe, with its ordinal as its key; titles stay. The parent takes
    no additions from then on. All or nothing; the same recipe and seed give the same texts again.

    Raises:
        NameTaken, NameRefused: the name cannot be had.
        RecipeRefused: something that the recipe needs is not here.
    """
    stored, counts = _stored(recipe), _Counts()
    with taking_name(Collection, name):
        parent = Collection.objects.select_for_update(no_key=True).get(pk=of.pk)
        made = Collection.objects.create(
            name=name,
            parent=parent,
            recipe=stored.as_json(),
            seed=seed,
            language=parent.language,
            licence=parent.licence,
            # The same doc_ids at the same ordinals: the two share a docid map.
            docids_hash=parent.docids_hash,
            n_passages=parent.n_passages,
            text_version=1,
        )
        for part in _parts(parent):
            with copying(COPY) as copy:
                for ordinal, doc_id, title, text, metadata in part:
                    if text is not None and text.strip():
                        text = counts.told(text, _vary(recipe, text, seed, ordinal))
                    copy.write_row((made.pk, ordinal, doc_id, title, text, json.dumps(metadata)))
            progress(len(part))
    return counts.of(name)


def begin_collection_variant(*, name: str, of: Collection, recipe: Recipe, seed: int) -> Collection:
    make_collection_variant(name=name, of=of, recipe=recipe, seed=seed)
    return Collection.objects.get(name=name)


def is_made(collection: Collection) -> bool:
    return collection.pk is not None


def make_variant_now(*, collection: Collection, progress: Progress = int) -> None:
    progress(collection.n_passages)


def offer_variant(*, collection: Collection) -> None:
    collection.refresh_from_db()


def make_topics_variant(*, name: str, of: TopicSet, recipe: Recipe, seed: int) -> MadeVariant:
    """Make a topic set with the parent's query ids at the same ordinals, and changed queries.

    Descriptions and narratives stay, and so does a query of which nothing would be left.

    Raises:
        NameTaken, NameRefused: the name cannot be had.
        RecipeRefused: something that the recipe needs is not here.
    """
    stored, counts = _stored(recipe), _Counts()
    with taking_name(TopicSet, name):
        made = TopicSet.objects.create(name=name, parent=of, recipe=stored.as_json(), seed=seed)
        topics = []
        for topic in of.topics.order_by("ordinal"):
            after = _vary(recipe, topic.query, seed, topic.ordinal)
            topic.query = counts.told(topic.query, after) or topic.query
            topic.pk, topic.topic_set = None, made
            topics.append(topic)
        Topic.objects.bulk_create(topics, batch_size=AT_ONCE)
    return counts.of(name)


def preview(
    of: Collection | TopicSet, recipe: Recipe, seed: int, n: int = 10
) -> list[VariantSample]:
    """The first texts, before and after.

    Raises:
        RecipeRefused: something that the recipe needs is not here.
    """
    _stored(recipe)
    found: list[tuple[int, str, str | None]]
    if isinstance(of, TopicSet):
        topics = of.topics.order_by("ordinal")
        found = list(topics.values_list("ordinal", "query_id", "query")[:n])
    else:
        passages = of.passages.filter(text__isnull=False).order_by("ordinal")
        found = list(passages.values_list("ordinal", "doc_id", "text")[:n])
    return [
        VariantSample(name, text or "", _vary(recipe, text or "", seed, key))
        for key, name, text in found
    ]


class _Counts:
    def __init__(self) -> None:
        self.n_texts = self.n_changed = self.n_emptied = 0

    def told(self, before: str, after: str) -> str | None:
        """Count a text, and give what it is now; None where nothing is left."""
        is_emptied = not after.strip()
        self.n_texts += 1
        self.n_emptied += is_emptied
        self.n_changed += after != before and not is_emptied
        return None if is_emptied else after

    def of(self, name: str) -> MadeVariant:
        return MadeVariant(name, self.n_texts, self.n_changed, self.n_emptied)


def _parts(parent: Collection) -> Iterator[list[tuple[Any, ...]]]:
    """All passages by ordinal, in parts: the connection is busy while one is copied."""
    rows = parent.passages.order_by("ordinal").values_list(
        "ordinal", "doc_id", "title", "text", "metadata"
    )
    for first in range(0, parent.n_passages, AT_ONCE):
        yield list(rows.filter(ordinal__gte=first, ordinal__lt=first + AT_ONCE))


def _vary(recipe: Recipe, text: str, seed: int, key: int) -> str:
    try:
        return vary_text(recipe, text, seed=seed, key=key)
    except RecipeError as error:
        raise RecipeRefused(f"Text {key}: {error}.") from error


def _stored(recipe: Recipe) -> Recipe:
    """The recipe with the versions of what does the work here."""
    try:
        return recipe.as_stored()
    except RecipeError as error:
        raise RecipeRefused(f"{error}.") from error
