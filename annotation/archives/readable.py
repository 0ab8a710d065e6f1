"""Readers of JSON columns, run once on an imported campaign: what they cannot read is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from annotation.archives.layout import RUNS
from annotation.archives.opening import Archive
from annotation.archives.tables import TABLE_OF
from annotation.campaigns.event_sentences import event_sentence
from annotation.datasheets.facts import facts_of
from annotation.datasheets.rendering import rendered
from annotation.labels.api.labels import LabelSetSerializer, counted_labels
from annotation.labels.older import question_of
from annotation.labels.pool_runs import runs_that_fed
from annotation.models import Campaign, CampaignEvent, LabelSet, PoolStrategy
from annotation.pools.design_words import drawn_sentence
from ranking.api.computed_run_serializers import asked_of
from ranking.api.runs import describe
from ranking.models import Run
from ranking.runs.known_metadata import metadata_header
from ranking.runs.spec_words import spec_facts

# Raised by code that finds a value of another kind, or none, where it always wrote one.
OF_VALUES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def check_readable(archive: Archive, campaign: Campaign, runs: Iterable[Run]) -> None:
    """Describe the runs, the log and the label sets as pages do, in the import's transaction.

    Raises:
        BadInput: one of them cannot be described.
    """
    for number, run in enumerate(runs, start=1):
        with _refusing(archive, RUNS, f"run {number}"):
            describe(run)
            spec_facts(run)
            metadata_header(run)
            asked_of(run, None)
    events = campaign.events.order_by("pk").values_list("kind", "details")
    for line, (kind, details) in enumerate(events.iterator(), start=1):
        with _refusing(archive, TABLE_OF[CampaignEvent].member, "an entry of the log", line):
            event_sentence(kind, details)
    _check_labels(archive, campaign)


def _check_labels(archive: Archive, campaign: Campaign) -> None:
    with _refusing(archive, TABLE_OF[LabelSet].member, "the campaign with its label sets"):
        question_of(campaign, LabelSet.objects.seen())
        for label_set in campaign.label_sets.order_by("pk"):
            runs_that_fed(label_set)
        labels = counted_labels(campaign.label_sets.all())
        _ = LabelSetSerializer(labels, many=True).data
        rendered(facts_of(campaign))
        if campaign.pool.strategy == PoolStrategy.DESIGN:
            drawn_sentence(campaign.pool.recipe["design"])


@contextmanager
def _refusing(archive: Archive, member: str, what: str, line: int | None = None) -> Iterator[None]:
    try:
        yield
    except OF_VALUES as error:
        reason = f"{what} has values that no page can show"
        raise archive.wrong(member, reason, code="not_readable", line=line) from error
