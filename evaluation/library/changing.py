"""Rename, archive, show and delete a thing in the library."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import methodcaller
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.models import Q

from annotation.models import LabelParent, LabelSet, Pool, TopicLabels
from evaluation.exceptions import NamedElsewhere, StillInUse, VisibilityRefused
from evaluation.library.describing import RunDetails, describe, lock_runs
from evaluation.library.kinds import CATALOGUES, Kind, Sight
from evaluation.library.links import set_link
from evaluation.library.resting import (
    SUBMISSIONS,
    Resting,
    grounds_of,
    named_in_policy,
    named_in_recipe,
    resting_on,
    rests_on,
    why_kept,
)
from evaluation.models import (
    Comparison,
    Evaluation,
    RunHash,
    SavedComparison,
    Study,
    TopicCoverage,
    TopicScores,
)
from ranking.clock import now
from ranking.collections.docid_maps import forget_map
from ranking.lookup import taking_name
from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Job,
    Owned,
    PairScores,
    Ranking,
    Renaming,
    Run,
    RunKind,
    VariantMaking,
    Visibility,
)
from ranking.rankers.kept_indexes import index_folders, move_indexes, remove_indexes
from ranking.rankers.word_features import remove_word_features
from ranking.runs.fusing import fused_from, runs_fused

# Whose rows name a thing only by name: after a renaming they would not find it.
FINDS_BY_NAME = {"comparison jobs", "job"}
SAVED_KIND = "saved comparison"
logger = logging.getLogger(__name__)


class Changes(NamedTuple):
    """Requested changes to a thing; None leaves a field unchanged.

    Only runs have a kind, a team and a link to a paper, and only saved comparisons a note and a
    link by which they are read.
    """

    name: str | None = None
    archived: bool | None = None
    visibility: Visibility | None = None
    kind: RunKind | None = None
    team: str | None = None
    link: str | None = None
    note: str | None = None
    has_link: bool | None = None


@transaction.atomic
def change_thing(*, thing: Owned, kind: Kind, changes: Changes, by: User, sight: Sight) -> Owned:
    """Rename, archive or show a thing: all of the changes, or none.

    Logs a new name. Runs that re-rank a renamed run follow it, as do the indexes of a renamed
    collection. Something without an owner that is made private goes to `by`.

    Raises:
        NameTaken, NameRefused: the name is taken or not allowed.
        NamedElsewhere: something finds the thing by its name alone.
        VisibilityRefused: visible things depend on it, it was made from something private, or `by`
            has saved the same comparison already.
        KindRefused: the kind of a run that was computed.
        LinkRefused: as `set_link` says.
    """
    found = _lock(thing, kind, changes)
    if changes.visibility is not None:
        _show(found, kind, changes.visibility, by, sight)
    if changes.archived is not None:
        found.archived_at = (found.archived_at or now()) if changes.archived else None
    found.save(update_fields=["owner", "visibility", "archived_at"])
    if isinstance(found, Run):
        describe([found], RunDetails(changes.kind, changes.team, changes.link))
    if isinstance(found, SavedComparison):
        _change_saved(found, changes, by)
    if changes.name not in (None, str(found)):
        _rename(found, kind, str(changes.name), by, sight)
    return found


def _lock(thing: Owned, kind: Kind, changes: Changes) -> Owned:
    if isinstance(thing, Run):
        return lock_runs([thing], with_followers=changes.kind is not None)[0]
    locked: Any = CATALOGUES[kind].model._default_manager.select_for_update(no_key=True)
    found: Owned = locked.get(pk=thing.pk)
    return found


def _show(thing: Owned, kind: Kind, visibility: Visibility, by: User, sight: Sight) -> None:
    if visibility == Visibility.PRIVATE:
        if thing.owner is None:
            _refuse_kept_twice(thing, by)
            thing.owner = by
        elif thing.owner != by and not by.is_superuser:
            raise VisibilityRefused(
                f"{thing} is {thing.owner.username}'s, who alone hides it.", code="not_the_owner"
            )
        for resting in resting_on(thing, kind, sight):
            _refuse_seen(thing, resting)
    else:
        private = [ground for ground in grounds_of(thing) if ground.is_private]
        if private:
            raise VisibilityRefused(
                f"{thing} was made of {private[0]}, which is private: show that first.",
                code="ground_is_private",
            )
    thing.visibility = visibility


def _refuse_kept_twice(thing: Owned, by: User) -> None:
    """Refuse to make private a comparison that the account has saved already."""
    if not isinstance(thing, SavedComparison):
        return
    frozen = Comparison.objects.select_for_update(no_key=True).get(pk=thing.comparison_id)
    if mine := SavedComparison.objects.saved_by(by, frozen):
        raise VisibilityRefused(
            f"{thing} has no owner and would be yours alone, but you keep the same comparison as"
            f" {mine}: delete one of the two, or leave {thing} to the team.",
            code="saved_already",
        )


def _refuse_seen(thing: Owned, resting: Resting) -> None:
    """Refuse to hide a thing that other people's or visible things depend on."""
    rows = resting.rows
    if resting.kind in FINDS_BY_NAME | {SUBMISSIONS}:
        return
    if issubclass(rows.model, Owned):
        rows = rows.exclude(visibility=Visibility.PRIVATE, owner=thing.owner)
    if not rows.exists():
        return
    first = rows.filter(pk__in=resting.shown.values("pk")).order_by("name").first()
    others = f"others see {first} of the" if first else "others have"
    raise VisibilityRefused(
        f"{thing} cannot be private: {others} {resting.kind} that rest on it.",
        code="seen_by_others",
    )


def _rename(thing: Any, kind: Kind, name: str, by: User, sight: Sight) -> None:
    former = thing.name
    _refuse_named(thing, kind, sight)
    indexes = index_folders(thing) if isinstance(thing, Collection) else {}
    with taking_name(type(thing), name):
        thing.name = name
        thing.save(update_fields=["name"])
    if isinstance(thing, Run):
        _rename_in_specs(thing, former)
    if isinstance(thing, Collection):
        transaction.on_commit(partial(move_indexes, indexes, thing))
    Renaming.objects.create(
        kind=thing._meta.label_lower,
        key=thing.pk,
        former_name=former,
        name=name,
        renamed_by=by,
    )


def _change_saved(saved: SavedComparison, changes: Changes, by: User) -> None:
    if changes.note is not None:
        saved.note = changes.note
    if changes.has_link is not None:
        set_link(saved, has_link=changes.has_link, by=by)
    saved.save(update_fields=["note", "link_token"])


def _rename_in_specs(run: Run, former: str) -> None:
    """Rename the run in the specs of runs that re-rank it or were fused from it."""
    locked = Run.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    made_of_it = list(locked.filter(Q(parent=run) | fused_from(former)))
    for made in made_of_it:
        if made.spec and "parent" in made.spec:
            made.spec["parent"] = run.name
        if fused := runs_fused(made):
            names = [run.name if name == former else name for name in fused]
            made.spec = {**(made.spec or {}), "runs": names}
    Run.objects.bulk_update(made_of_it, ["spec"], batch_size=500)


def _refuse_named(thing: Any, kind: Kind, sight: Sight) -> None:
    by_name = (one for one in resting_on(thing, kind, sight) if one.kind in FINDS_BY_NAME)
    if any(one.rows.exists() for one in by_name):
        raise NamedElsewhere(
            f"{thing} is worked on now: rename it when its job or comparison is done.",
            code="worked_on",
        )
    for what, rows in _naming(thing):
        if not rows.exists():
            continue
        seen = {"label set": sight.labels, SAVED_KIND: sight.comparisons}.get(what)
        shown = rows if seen is None else rows.filter(pk__in=seen.values("pk"))
        first = shown.order_by("name").first()
        text = f"{what} {first}" if first else f"a {what} that you do not see"
        raise NamedElsewhere(
            f"{thing} cannot be renamed: {text} refers to it by this name.",
            code="named_by_others",
        )


def _naming(thing: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(thing, LabelSet):
        yield "label set", LabelSet.objects.filter(named_in_policy(thing))
        yield "pool", Pool.objects.filter(named_in_recipe(thing))
        yield SAVED_KIND, SavedComparison.objects.of_labels(thing.name)
    elif isinstance(thing, Run):
        in_recipe = Q(recipe__added__contains=[{"runs": [thing.name]}])
        drawn_from = Q(recipe__design__runs__contains=thing.name)
        yield "pool", Pool.objects.filter(in_recipe | drawn_from)
        in_study = Q(runs__run=thing) | Q(runs__name=thing.name)
        yield "study", Study.objects.filter(in_study).distinct()
        yield SAVED_KIND, SavedComparison.objects.of_runs(thing.name)
    elif not isinstance(thing, SavedComparison):
        field = "collection" if isinstance(thing, Collection) else "topic_set"
        in_study = Q(**{field: thing}) | Q(**{f"runs__{field}": thing})
        yield "study", Study.objects.filter(in_study).distinct()


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
    transaction.on_commit(partial(remove_word_features, collection))


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
