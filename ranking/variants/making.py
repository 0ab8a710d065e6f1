"""Variants of collections and topic sets: each text changed by a recipe, all ids kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import sleep
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import ProtectedError
from django.db.models.functions import Now

from ranking.exceptions import MakingFailed, NameTaken, RankingError
from ranking.jobs.broker import offer
from ranking.jobs.process_lock import process_lock
from ranking.lookup import first_of, held, taking_name
from ranking.models import Collection, Topic, TopicSet, VariantMaking, made_of
from ranking.variants.parts import make_parts
from ranking.variants.texts import Counts, as_stored, is_same_recipe, varied
from regrade.variants import Recipe

DELETE = "DELETE FROM ranking_passage WHERE collection_id = %s"


Progress = Callable[[int], object]  # called with the number of passages done
LOCK = "variant"
TASK, QUEUE = "ranking.tasks.make_variant", "rank.cpu"
LOOKS_EVERY_S = 0.5
TOPICS_AT_ONCE = 10_000
COUNT = """
    SELECT count(*), count(*) FILTER (WHERE varied.text <> passage.text),
           count(*) FILTER (WHERE varied.text IS NULL)
    FROM ranking_passage passage JOIN ranking_passage varied USING (ordinal)
    WHERE passage.collection_id = %s AND varied.collection_id = %s AND passage.text <> ''
"""


class MadeVariant(NamedTuple):
    """A variant, with numbers of texts and of changed texts.

    `n_emptied` counts texts that the recipe would empty: a query then stays unchanged, a passage
    loses its text.
    """

    name: str
    n_texts: int
    n_changed: int
    n_emptied: int


class VariantProgress(NamedTuple):
    """Progress of a collection's variant; `error` says why it failed."""

    name: str
    n_passages: int
    n_done: int
    n_changed: int
    n_emptied: int
    is_made: bool
    error: str


def begin_collection_variant(*, name: str, of: Collection, recipe: Recipe, seed: int) -> Collection:
    """Begin a collection whose passages have the parent's doc_ids at the same ordinals.

    It cannot be used until `make_variant_now` or a worker has made its passages: each text is
    changed by the recipe with its ordinal as key; titles stay. The parent takes no additions from
    now on. A repeated call with the same parent, recipe and seed returns the existing variant,
    finished or not, and lets a failed one resume. Concurrent calls return the same variant.

    Raises:
        NameTaken, NameRefused: the name is taken or not allowed.
        BeingMade: the parent is itself an unfinished variant.
        RecipeRefused: something that the recipe needs is missing.
    """
    stored = as_stored(recipe)
    try:
        return _find_begun(name, of, recipe, seed) or _begin(name, of, stored, seed)
    except NameTaken:
        # Perhaps by the same plan a moment ago.
        if found := _find_begun(name, of, recipe, seed):
            return found
        raise


def make_variant_now(*, collection: Collection, progress: Progress = int) -> MadeVariant:
    """Make the remaining passages of a variant here, and wait for those another process is making.

    Can be interrupted at any moment: the next call resumes there and ends with the same bytes. If
    another process is at work, this one waits and continues where it ends.

    Raises:
        RecipeRefused: the recipe cannot run here, or would give different texts.
        MakingFailed: another process failed.
        RankingError: the collection is not a variant.
    """
    _let_go_on(collection)
    report = _increments(collection, progress)
    while not is_made(collection):
        with process_lock(LOCK, collection.pk) as is_mine:
            if is_mine:
                make_parts(collection_id=collection.pk, landed=report)
        if not is_mine:
            _look(collection, report)
    collection.refresh_from_db()
    return _counted(collection)


def wait_for_variant(*, collection: Collection, progress: Progress = int) -> MadeVariant:
    """Wait until workers have made a variant.

    Raises:
        MakingFailed: they failed.
    """
    report = _increments(collection, progress)
    while not is_made(collection):
        _look(collection, report)
    collection.refresh_from_db()
    return _counted(collection)


def offer_variant(*, collection: Collection) -> None:
    """Queue the rest of a variant for a worker, once the transaction commits.

    If the broker or the worker is lost, the scheduler queues it again.
    """
    VariantMaking.objects.due().filter(collection=collection).update(offered_at=Now())
    offer(TASK, [collection.pk], queue=QUEUE)


def is_made(collection: Collection) -> bool:
    """Whether a collection is complete, as all are except unfinished variants."""
    return not VariantMaking.objects.unfinished().filter(collection=collection).exists()


def unmade_among(collections: Iterable[int]) -> dict[int, VariantProgress]:
    """Progress of the unfinished ones among these collections, by key."""
    unfinished = VariantMaking.objects.unfinished().filter(collection__in=collections)
    return {
        making.collection_id: progress_of(making.collection)
        for making in unfinished.select_related("collection")
    }


def make_topics_variant(*, name: str, of: TopicSet, recipe: Recipe, seed: int) -> MadeVariant:
    """Make a topic set with the parent's query ids at the same ordinals, and changed queries.

    Descriptions and narratives stay, and so does a query that would become empty. A repeated call
    with the same parent, recipe and seed keeps the existing set; concurrent calls both succeed.

    Raises:
        NameTaken, NameRefused: the name cannot be had.
        RecipeRefused: something that the recipe needs is not here.
    """
    stored, counts = as_stored(recipe), Counts()
    topics = list(of.topics.order_by("ordinal"))
    for topic in topics:
        after = varied(recipe, topic.query, seed, topic.ordinal)
        topic.query = counts.count(topic.query, after) or topic.query
    if not _has_topics_variant(name, of, recipe, seed):
        try:
            _store_topics(name, of, stored, seed, topics)
        except NameTaken:
            if not _has_topics_variant(name, of, recipe, seed):
                raise
    return MadeVariant(name, counts.n_texts, counts.n_changed, counts.n_emptied)


def variant_progress(*, name: str) -> VariantProgress:
    """Progress of the collection variant with that name.

    Raises:
        NotFound: there is none.
    """
    variants = Collection.objects.seen().exclude(parent=None).select_related("making")
    sentence = f"There is no variant of a collection named {name!r}."
    return progress_of(first_of(variants.filter(name=name), sentence))


def progress_of(variant: Collection) -> VariantProgress:
    making = getattr(variant, "making", None) or _made_before(variant)
    return VariantProgress(
        name=variant.name,
        n_passages=making.n_passages,
        n_done=making.n_done,
        n_changed=making.n_changed,
        n_emptied=making.n_emptied,
        is_made=making.finished_at is not None,
        error=making.error,
    )


def _made_before(variant: Collection) -> VariantMaking:
    """A stand-in record for a variant from a release without one; its counts are unknown."""
    n, at = variant.n_passages, variant.created_at
    return VariantMaking(collection=variant, n_passages=n, n_done=n, finished_at=at)


def _find_begun(name: str, of: Collection, recipe: Recipe, seed: int) -> Collection | None:
    found = Collection.objects.seen().filter(name=name, parent=of, seed=seed).first()
    if found is None or not is_same_recipe(found.recipe, recipe):
        return None
    _let_go_on(found)
    return found


def _begin(name: str, of: Collection, recipe: Recipe, seed: int) -> Collection:
    with taking_name(Collection, name):
        locked = Collection.objects.select_for_update(no_key=True, of=("self",))
        parent = locked.select_related("making").get(pk=of.pk)
        parent.refuse_unmade(field="of")
        made = Collection.objects.create(
            name=name,
            parent=parent,
            recipe=recipe.as_json(),
            seed=seed,
            language=parent.language,
            licence=parent.licence,
            n_passages=parent.n_passages,
            **made_of(parent),
        )
        VariantMaking.objects.create(collection=made, n_passages=parent.n_passages)
    return made


def _let_go_on(collection: Collection) -> None:
    failed = VariantMaking.objects.unfinished().exclude(failed_at=None)
    failed.filter(collection=collection).update(failed_at=None, error="", n_attempts=0)


def _increments(collection: Collection, progress: Progress) -> Callable[[int], None]:
    """Turn running totals into increments for `progress`, from the stored count on."""
    shown = VariantMaking.objects.filter(collection=collection).values_list("n_done", flat=True)
    n_reported = shown.first() or 0

    def report(n_done: int) -> None:
        nonlocal n_reported
        progress(n_done - n_reported)
        n_reported = n_done

    return report


def _look(collection: Collection, report: Callable[[int], None]) -> None:
    """Report another process's progress, and wait a moment if it is not done."""
    making = VariantMaking.objects.get(collection=collection)
    report(making.n_done)
    if making.failed_at is not None:
        raise MakingFailed(f"Variant {collection.name} could not be made: {making.error}")
    if making.finished_at is None:
        sleep(LOOKS_EVERY_S)


def _counted(collection: Collection) -> MadeVariant:
    making = VariantMaking.objects.filter(collection=collection).first()
    if making is not None:
        return MadeVariant(collection.name, making.n_texts, making.n_changed, making.n_emptied)
    if collection.parent_id is None:
        raise RankingError(f"Collection {collection.name} is no variant.", code="no_variant")
    with connection.cursor() as cursor:  # of a release that kept no counts
        cursor.execute(COUNT, [collection.parent_id, collection.pk])
        [counts] = cursor.fetchall()
    return MadeVariant(collection.name, *counts)


def _has_topics_variant(name: str, of: TopicSet, recipe: Recipe, seed: int) -> bool:
    found = TopicSet.objects.seen().filter(name=name, parent=of, seed=seed).first()
    return found is not None and is_same_recipe(found.recipe, recipe)


def _store_topics(name: str, of: TopicSet, recipe: Recipe, seed: int, topics: list[Topic]) -> None:
    with taking_name(TopicSet, name):
        made = TopicSet.objects.create(
            name=name, parent=of, recipe=recipe.as_json(), seed=seed, **made_of(*held(of))
        )
        for topic in topics:
            topic.pk, topic.topic_set = None, made
        Topic.objects.bulk_create(topics, batch_size=TOPICS_AT_ONCE)


def drop_unmade(*, collection: Collection) -> int:
    """Take away a variant that was never finished, and its name; returns its passages so far.

    Nothing could use them. What is finished stays.

    Raises:
        RankingError: it is finished, a process works on it now, or it is part of something.
    """
    with process_lock(LOCK, collection.pk) as is_mine:
        if not is_mine:
            raise RankingError(
                f"Variant {collection.name} is being made now: stop the workers, or the command"
                " that makes it, and then take it away.",
                code="being_made",
            )
        try:
            return _drop(collection)
        except ProtectedError as error:
            [holder, *_] = error.protected_objects
            kind = holder._meta.verbose_name
            raise RankingError(
                f"{collection.name} stays: {kind} {holder} has it.", code="in_use"
            ) from error


@transaction.atomic
def _drop(collection: Collection) -> int:
    makings = VariantMaking.objects.select_for_update().unfinished()
    making = makings.filter(collection=collection).first()
    if making is None:
        raise RankingError(
            f"Collection {collection.name} is complete: it stays.", code="variant_complete"
        )
    with connection.cursor() as cursor:
        cursor.execute(DELETE, [collection.pk])
    making.delete()
    Collection.objects.get(pk=collection.pk).delete()
    return making.n_done
