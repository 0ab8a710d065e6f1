from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models.functions import Length
from django.utils import timezone

from annotation.exceptions import CampaignNotOpen
from annotation.files.judgments import JudgmentRow, read_judgments
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
from annotation.services.fill_slots import fill_slots
from annotation.services.join_campaign import accounts_by_name, join_campaign
from annotation.spans import checked_spans
from ranking.files.errors import BadInput
from ranking.files.streams import Progress
from ranking.services.docid_maps import docid_map

IMPORTED = UUID("6f0c7a4e-2f8e-5d0e-9d3b-0c9b1a1f7e55")  # namespace of imported rows' keys
BATCH = 5000

Key = tuple[int, int]  # (topic id, passage ordinal)
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


class PassageSize(NamedTuple):
    """A passage's primary key and the length of its text in characters, if it has one."""

    pk: int
    n_characters: int | None


class Places(NamedTuple):
    """Where rows belong: a key for each, and the passages by ordinal."""

    keys: list[Key]
    passages: Mapping[int, PassageSize]


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
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED:
        raise CampaignNotOpen(f"{campaign} is archived and takes no more judgments.")
    rows = list(read_judgments(path, progress))
    _check_grades(campaign, path, rows)
    places = _places(campaign, path, rows)
    _check_spans(path, rows, places)
    pairs, n_added_pairs = _pairs(
        campaign, path, rows, places, extend_pool=extend_pool, keep_textless=keep_textless
    )
    accounts, n_new_accounts = accounts_by_name(usernames=[row.assessor for row in rows])
    members = join_campaign(campaign=campaign, users=list(accounts.values()), kind=kind)
    assessors = {name: members[account.pk] for name, account in accounts.items()}
    judgments = _new_judgments(campaign, path, list(zip(rows, pairs, strict=True)), assessors)
    Judgment.objects.bulk_create(judgments, batch_size=BATCH)
    n_votes = sum(judgment.grade_id is not None for judgment in judgments)
    return JudgmentsReport(
        n_rows=len(rows),
        n_votes=n_votes,
        n_not_judged=len(judgments) - n_votes,
        n_unchanged=len(rows) - len(judgments),
        n_assessors=len(assessors),
        n_new_accounts=n_new_accounts,
        n_added_pairs=n_added_pairs,
        n_added_slots=fill_slots(campaign=campaign, judgments=judgments),
    )


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
    passages = pool.collection.passages.filter(ordinal__in=set(ordinals))
    return Places(
        [(topics[row.query_id], ordinal) for row, ordinal in zip(rows, ordinals, strict=True)],
        {
            ordinal: PassageSize(pk, n_characters)
            for ordinal, pk, n_characters in passages.values_list("ordinal", "pk", Length("text"))
        },
    )


def _check_spans(path: Path, rows: Sequence[JudgmentRow], places: Places) -> None:
    for row, (_, ordinal) in zip(rows, places.keys, strict=True):
        if not row.spans:
            continue
        try:
            n_characters = places.passages[ordinal].n_characters or 0
            checked_spans(row.spans, n_characters=n_characters)
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
    missing: dict[Key, int] = {}
    for row, key in zip(rows, places.keys, strict=True):
        if key in known:
            continue
        missing[key] = places.passages[key[1]].pk
        pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
        if not extend_pool:
            mend = "--extend-pool adds such pairs"
            raise BadInput(path, row.line, f"{pair} is outside {campaign.pool}; {mend}")
        if places.passages[key[1]].n_characters is None and not keep_textless:
            mend = "--keep-textless adds it all the same"
            raise BadInput(path, row.line, f"{pair} has no text to judge; {mend}")
    known |= _extend(campaign, missing)
    return [known[key] for key in places.keys], len(missing)


def _known_pairs(campaign: Campaign) -> dict[Key, CampaignPair]:
    pairs = campaign.pairs.select_related("pair", "pair__passage").defer("pair__passage__text")
    return {(p.pair.topic_id, p.pair.passage.ordinal): p for p in pairs}


def _extend(campaign: Campaign, missing: Mapping[Key, int]) -> dict[Key, CampaignPair]:
    """Put pairs, given with their passages' primary keys, into pool and campaign."""
    if not missing:
        return {}
    PooledPair.objects.bulk_create(
        (
            PooledPair(pool=campaign.pool, topic_id=topic_id, passage_id=passage_id)
            for (topic_id, _), passage_id in missing.items()
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # the pool may have grown by another campaign
    )
    wanted = {(topic_id, passage_id) for (topic_id, _), passage_id in missing.items()}
    pooled = campaign.pool.pairs.exclude(campaign_pairs__campaign=campaign)
    enter_pairs(
        campaign=campaign, pairs=[p for p in pooled if (p.topic_id, p.passage_id) in wanted]
    )
    known = _known_pairs(campaign)
    return {key: known[key] for key in missing}


def _new_judgments(
    campaign: Campaign,
    path: Path,
    rows: Sequence[PairedRow],
    assessors: Mapping[str, Membership],
) -> list[Judgment]:
    """A judgment for each row that is not stored yet."""
    grades = {grade.value: grade for grade in campaign.grades.all()}
    stored = Judgment.objects.filter(campaign_pair__campaign=campaign)
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


def _client_key(campaign: Campaign, row: JudgmentRow) -> UUID:
    """A key that the same row has in every file and at every import."""
    content = {**row._asdict(), "line": None, "campaign": campaign.pk}
    return uuid5(IMPORTED, json.dumps(content, sort_keys=True, default=str))
