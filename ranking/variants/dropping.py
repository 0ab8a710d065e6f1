from __future__ import annotations

from django.db import connection, transaction
from django.db.models import ProtectedError

from ranking.exceptions import RankingError
from ranking.jobs.process_lock import process_lock
from ranking.models import Collection, VariantMaking
from ranking.variants.making import LOCK

DELETE = "DELETE FROM ranking_passage WHERE collection_id = %s"


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
