"""Everything that a datasheet tells of a campaign, read from what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count

from annotation.agreement.overall import campaign_agreement_in_depth
from annotation.database import one_snapshot
from annotation.datasheets.label_facts import LabelFacts, facts_of
from annotation.datasheets.pairs import Checks, Ground, Judged, checks_in, ground_of, judged_in
from annotation.datasheets.people import People, people_of, recorded_in
from annotation.exceptions import LabelsRefused
from annotation.guidelines.text import guideline_file
from annotation.models import Campaign, Grade, LabelSet, ServingPolicy
from annotation.pairs.deciding import decisions_of
from annotation.votes.hashing import hash_of_decisions, hash_of_votes
from annotation.votes.stored import stored_votes
from ranking.collections.docid_maps import docid_map
from regrade.agreement.depth import AgreementInDepth


class Instructions(NamedTuple):
    """A published version of the guideline, with its examples, as assessors saw it."""

    version: int
    day: str
    text: str
    n_judgments: int  # recorded ones that were given under it


class Datasheet(NamedTuple):
    """What a campaign and its labels are, counted; nobody is named."""

    campaign: Campaign
    policy: ServingPolicy  # what is served in which order
    ground: Ground
    people: People
    grades: Sequence[Grade]  # ascending
    instructions: Sequence[Instructions]
    judged: Judged
    checks: Checks
    agreement: AgreementInDepth
    votes_hash: str
    decisions_hash: str  # empty where there are none
    labels: Sequence[LabelFacts]


@one_snapshot()
def datasheet_of(campaign: Campaign, label_sets: Sequence[LabelSet] | None = None) -> Datasheet:
    """The datasheet of a campaign with these label sets; without any named, with all of its own.

    Raises:
        LabelsRefused: a label set that is not derived from the campaign.
    """
    for label_set in label_sets or ():
        if label_set.campaign_id != campaign.pk:
            sentence = f"{label_set.name} is not derived from campaign {campaign.name}."
            raise LabelsRefused(sentence, code="other_campaign")
    if label_sets is None:
        label_sets = own_labels(campaign)
    votes, docids = stored_votes(campaign).packed, docid_map(campaign.pool.collection)
    return Datasheet(
        campaign=campaign,
        policy=campaign.policy(),
        ground=ground_of(campaign),
        people=people_of(campaign),
        grades=list(campaign.grades.order_by("value")),
        instructions=_instructions(campaign),
        judged=judged_in(campaign),
        checks=checks_in(campaign),
        agreement=campaign_agreement_in_depth(campaign),
        votes_hash=hash_of_votes(votes, docids),
        decisions_hash=hash_of_decisions(decisions_of(campaign), docids) or "",
        labels=facts_of(label_sets),
    )


def own_labels(campaign: Campaign) -> list[LabelSet]:
    """The frozen label sets of a campaign, in the order of their names."""
    return list(campaign.label_sets.filter(frozen_at__isnull=False).order_by("name"))


def _instructions(campaign: Campaign) -> list[Instructions]:
    published = campaign.guidelines.exclude(published_at=None).order_by("version")
    rows = recorded_in(campaign).values_list("guideline").annotate(n=Count("pk"))
    given: dict[int | None, int] = dict(rows)
    return [
        Instructions(
            version=one.version,
            day=f"{one.published_at:%Y-%m-%d}",
            text=guideline_file(one),
            n_judgments=given.get(one.pk, 0),
        )
        for one in published
    ]
