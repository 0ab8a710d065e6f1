from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Length
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen
from annotation.files.judgment_row import JudgmentRow
from annotation.files.judgments import read_judgments
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Judgment,
    Membership,
    PooledPair,
    Reason,
)
from annotation.services.enter_pairs import enter_pairs
from annotation.services.fill_slots import fill_slots, locked_slots
from annotation.services.join_campaign import accounts_by_name, join_campaign
from annotation.spans import checked_spans
from ranking.files.errors import BadInput
from ranking.files.streams import Progress
from ranking.services.docid_maps import docid_map

IMPORTED = UUID("6f0c7a4e-2f8e-5d0e-9d3b-0c9b1a1f7e55")  # namespace of imported rows' keys
BATCH = 5000
MAX_NAME = 150  # characters that an account's name may have

Key = tuple[int, int]  # (topic id, passage id)
PairedRow = tuple[JudgmentRow, CampaignPair]


class JudgmentsReport(NamedTuple):
    """What an import added; rows that were stored before are only counted."""

    n_rows: int
    n_votes: int
    n_not_judged: int
    n_unchanged: int
    n_assessors: int
    n_new_accounts: int
    n_added_pairs: int
    n_added_slots: int


class Places(NamedTuple):
    """Where rows belong: a key for each, and how long the passages' texts are, if there are any."""

    keys: list[Key]
    n_characters: Mapping[int, int | None]  # by passage id


@transaction.atomic
def import_judgments(
    *,
    campaign: Campaign,
    path: Path,
    extend_pool: bool = False,
    keep_textless: bool = False,
    kind: AssessorKind = AssessorKind.HUMAN,
    progress: Progress | None = None,
) -> JudgmentsReport:
    """Add recorded judgments to a campaign in any state before archived.

    Every grade becomes a vote: a pair with more of them than the campaign asks for gets the
    slots it needs. An unknown assessor becomes an account that cannot sign in. A row that was
    imported before, from this file or another, adds nothing.

    Raises:
        BadInput: the file; or a row off the scale, with an unknown topic or passage, outside
            the pool (unless `extend_pool`), with spans outside the text, or about a pair that
            its assessor has judged otherwise.
        CampaignNotOpen: the campaign is archived.
    """
    campaign = _locked(campaign)
    rows = list(read_judgments(path, progress))
    places = _checked_places(campaign, path, rows)
    pairs, n_added_pairs = _pairs(
        campaign, path, rows, places, extend_pool=extend_pool, keep_textless=keep_textless
    )
    assessors, n_new_accounts = _assessors(campaign, path, rows, kind)
    locked_slots(pairs)  # before any judgment, which is the order of those who judge meanwhile
    judgments = _new_judgments(campaign, path, list(zip(rows, pairs, strict=True)), assessors)
    Judgment.objects.bulk_create(judgments, batch_size=BATCH)
    return JudgmentsReport(
        **_counts(rows, judgments),
        n_assessors=len(set(assessors.values())),
        n_new_accounts=n_new_accounts,
        n_added_pairs=n_added_pairs,
        n_added_slots=fill_slots(campaign=campaign, judgments=judgments),
    )


def _locked(campaign: Campaign) -> Campaign:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED:
        raise CampaignNotOpen(f"{campaign} is archived and takes no more judgments.")
    return campaign


def _checked_places(campaign: Campaign, path: Path, rows: Sequence[JudgmentRow]) -> Places:
    _check_grades(campaign, path, rows)
    places = _places(campaign, path, rows)
    _check_spans(path, rows, places)
    return places


def _check_grades(campaign: Campaign, path: Path, rows: Sequence[JudgmentRow]) -> None:
    scale = set(campaign.grades.values_list("value", flat=True))
    for row in rows:
        if row.grade is not None and row.grade not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise BadInput(path, row.line, f"grade {row.grade} is not on the scale {known}")


def _places(campaign: Campaign, path: Path, rows: Sequence[JudgmentRow]) -> Places:
    pool = campaign.pool
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    ordinals = docid_map(pool.collection).ordinals_of([row.doc_id for row in rows]).tolist()
    for row, ordinal in zip(rows, ordinals, strict=True):
        if row.query_id not in topics:
            raise BadInput(path, row.line, f"no topic {row.query_id!r} in {pool.topic_set}")
        if ordinal < 0:
            raise BadInput(path, row.line, f"no passage {row.doc_id!r} in {pool.collection}")
    found = pool.collection.passages.filter(ordinal__in=set(ordinals)).order_by()
    passages = list(found.values_list("ordinal", "pk", Length("text")))
    ids = {ordinal: pk for ordinal, pk, _ in passages}
    return Places(
        [(topics[row.query_id], ids[ordinal]) for row, ordinal in zip(rows, ordinals, strict=True)],
        {pk: n_characters for _, pk, n_characters in passages},
    )


def _check_spans(path: Path, rows: Sequence[JudgmentRow], places: Places) -> None:
    for row, (_, passage_id) in zip(rows, places.keys, strict=True):
        if not row.spans:
            continue
        try:
            checked_spans(row.spans, n_characters=places.n_characters[passage_id] or 0)
        except ValueError as error:
            raise BadInput(path, row.line, str(error)) from error


def _pairs(
    campaign: Campaign,
    path: Path,
    rows: Sequence[JudgmentRow],
    places: Places,
    *,
    extend_pool: bool,
    keep_textless: bool,
) -> tuple[list[CampaignPair], int]:
    """The campaign's pair of each row, and how many had to be added."""
    known = _known_pairs(campaign)
    missing: set[Key] = set()
    for row, key in zip(rows, places.keys, strict=True):
        if key in known:
            continue
        missing.add(key)
        pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
        if not extend_pool:
            mend = "--extend-pool adds such pairs"
            raise BadInput(path, row.line, f"{pair} is outside {campaign.pool}; {mend}")
        if places.n_characters[key[1]] is None and not keep_textless:
            mend = "--keep-textless adds it all the same"
            raise BadInput(path, row.line, f"{pair} has no text to judge; {mend}")
    known |= _extend(campaign, missing)
    return [known[key] for key in places.keys], len(missing)


def _known_pairs(campaign: Campaign) -> dict[Key, CampaignPair]:
    """The campaign's pairs with their pooled pairs.

    Joined here: after a large import PostgreSQL's statistics may not know yet how many rows there
    are, and a join that is planned for a few takes minutes for thousands.
    """
    pooled = {pair.pk: pair for pair in campaign.pool.pairs.order_by()}
    known: dict[Key, CampaignPair] = {}
    for campaign_pair in campaign.pairs.order_by():
        pair = campaign_pair.pair = pooled[campaign_pair.pair_id]
        known[pair.topic_id, pair.passage_id] = campaign_pair
    return known


def _extend(campaign: Campaign, missing: Collection[Key]) -> dict[Key, CampaignPair]:
    """Put pairs into pool and campaign."""
    if not missing:
        return {}
    PooledPair.objects.bulk_create(
        (
            PooledPair(pool=campaign.pool, topic_id=topic_id, passage_id=passage_id)
            for topic_id, passage_id in sorted(missing)
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # the pool may have grown by another campaign
    )
    pooled = [p for p in campaign.pool.pairs.order_by() if (p.topic_id, p.passage_id) in missing]
    entered = enter_pairs(campaign=campaign, pairs=pooled)
    return {(p.pair.topic_id, p.pair.passage_id): p for p in entered}


def _assessors(
    campaign: Campaign, path: Path, rows: Sequence[JudgmentRow], kind: AssessorKind
) -> tuple[dict[str, Membership], int]:
    """The campaign's members by the name in the file, and how many accounts are new."""
    for row in rows:
        if len(User.normalize_username(row.assessor)) > MAX_NAME:
            raise BadInput(path, row.line, f"the assessor's name is over {MAX_NAME} characters")
    accounts, n_new = accounts_by_name(usernames=[row.assessor for row in rows])
    members = join_campaign(campaign=campaign, users=list(accounts.values()), kind=kind)
    return {name: members[account.pk] for name, account in accounts.items()}, n_new


def _new_judgments(
    campaign: Campaign,
    path: Path,
    rows: Sequence[PairedRow],
    assessors: Mapping[str, Membership],
) -> list[Judgment]:
    """A judgment for each row that is not stored yet."""
    grades = {grade.value: grade for grade in campaign.grades.all()}
    stored = Judgment.objects.filter(campaign_pair__campaign=campaign).order_by()
    keys = set(stored.values_list("client_key", flat=True))
    live = set(stored.live().filter(occasion=0).values_list("campaign_pair", "assessor"))
    now, judgments = timezone.now(), []
    for row, pair in rows:
        client_key, assessor = _client_key(campaign, row), assessors[row.assessor]
        if client_key in keys:
            continue
        if (pair.pk, assessor.pk) in live:
            reason = f"{row.assessor} has another judgment of passage {row.doc_id!r} here already"
            raise BadInput(path, row.line, reason)
        live.add((pair.pk, assessor.pk))
        judgments.append(
            Judgment(
                campaign_pair=pair,
                assessor=assessor,
                grade=None if row.grade is None else grades[row.grade],
                reason_not_judged=Reason.NO_INPUT if row.grade is None else None,
                spans=row.spans,
                confidence=row.confidence,
                note=row.note,
                active_ms=row.active_ms,
                extra=row.extra,
                client_key=client_key,
                created_at=row.created_at or now,
            )
        )
    return judgments


def _counts(rows: Sequence[JudgmentRow], judgments: Sequence[Judgment]) -> dict[str, int]:
    n_votes = sum(judgment.grade_id is not None for judgment in judgments)
    return {
        "n_rows": len(rows),
        "n_votes": n_votes,
        "n_not_judged": len(judgments) - n_votes,
        "n_unchanged": len(rows) - len(judgments),
    }


def _client_key(campaign: Campaign, row: JudgmentRow) -> UUID:
    """A key that the same row has in every file and at every import."""
    told = {name: value for name, value in row.extra.items() if value}
    content = {**row._asdict(), "extra": told, "line": None, "campaign": campaign.pk}
    return uuid5(IMPORTED, json.dumps(content, sort_keys=True, default=str))
