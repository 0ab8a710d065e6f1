"""Export of a finished campaign as one file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple
from zipfile import ZipFile

from django.utils import timezone

from annotation.archives.contents import (
    OF_COLLECTION,
    Scope,
    described,
    write_for_people,
    write_passages,
    write_runs,
    write_topics,
)
from annotation.archives.label_sets import archived_labels
from annotation.archives.layout import (
    COLLECTION,
    FORMAT,
    FORMAT_VERSION,
    MANIFEST,
    MOST_PASSAGES,
    TOPICS,
    Manifest,
    Texts,
)
from annotation.archives.names import hiding_private, in_policy, in_recipe
from annotation.archives.rows import Ids, RowWriter
from annotation.archives.tables import TABLES
from annotation.archives.writer import ArchiveWriter, as_json
from annotation.database import one_snapshot
from annotation.exceptions import ArchiveRefused
from annotation.labels.voters import model_assessors
from annotation.models import Campaign
from ranking.lookup import refuse_private
from regrade import __version__
from regrade.files.outputs import writing_bytes

SHOWS = "an archive shows it to everybody who has the file"
Step = Callable[[str], None]


class ArchiveExport(NamedTuple):
    """Result of an export."""

    n_passages: int
    n_topics: int
    n_runs: int
    n_pairs: int
    n_judgments: int
    n_assessors: int
    n_label_sets: int


def export_archive(
    *, campaign: Campaign, path: Path, texts: Texts = "pooled", step: Step = lambda _: None
) -> ArchiveExport:
    """Export a finished campaign as one file, which appears whole or not at all.

    `step` is called with the name of each part before it is written.

    Raises:
        ArchiveRefused, IsPrivate: as `write_archive` says.
        ExportRefused: the path is no plain file, or it cannot be written.
    """
    with writing_bytes(path) as stream:
        return write_archive(stream=stream, campaign=campaign, texts=texts, step=step)


@one_snapshot()
def write_archive(
    *, stream: IO[bytes], campaign: Campaign, texts: Texts = "pooled", step: Step = lambda _: None
) -> ArchiveExport:
    """Write the archive to a stream, as of one moment, without loading the judgments.

    Raises:
        ArchiveRefused: the campaign is not over, or its collection is too large for `texts="all"`.
        IsPrivate: its collection, its topics or one of its runs is private.
        ExportRefused: a run or a label set cannot be written as a file.
    """
    scope = _scope(campaign)
    _check(scope, texts)
    with ZipFile(stream, "w", allowZip64=True) as archive:
        writer = ArchiveWriter(archive)
        n = _write(writer, scope, texts, step)
        manifest = _manifest(scope, texts, n, writer)
        writer.write_text(MANIFEST, f"{as_json(manifest)}\n")
    return ArchiveExport(
        n_passages=n[COLLECTION],
        n_topics=n[TOPICS],
        n_runs=len(scope.runs),
        n_pairs=n["campaignpair"],
        n_judgments=n["judgment"],
        n_assessors=n["membership"],
        n_label_sets=n["labelset"],
    )


def _scope(campaign: Campaign) -> Scope:
    campaign = Campaign.objects.select_related("pool__collection", "pool__topic_set").get(
        pk=campaign.pk
    )
    pool, names = campaign.pool, hiding_private()
    pool.recipe = in_recipe(pool.recipe, names)
    label_sets = list(archived_labels(campaign).order_by("pk"))
    for one in label_sets:
        one.policy = in_policy(one.policy, names)
    return Scope(
        campaign=campaign,
        collection=pool.collection,
        topic_set=pool.topic_set,
        runs=list(pool.runs.select_related("collection").order_by("name")),
        label_sets=label_sets,
        names=names,
    )


def _check(scope: Scope, texts: Texts) -> None:
    campaign, n_passages = scope.campaign, scope.collection.n_passages
    if not campaign.is_over:
        raise ArchiveRefused(
            f"{campaign} is {campaign.state}; close it before it is archived as a file.",
            code="campaign_not_over",
        )
    refuse_private([scope.collection, scope.topic_set, *scope.runs], of=SHOWS)
    if texts == "all" and n_passages > MOST_PASSAGES:
        raise ArchiveRefused(
            f"Collection {scope.collection} has {n_passages:,} passages, and an archive takes the"
            f" texts of {MOST_PASSAGES:,} at most; take those of the pooled pairs.",
            code="too_many_texts",
            field="texts",
        )


def _write(writer: ArchiveWriter, scope: Scope, texts: Texts, step: Step) -> dict[str, int]:
    """Write every member but the manifest; counts of lines by table, passages and topics."""
    step("passages")
    n = {COLLECTION: write_passages(writer, scope, texts), TOPICS: write_topics(writer, scope)}
    step("runs")
    write_runs(writer, scope)
    topics = dict(scope.topic_set.topics.values_list("pk", "query_id"))
    numbers = {run.pk: number for number, run in enumerate(scope.runs, start=1)}
    rows = RowWriter(scope.campaign, Ids(topics, numbers), scope.names)
    for table in TABLES:
        step(str(table.model._meta.verbose_name_plural))
        n[table.name] = writer.write_lines(table.member, rows.rows(table))
    step("datasheet and figures")
    write_for_people(writer, scope)
    return n


def _manifest(
    scope: Scope, texts: Texts, n: dict[str, int], writer: ArchiveWriter
) -> dict[str, Any]:
    campaign = scope.campaign
    manifest = Manifest(
        regrade=__version__,
        archived_at=timezone.now().isoformat(timespec="seconds"),
        campaign=campaign.name,
        state=campaign.state,
        texts=texts,
        collection=described(scope.collection, OF_COLLECTION),
        topic_set=described(scope.topic_set, ("name",)),
        models={one.pseudonym: one.name for one in model_assessors(campaign)},
        n=n,
        members={},
    )
    members = {name: member._asdict() for name, member in writer.members.items()}
    return {"format": FORMAT, "version": FORMAT_VERSION, **manifest._asdict(), "members": members}
