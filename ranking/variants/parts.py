"""The passages of a variant, made part by part: what a killed process had landed stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import TextField
from django.db.models.functions import Cast, Now

from ranking.exceptions import RankingError
from ranking.jobs.messages import storable
from ranking.models import Collection, VariantMaking
from ranking.storage.copying import copying
from ranking.variants.texts import Counts, recipe_to_go_on_with, varied
from regrade.text.visible import has_text
from regrade.variants import Recipe

AT_ONCE = 10_000
# A part of a slow recipe has fewer passages: progress shows, and little is lost.
AT_MOST_S = 10.0
COLUMNS = (
    "ordinal",
    "text",
    "doc_id",
    "title",
    "document_id",
    "position_in_document",
    "metadata",
)
# Metadata as PostgreSQL writes it: nothing reads it here.
READ = (*COLUMNS[:-1], Cast("metadata", TextField()))
COPY = f"COPY ranking_passage (collection_id, {', '.join(COLUMNS)}) FROM STDIN"
# Not the variant's fault: the next worker may resume it.
PASSING = (DatabaseError, InterfaceError, SoftTimeLimitExceeded)


def make_parts(*, collection_id: int, landed: Callable[[int], object] = int) -> None:
    """Make what remains of a variant, one transaction a part.

    Stopped anywhere it loses the part in hand. The caller holds the variant's lock. What goes
    wrong by the recipe or by a text is stored with the making, as its reason to fail.

    Args:
        landed: called with the total number of passages whenever it grows.

    Raises:
        RecipeRefused: the recipe cannot be followed here, or would not give the same texts.
        DatabaseError, InterfaceError: the database is away.
    """
    try:
        collection = Collection.objects.get(pk=collection_id)
        recipe = recipe_to_go_on_with(collection.name, collection.recipe)
        while (n_done := make_part(collection_id=collection_id, recipe=recipe)) is not None:
            landed(n_done)
    except PASSING:
        raise
    except RankingError as error:
        fail_making(collection_id=collection_id, error=str(error))
        raise
    except Exception as error:
        fail_making(collection_id=collection_id, error=f"{type(error).__name__}: {error}")
        raise


def make_part(*, collection_id: int, recipe: Recipe) -> int | None:
    """Make the next passages of a variant, and say how many there are then; None: no more.

    They land with the counts in one transaction, and the last of them with the end of the making.
    Of several processes that make the same part one has it land: no passage is there twice.
    """
    unfinished = VariantMaking.objects.unfinished().select_related("collection")
    making = unfinished.filter(collection=collection_id).first()
    if making is None:
        return None
    counts = Counts()
    rows = _varied_rows(making, recipe, counts)
    return _land(making, rows, counts)


def fail_making(*, collection_id: int, error: str) -> None:
    """Keep why the making of a variant ended, unless it is finished."""
    failing = VariantMaking.objects.unfinished().filter(collection=collection_id)
    failing.update(failed_at=Now(), error=storable(error))


def _varied_rows(making: VariantMaking, recipe: Recipe, counts: Counts) -> list[tuple[Any, ...]]:
    """The next rows, before any lock is taken: to change their texts may take seconds."""
    collection, first = making.collection, making.n_done
    parent = _parent(collection)
    here = parent.passages.filter(ordinal__gte=first, ordinal__lt=first + AT_ONCE)
    rows, until = list[tuple[Any, ...]](), monotonic() + AT_MOST_S
    for ordinal, text, *others in here.order_by("ordinal").values_list(*READ):
        if text is not None and has_text(text):
            text = counts.count(text, varied(recipe, text, collection.seed or 0, ordinal))
        rows.append((collection.pk, ordinal, text, *others))
        if monotonic() > until:
            break
    if not rows and first < making.n_passages:
        raise RankingError(
            f"Collection {parent.name} has no passage at ordinal {first:,}.", code="passage_missing"
        )
    return rows


@transaction.atomic
def _land(making: VariantMaking, rows: Sequence[tuple[Any, ...]], counts: Counts) -> int:
    locked = VariantMaking.objects.select_for_update(no_key=True).get(pk=making.pk)
    if locked.n_done != making.n_done or locked.finished_at is not None:
        return locked.n_done  # somebody else was faster
    with copying(COPY) as copy:
        for row in rows:
            copy.write_row(row)
    locked.n_done += len(rows)
    locked.n_texts += counts.n_texts
    locked.n_changed += counts.n_changed
    locked.n_emptied += counts.n_emptied
    locked.n_attempts, locked.failed_at, locked.error = 0, None, ""
    if locked.n_done == locked.n_passages:
        _finish(making.collection, locked)
    locked.save()
    return locked.n_done


def _finish(collection: Collection, making: VariantMaking) -> None:
    # The same doc_ids at the same ordinals: the two share a docid map.
    collection.docids_hash, collection.text_version = _parent(collection).docids_hash, 1
    collection.save(update_fields=["docids_hash", "text_version"])
    making.finished_at = Now()  # the database's clock


def _parent(collection: Collection) -> Collection:
    return Collection.objects.get(variants=collection.pk)
