"""Delete a thing in the library with all that is its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError, connection, transaction

from annotation.models import LabelParent, TopicLabels
from evaluation.exceptions import StillInUse
from evaluation.library.kinds import CATALOGUES, Kind, Sight
from evaluation.library.resting import rests_on, why_kept
from evaluation.models import Evaluation, RunHash, TopicCoverage, TopicScores
from ranking.collections.docid_maps import forget_map
from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Job,
    Owned,
    PairScores,
    Ranking,
    Renaming,
    VariantMaking,
)
from ranking.rankers.index_files import index_folders, remove_indexes

logger = logging.getLogger(__name__)


def delete_thing(*, thing: Owned, kind: Kind, sight: Sight) -> None:
    """Delete a thing with its rows and files, if nothing rests on it: all of it or nothing.

    A run goes with its rankings, pair scores, scores and the log of its job; a label set with its
    labels; a collection with its passages, its map of doc_ids and its indexes; a topic set with
    its topics. Comparisons that were frozen stay: they hold all that they show. Saved ones keep
    what they compare, and go with the answers that are kept with them.

    Raises:
        StillInUse: something rests on it; the sentence says what.
    """
    try:
        with transaction.atomic():
            _delete(thing, kind, sight)
            connection.check_constraints()
    except IntegrityError as error:
        raise StillInUse(
            f"{thing} stays: something was made of it just now.", code="made_of_it_just_now"
        ) from error


def _delete(thing: Owned, kind: Kind, sight: Sight) -> None:
    # Concurrent references to it wait, and then find it gone.
    found: Any = CATALOGUES[kind].model._default_manager.select_for_update().get(pk=thing.pk)
    if sentence := why_kept(found, rests_on(found, kind, sight)):
        raise StillInUse(sentence, code="in_use")
    DELETERS[kind](found)
    Renaming.objects.filter(kind=found._meta.label_lower, key=found.pk).delete()
    logger.info("%s %s is deleted", found._meta.verbose_name, found)


def _delete_run(run: Any) -> None:
    _delete_scores(Evaluation.objects.filter(run=run))
    RunHash.objects.filter(run=run).delete()
    PairScores.objects.filter(run=run).delete()
    Ranking.objects.filter(run=run).delete()
    Attempt.objects.filter(chunk__job__run=run).delete()
    Chunk.objects.filter(job__run=run).delete()
    Job.objects.filter(run=run).delete()
    run.delete()


def _delete_labels(labels: Any) -> None:
    _delete_scores(Evaluation.objects.filter(label_set=labels))
    LabelParent.objects.filter(label_set=labels).delete()
    with connection.cursor() as cursor:  # the guard of frozen sets lets the one go that is named
        cursor.execute("SELECT set_config('regrade.deleted_label_set', %s, true)", [str(labels.pk)])
    TopicLabels.objects.filter(label_set=labels).delete()
    labels.delete()


def _delete_scores(evaluations: Any) -> None:
    TopicScores.objects.filter(evaluation__in=evaluations).delete()
    TopicCoverage.objects.filter(evaluation__in=evaluations).delete()
    evaluations.delete()


def _delete_collection(collection: Collection) -> None:
    _delete_rows("ranking_passage", "collection_id", collection.pk)
    VariantMaking.objects.filter(collection=collection).delete()
    indexes = index_folders(collection)
    _delete_rows("ranking_collection", "id", collection.pk)
    transaction.on_commit(partial(forget_map, collection.docids_hash))
    transaction.on_commit(partial(remove_indexes, indexes))


def _delete_topic_set(topic_set: Any) -> None:
    _delete_rows("ranking_topic", "topic_set_id", topic_set.pk)
    _delete_rows("ranking_topicset", "id", topic_set.pk)


def _delete_rows(table: str, column: str, key: int) -> None:
    """At once: there may be millions, and Django would read them all to look what refers to them.

    The database does that look itself.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {column} = %s", [key])


DELETERS: Mapping[Kind, Callable[[Any], None]] = MappingProxyType(
    {
        Kind.RUNS: _delete_run,
        Kind.LABELS: _delete_labels,
        Kind.COLLECTIONS: _delete_collection,
        Kind.TOPIC_SETS: _delete_topic_set,
        Kind.COMPARISONS: methodcaller("delete"),
    }
)
