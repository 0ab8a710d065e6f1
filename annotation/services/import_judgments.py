from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen
from annotation.files.judgment_row import JudgmentRow, Recorded
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Cause,
    EventKind,
    Judgment,
    Membership,
    Reason,
)
from annotation.services.ask_again import ask_again_of_finished_pairs
from annotation.services.fill_slots import fill_slots, lock_slots_by_pair
from annotation.services.log_event import log_event
from annotation.services.recorded_assessors import recorded_assessors
from annotation.services.recorded_places import Places, checked_places, pairs_of_rows

IMPORTED = UUID("6f0c7a4e-2f8e-5d0e-9d3b-0c9b1a1f7e55")  # namespace of imported rows' keys
BATCH = 5000


class JudgmentsReport(NamedTuple):
    """What an import added; rows that were stored before are only counted, and so is what nobody
    answered. Votes and the four counts below it share the new rows out among them."""

    n_rows: int
    n_votes: int
    n_not_judged: int
    n_rejected: int
    n_repeats: int
    n_earlier_versions: int
    n_unchanged: int
    n_previews: int
    n_skipped: int
    n_assessors: int
    n_new_accounts: int
    n_added_pairs: int
    n_added_slots: int
    n_asked_again: int  # pairs on whose grades assessors disagree


class Row(NamedTuple):
    """A recorded row with what it is about here."""

    recorded: JudgmentRow
    pair: CampaignPair
    assessor: Membership
    text_hash: str
    client_key: UUID


@transaction.atomic
def import_judgments(
    *,
    campaign: Campaign,
    recorded: Recorded,
    extend_pool: bool = False,
    keep_textless: bool = False,
    kind: AssessorKind = AssessorKind.HUMAN,
    as_accounts: bool = False,
    actor: User | None = None,
) -> JudgmentsReport:
    """Add recorded judgments to a campaign in any state before archived.

    Every accepted grade of a first look becomes a vote: a pair with more of them than the campaign
    asks for gets the slots it needs, and one on which the policy wants more is asked again.
    Rejected work, repeats and earlier versions take no slot. Assessors are people of their own but
    with `as_accounts` (see `recorded_assessors`). A row that was imported before adds nothing.

    Raises:
        BadInput: a row that does not fit (see `checked_places`, `pairs_of_rows` and
            `recorded_assessors`), or about a pair that its assessor has judged otherwise.
        CampaignNotOpen, PeopleRefused: the campaign is archived, or its people are anonymous.
    """
    campaign = _locked(campaign)
    places = checked_places(campaign, recorded.rows)
    growth = {"extend_pool": extend_pool, "keep_textless": keep_textless}
    pairs, n_added_pairs = pairs_of_rows(campaign, recorded.rows, places, **growth)
    cast = recorded_assessors(campaign, recorded.rows, kind, as_accounts=as_accounts)
    assessors, n_new_accounts = cast
    rows = _rows(campaign, recorded, pairs, assessors, places)
    judgments = _store_new(campaign, rows, actor)
    report = JudgmentsReport(
        **_counts(recorded, judgments),
        **_take_slots(campaign, judgments),
        n_assessors=len({member.pk for member in assessors.values()}),
        n_new_accounts=n_new_accounts,
        n_added_pairs=n_added_pairs,
    )
    if judgments:
        log_event(campaign=campaign, kind=EventKind.IMPORTED, actor=actor, **report._asdict())
    return report


def _locked(campaign: Campaign) -> Campaign:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED:
        raise CampaignNotOpen(f"{campaign} is archived and takes no more judgments.")
    return campaign


def _rows(
    campaign: Campaign,
    recorded: Recorded,
    pairs: Sequence[CampaignPair],
    assessors: Mapping[str, Membership],
    places: Places,
) -> list[Row]:
    return [
        Row(
            recorded=row,
            pair=pair,
            assessor=assessors[row.assessor],
            text_hash=places.text_hashes.get(passage_id, ""),
            client_key=_client_key(campaign, row),
        )
        for row, pair, (_, passage_id) in zip(recorded.rows, pairs, places.keys, strict=True)
    ]


def _new(campaign: Campaign, rows: Sequence[Row]) -> list[Row]:
    """The rows that are not stored yet."""
    stored = Judgment.objects.filter(campaign_pair__campaign=campaign).order_by()
    keys = set(stored.values_list("client_key", flat=True))
    live = set(stored.live().values_list("campaign_pair", "assessor", "occasion"))
    new = []
    for row in rows:
        if row.client_key in keys:
            continue
        keys.add(row.client_key)
        look = row.pair.pk, row.assessor.pk, row.recorded.occasion
        if row.recorded.superseded_at is None:
            if look in live:
                what = f"another judgment of passage {row.recorded.doc_id!r} here already"
                raise row.recorded.wrong(f"{row.recorded.assessor} has {what}")
            live.add(look)
        new.append(row)
    return new


def _store_new(campaign: Campaign, rows: Sequence[Row], actor: User | None) -> list[Judgment]:
    """Locks slots before any judgment, which is the order of those who judge meanwhile."""
    lock_slots_by_pair([row.pair for row in rows])
    return _store(campaign, _new(campaign, rows), actor)


def _store(campaign: Campaign, rows: Sequence[Row], actor: User | None) -> list[Judgment]:
    grades = {grade.value: grade for grade in campaign.grades.all()}
    now = timezone.now()
    judgments = [
        Judgment(
            campaign_pair=row.pair,
            assessor=row.assessor,
            occasion=recorded.occasion,
            grade=None if recorded.grade is None else grades[recorded.grade],
            reason_not_judged=_reason(recorded),
            spans=recorded.spans,
            text_hash=row.text_hash,
            confidence=recorded.confidence,
            note=recorded.note,
            active_ms=recorded.active_ms,
            away_ms=recorded.away_ms,
            position=recorded.position,
            rotation=recorded.rotation,
            cause=Cause.REJECTED if recorded.is_rejected else Cause.IMPORTED,
            recorded_by=actor,
            extra=recorded.extra,
            client_key=row.client_key,
            created_at=recorded.created_at or now,
            superseded_at=recorded.superseded_at,
        )
        for row in rows
        for recorded in [row.recorded]
    ]
    return Judgment.objects.bulk_create(judgments, batch_size=BATCH)


def _take_slots(campaign: Campaign, judgments: Sequence[Judgment]) -> dict[str, int]:
    pairs = {judgment.campaign_pair_id for judgment in judgments}
    return {
        "n_added_slots": fill_slots(campaign=campaign, judgments=judgments),
        "n_asked_again": ask_again_of_finished_pairs(campaign=campaign, among=pairs),
    }


def _reason(row: JudgmentRow) -> str | None:
    return None if row.grade is not None else row.reason or Reason.NO_INPUT


def _counts(recorded: Recorded, judgments: Sequence[Judgment]) -> Mapping[str, int]:
    counts = dict.fromkeys(("votes", "not_judged", "rejected", "repeats", "earlier_versions"), 0)
    for judgment in judgments:
        counts[_counts_as(judgment)] += 1
    return {
        "n_rows": len(recorded.rows),
        **{f"n_{name}": n for name, n in counts.items()},
        "n_unchanged": len(recorded.rows) - len(judgments),
        "n_previews": recorded.n_previews,
        "n_skipped": recorded.n_skipped,
    }


def _counts_as(judgment: Judgment) -> str:
    if judgment.superseded_at is not None:
        return "earlier_versions"
    if judgment.cause == Cause.REJECTED:
        return "rejected"
    if judgment.grade_id is None:
        return "not_judged"
    return "repeats" if judgment.occasion else "votes"


def _client_key(campaign: Campaign, row: JudgmentRow) -> UUID:
    """A key that the same row has in every file and at every import."""
    content = row._asdict()
    # What a row does not tell leaves the key as it was before rows could tell it.
    for name, default in JudgmentRow._field_defaults.items():
        if content[name] == default or name == "path":
            del content[name]
    told = {name: value for name, value in row.extra.items() if value}
    content |= {"extra": told, "line": None, "campaign": campaign.pk}
    return uuid5(IMPORTED, json.dumps(content, sort_keys=True, default=str))
