"""Import of an archive as a campaign: everything is checked first, and then stored at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import psycopg
from django.contrib.auth.models import User
from django.db import DatabaseError, DataError, IntegrityError, connection

from annotation.archives.base import ImportedBase, check_collection, make_or_find
from annotation.archives.checking import (
    Checked,
    Refs,
    check_archive,
    checked_rows,
    read_qrels_member,
    table_reader,
)
from annotation.archives.layout import COLLECTION, MAX_BYTES, QRELS_MEMBER, TOPICS
from annotation.archives.names import Names, in_design, in_policy, in_recipe
from annotation.archives.opening import Archive, opening
from annotation.archives.people import placeholders
from annotation.archives.readable import check_readable
from annotation.archives.samples import check_draw, read_sample, with_empty_topics
from annotation.archives.storing import Storing
from annotation.archives.tables import TABLE_OF
from annotation.events import log_event
from annotation.exceptions import LabelsRefused
from annotation.labels.arrays import Relevances
from annotation.labels.storing import Origin, Sample, store_labels
from annotation.models import (
    Campaign,
    CampaignPair,
    EventKind,
    Judgment,
    LabelSet,
    LabelSource,
    Membership,
)
from annotation.pairs.summaries import summarizing_at_the_end
from ranking.collections.docid_maps import docid_map
from ranking.exceptions import NameTaken
from ranking.lookup import Name, free_name, refuse_private, refuse_taken, taking_name
from ranking.models import Collection
from ranking.models.owned import Visibility
from regrade.files.errors import BadInput

SHOWS = "a campaign shows it to its assessors"
Row = dict[str, Any]
Step = Callable[[str], None]


class ArchiveReport(NamedTuple):
    """Result of an import.

    `made` names the collection, topic set and runs that the import made, each under its name or
    the next free one; others were here already.
    """

    campaign_id: int
    name: Name
    collection: str
    topic_set: str
    runs: list[str]
    label_sets: list[str]
    made: list[str]
    n_passages: int
    n_topics: int
    n_pairs: int
    n_judgments: Annotated[int, "Rows, with those that were changed later."]
    n_assessors: int
    of_campaign: Annotated[str, "Its name where the archive was written."]
    archived_at: str
    regrade: Annotated[str, "The version of Regrade that wrote it."]
    sha256: str


def import_archive(
    *,
    path: Path,
    name: Annotated[Name, {"allow_blank": True}] = "",
    collection: Collection | None = None,
    new_collection: Annotated[Name, {"allow_blank": True}] = "",
    actor: User | None = None,
    max_bytes: int = MAX_BYTES,
    step: Step = lambda _: None,
) -> ArchiveReport:
    """Import an archive as a closed campaign, all of it or nothing.

    The campaign is named as it was unless `name` is given. Its passages come into a new collection
    of the archive's name, or of `new_collection`; or they are those of `collection`. Topics and
    runs that are here already are used, others made. Assessors become placeholders that nobody can
    sign in to.

    Raises:
        BadInput: the file is no archive, or something in it cannot be stored.
        ArchiveRefused: `collection` lacks a passage, or has another text of one.
        NameTaken, NameRefused: campaign or collection cannot be named so.
        IsPrivate: `collection` is private.
    """
    with opening(path, max_bytes) as archive:
        step("checking")
        checked = check_archive(archive)
        name = name or archive.manifest.campaign
        new_name = new_collection or archive.manifest.collection["name"]
        refuse_taken(Campaign, name)
        if collection is None:
            _refuse_taken_collection(new_name)
        else:
            refuse_private([collection], of=SHOWS)
            check_collection(archive, checked, collection)
        with _refusing_rows(archive), taking_name(Campaign, name):
            base = make_or_find(archive, checked, collection=collection, new_name=new_name)
            return _store(archive, checked, base, name, actor, step)


def _refuse_taken_collection(name: str) -> None:
    try:
        refuse_taken(Collection, name)
    except NameTaken as error:
        raise NameTaken(
            f"There is a collection named {name!r} already. Choose another name for the archive's,"
            " or take the one that is here for the campaign's passages.",
            field="new_collection",
        ) from error


def _store(
    archive: Archive,
    checked: Checked,
    base: ImportedBase,
    name: str,
    actor: User | None,
    step: Step,
) -> ArchiveReport:
    storing = Storing(archive, checked, base, name)
    people = placeholders(
        archive,
        checked,
        campaign_id=storing.campaign_id,
        is_anonymous=_is_anonymous(archive),
    )
    with summarizing_at_the_end() as changed:
        storing.store(people, step)
        step("summaries of pairs")
        changed |= _judged_pairs(storing.campaign_id)
    campaign = Campaign.objects.get(pk=storing.campaign_id)
    stored = _store_labels(archive, checked, base, campaign)
    _rename_in_recipe(checked, base, campaign, stored)
    check_draw(archive, campaign)
    step("pages")
    check_readable(archive, campaign, base.runs)
    _log(archive, campaign, actor)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    return _report(archive, base, campaign, [one.name for one in stored.values()])


def _judged_pairs(campaign_id: int) -> set[int]:
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign_id).order_by()
    return set(judgments.values_list("campaign_pair", flat=True).distinct())


def _is_anonymous(archive: Archive) -> bool:
    table = TABLE_OF[Campaign]
    [(_, row)] = archive.rows(table.member)
    return row.get("anonymized_at") is not None


def _store_labels(
    archive: Archive, checked: Checked, base: ImportedBase, campaign: Campaign
) -> Mapping[str, LabelSet]:
    """Store the label sets, each with the content that its row says; by their names there.

    Raises:
        BadInput: it has another one.
    """
    table, stored = TABLE_OF[LabelSet], dict[str, LabelSet]()
    reader = table_reader(table, Refs((), (), 0))
    for number, (line, row) in enumerate(checked_rows(archive, table.member, reader), start=1):
        names = Names(_run_names(checked, base), {name: one.name for name, one in stored.items()})
        row["policy"] = in_policy(row["policy"], names)
        labels = _found_labels(base, row)
        if labels is None:
            relevances = _relevances(archive, checked, base, number)
            row["design"] = in_design(row["design"], names)
            sample = read_sample(archive, number, row["design"], base.collection, relevances)
            with _refusing_labels(archive, number):
                labels = _stored_labels(base, campaign, row, relevances, sample)
        if labels.content_hash != row["content_hash"]:
            reason = "its labels are others than its content_hash says"
            raise archive.wrong(table.member, reason, code="other_labels", line=line)
        stored[row["name"]] = labels
    return stored


def _run_names(checked: Checked, base: ImportedBase) -> dict[str, str]:
    return {row["name"]: run.name for row, run in zip(checked.runs, base.runs, strict=True)}


def _rename_in_recipe(
    checked: Checked, base: ImportedBase, campaign: Campaign, stored: Mapping[str, LabelSet]
) -> None:
    """Give the pool's recipe the names that runs and label sets have here."""
    pool = campaign.pool
    names = Names(_run_names(checked, base), {name: one.name for name, one in stored.items()})
    pool.recipe = in_recipe(pool.recipe, names)
    pool.save(update_fields=["recipe"])


def _stored_labels(
    base: ImportedBase,
    campaign: Campaign,
    row: Row,
    relevances: Mapping[str, Relevances],
    sample: Sample | None,
) -> LabelSet:
    source, moments = LabelSource(row["source"]), (row["created_at"], row["frozen_at"])
    of_campaign = campaign if source == LabelSource.DERIVED else None
    return store_labels(
        name=free_name(LabelSet, row["name"]),
        collection=base.collection,
        topic_set=base.topic_set,
        origin=Origin(source, row["report"], of_campaign, row["policy"], moments=moments),
        relevances=relevances if sample is None else with_empty_topics(relevances, sample),
        sample=sample,
        min_relevance=row["min_relevance"],
        scale=row["scale"],
        is_whole=row["is_whole"],
    )


@contextmanager
def _refusing_labels(archive: Archive, number: int) -> Iterator[None]:
    """Turn refused labels into a refusal of their member."""
    try:
        yield
    except LabelsRefused as error:
        member = QRELS_MEMBER.format(number)
        raise archive.wrong(member, str(error), code=error.code) from error


def _found_labels(base: ImportedBase, row: Row) -> LabelSet | None:
    """Imported labels of that name and content that are here already, shown to the team."""
    if row["source"] != LabelSource.IMPORTED:
        return None
    here = {"collection": base.collection, "topic_set": base.topic_set}
    same = LabelSet.objects.seen().exclude(visibility=Visibility.PRIVATE).filter(**here)
    return same.filter(name=row["name"], content_hash=row["content_hash"]).first()


def _relevances(
    archive: Archive, checked: Checked, base: ImportedBase, number: int
) -> dict[str, Relevances]:
    by_topic = dict[str, tuple[list[str], list[int]]]()
    lines = read_qrels_member(archive, number, checked.doc_ids, checked.query_ids)
    for query_id, doc_id, value in lines:
        doc_ids, values = by_topic.setdefault(query_id, ([], []))
        doc_ids.append(doc_id)
        values.append(value)
    docids = docid_map(base.collection)
    return {
        query_id: Relevances(docids.ordinals_of(doc_ids), np.array(values, dtype=np.int16))
        for query_id, (doc_ids, values) in by_topic.items()
    }


def _log(archive: Archive, campaign: Campaign, actor: User | None) -> None:
    manifest = archive.manifest
    log_event(
        campaign=campaign,
        kind=EventKind.IMPORTED,
        actor=actor,
        archive=archive.sha256,
        of_campaign=manifest.campaign,
        archived_at=manifest.archived_at,
        regrade=manifest.regrade,
    )


@contextmanager
def _refusing_rows(archive: Archive) -> Iterator[None]:
    """Turn what the database refuses into a refusal of the archive; nothing is stored then."""
    try:
        yield
    except (IntegrityError, DataError) as error:
        raise BadInput(
            archive.path,
            None,
            f"a row is refused by the database's rule {_rule(error)}; the archive was changed",
            code="row_refused",
        ) from error


def _rule(error: DatabaseError) -> str:
    cause = error.__cause__
    named = cause.diag.constraint_name if isinstance(cause, psycopg.Error) else None
    return named or "of values"


def _report(
    archive: Archive, base: ImportedBase, campaign: Campaign, labels: list[str]
) -> ArchiveReport:
    manifest, n = archive.manifest, archive.manifest.n
    return ArchiveReport(
        campaign_id=campaign.pk,
        name=campaign.name,
        collection=base.collection.name,
        topic_set=base.topic_set.name,
        runs=[run.name for run in base.runs],
        label_sets=labels,
        made=base.made,
        n_passages=n[COLLECTION],
        n_topics=n[TOPICS],
        n_pairs=n[TABLE_OF[CampaignPair].name],
        n_judgments=n[TABLE_OF[Judgment].name],
        n_assessors=n[TABLE_OF[Membership].name],
        of_campaign=manifest.campaign,
        archived_at=manifest.archived_at,
        regrade=manifest.regrade,
        sha256=archive.sha256,
    )
