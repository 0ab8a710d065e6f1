from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotation.events import log_event
from annotation.exceptions import CampaignNotOpen, PeopleRefused
from annotation.exchange.matched_rows import MatchedRows, match_rows, pairs_of_rows
from annotation.exchange.new_judgments import (
    NewJudgment,
    as_json,
    count_in_plans,
    live_looks,
    new_keys,
    store_judgments,
    stored_client_keys,
)
from annotation.exchange.recorded_assessors import Assessors, recorded_assessors
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Cause,
    EventKind,
    Membership,
    Reason,
)
from annotation.pairs.summaries import summarizing_at_the_end
from annotation.serving.ask_again import ask_again_of_finished_pairs
from annotation.serving.filling import fill_slots, lock_slots_by_pair
from regrade.files.judging.judgment_row import JudgmentRow

IMPORTED = UUID("6f0c7a4e-2f8e-5d0e-9d3b-0c9b1a1f7e55")  # namespace of imported rows' keys
IN_ORDER = json.JSONEncoder(sort_keys=True, default=str)
CHUNK = 10_000  # rows that are taken in at once, so that a long file takes no more memory than them
STATUS_COUNTS = ("n_votes", "n_not_judged", "n_rejected", "n_repeats", "n_earlier_versions")
COUNTED = (*STATUS_COUNTS, "n_added_pairs", "n_added_slots", "n_asked_again")


class JudgmentsReport(NamedTuple):
    """Result of an import.

    Rows stored before are only counted; votes and the four counts below them partition the others.
    """

    n_rows: int
    n_votes: int
    n_not_judged: int
    n_rejected: int
    n_repeats: int
    n_earlier_versions: int
    n_unchanged: int
    n_assessors: int
    n_new_accounts: int
    n_added_pairs: int
    n_added_slots: int
    n_asked_again: int  # pairs on whose grades assessors disagree


class Keyed(NamedTuple):
    """A recorded row and the key under which it is stored."""

    recorded: JudgmentRow
    client_key: UUID


@transaction.atomic
def import_judgments(
    *,
    campaign: Campaign,
    recorded: Sequence[JudgmentRow],
    extend_pool: bool = False,
    keep_textless: bool = False,
    kind: AssessorKind = AssessorKind.HUMAN,
    as_accounts: bool = False,
    actor: User | None = None,
) -> JudgmentsReport:
    """Import recorded judgments into a campaign in any state before archived.

    Every accepted grade of a first look becomes a vote: a pair with more of them than the campaign
    asks for gets the slots it needs, and one on which the policy wants more is asked again.
    Rejected work, repeats and earlier versions take no slot. Assessors are people of their own but
    with `as_accounts` (see `recorded_assessors`). A row that was imported before adds nothing,
    even where its assessor is matched with somebody else now. The log names assessors by pseudonym.

    Raises:
        BadInput: a row that does not fit (see `match_rows`, `pairs_of_rows` and
            `recorded_assessors`), or about a pair that its assessor has judged otherwise.
        CampaignNotOpen, PeopleRefused: it is archived, or its people are anonymous; `as_accounts`
            while people judge, without an actor, or in the actor's own name.
    """
    campaign = _locked(campaign)
    if as_accounts:
        _check_in_names(campaign, actor)
    fresh = _not_stored(campaign, recorded)
    assessors = recorded_assessors(
        campaign, [row.recorded for row in fresh], kind, as_accounts=as_accounts
    )
    _refuse_own_name(assessors, actor)
    growth = {"extend_pool": extend_pool, "keep_textless": keep_textless}
    counts = _add_all(campaign, fresh, assessors.members, growth, actor)
    counts["n_unchanged"] = len(recorded) - len(fresh)
    report = _report(recorded, assessors, counts)
    if report.n_unchanged < report.n_rows:
        details = {**report._asdict(), **assessors.named}
        log_event(campaign=campaign, kind=EventKind.IMPORTED, actor=actor, **details)
    count_in_plans(len(fresh))
    return report


@transaction.atomic
def preview_judgments(**asked: Any) -> JudgmentsReport:
    """The report that `import_judgments` would give: runs the import and rolls it back.

    Raises:
        BadInput, CampaignNotOpen, PeopleRefused: as `import_judgments` says.
    """
    report = import_judgments(**asked)
    transaction.set_rollback(True)
    return report


def _locked(campaign: Campaign) -> Campaign:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if campaign.state == CampaignState.ARCHIVED:
        raise CampaignNotOpen(
            f"{campaign} is archived and takes no more judgments.", code="campaign_archived"
        )
    return campaign


def _report(
    recorded: Sequence[JudgmentRow], assessors: Assessors, counts: Counter[str]
) -> JudgmentsReport:
    return JudgmentsReport(
        n_rows=len(recorded),
        n_assessors=len({User.normalize_username(row.assessor) for row in recorded}),
        n_new_accounts=assessors.n_new_accounts,
        **counts,
    )


def _check_in_names(campaign: Campaign, actor: User | None) -> None:
    """Refuse to store rows in people's names while they judge, or without an actor to log."""
    if campaign.takes_judgments:
        raise PeopleRefused(
            f"{campaign} is {campaign.state}, and people judge in it: pause it, before judgments"
            " are stored in their names.",
            code="people_judge",
        )
    if actor is None:
        raise PeopleRefused(
            "Judgments stored in people's names are logged with who brought them: say --by"
            " ACCOUNT.",
            code="actor_missing",
        )


def _refuse_own_name(assessors: Assessors, actor: User | None) -> None:
    """Refuse the actor's own rows: the log would link the account to its pseudonym."""
    if actor is not None and actor.username in assessors.owners.values():
        raise PeopleRefused(
            f"{actor.username} is an assessor of these judgments: somebody else must import them.",
            code="own_judgment",
        )


def _not_stored(campaign: Campaign, recorded: Sequence[JudgmentRow]) -> list[Keyed]:
    """Rows that no import into this campaign has stored yet, without repetitions."""
    fresh, seen = list[Keyed](), set[UUID]()
    for start in range(0, len(recorded), CHUNK):
        rows = [Keyed(row, _client_key(campaign, row)) for row in recorded[start : start + CHUNK]]
        seen |= stored_client_keys([row.client_key for row in rows])
        for row in rows:
            if row.client_key not in seen:
                seen.add(row.client_key)
                fresh.append(row)
    return fresh


def _add_all(
    campaign: Campaign,
    recorded: Sequence[Keyed],
    assessors: Mapping[str, Membership],
    growth: Mapping[str, bool],
    actor: User | None,
) -> Counter[str]:
    """Add the rows chunk by chunk, and count what `COUNTED` names.

    Further judgments are requested after the last chunk, so chunking has no effect.
    """
    counts = Counter(dict.fromkeys(COUNTED, 0))
    with summarizing_at_the_end() as touched:
        for start in range(0, len(recorded), CHUNK):
            chunk = recorded[start : start + CHUNK]
            n_new, pairs = _add(campaign, chunk, assessors, growth, actor)
            counts.update(n_new)
            touched |= pairs
        counts["n_asked_again"] = ask_again_of_finished_pairs(campaign=campaign, among=touched)
    return counts


def _add(
    campaign: Campaign,
    fresh: Sequence[Keyed],
    assessors: Mapping[str, Membership],
    growth: Mapping[str, bool],
    actor: User | None,
) -> tuple[dict[str, int], set[int]]:
    """Add some of the rows; counts of them by the names in `COUNTED`, and their pairs.

    Locks the slots of their pairs before storing any judgment, in the order used while judging;
    that order holds within a chunk, not between chunks.
    """
    recorded = [row.recorded for row in fresh]
    matched = match_rows(campaign, recorded)
    pairs, n_added_pairs = pairs_of_rows(campaign, recorded, matched, **growth)
    locked = lock_slots_by_pair(pair.pk for pair in pairs)
    judgments = _judgments(campaign, fresh, pairs, assessors, matched, actor)
    _refuse_second_answers(recorded, judgments)
    store_judgments(judgments)
    counts = {
        **_counts(judgments),
        "n_added_pairs": n_added_pairs,
        "n_added_slots": fill_slots(campaign=campaign, judgments=judgments, locked=locked),
    }
    return counts, {pair.pk for pair in pairs}


def _refuse_second_answers(rows: Sequence[JudgmentRow], judgments: Sequence[NewJudgment]) -> None:
    """Refuse a second live judgment by one assessor at one look at a pair."""
    live = live_looks({judgment.campaign_pair.pk for judgment in judgments})
    for row, judgment in zip(rows, judgments, strict=True):
        if row.superseded_at is None:
            if judgment.look in live:
                what = f"another judgment of passage {row.doc_id!r} here already"
                raise row.wrong(f"{row.assessor} has {what}", code="judged_already")
            live.add(judgment.look)


def _judgments(
    campaign: Campaign,
    rows: Sequence[Keyed],
    pairs: Sequence[CampaignPair],
    assessors: Mapping[str, Membership],
    matched: MatchedRows,
    actor: User | None,
) -> list[NewJudgment]:
    """The rows as judgments that are not stored yet."""
    now, actor_id = timezone.now(), None if actor is None else actor.pk
    grades: dict[int | None, int | None] = dict(campaign.grades.values_list("value", "pk"))
    members = {name: member.pk for name, member in assessors.items()}
    keys = new_keys(len(rows))
    return [
        NewJudgment(
            campaign_pair=pair,
            pk=pk,
            assessor_id=members[row.assessor],
            occasion=row.occasion,
            grade_id=grades.get(row.grade),
            reason_not_judged=_reason(row),
            spans=as_json(row.spans),
            text_hash=matched.text_hashes.get(passage_id, ""),
            confidence=row.confidence,
            note=row.note,
            active_ms=row.active_ms,
            away_ms=row.away_ms,
            position=row.position,
            rotation=row.rotation,
            cause=Cause.REJECTED if row.is_rejected else Cause.IMPORTED,
            extra=as_json(row.extra),
            recorded_by_id=actor_id,
            client_key=key,
            created_at=row.created_at or now,
            superseded_at=row.superseded_at,
        )
        for pk, (row, key), pair, (_, passage_id) in zip(
            keys, rows, pairs, matched.keys, strict=True
        )
    ]


def _reason(row: JudgmentRow) -> str | None:
    return None if row.grade is not None else row.reason or Reason.NO_INPUT


def _counts(judgments: Sequence[NewJudgment]) -> dict[str, int]:
    counts = dict.fromkeys(STATUS_COUNTS, 0)
    for judgment in judgments:
        counts[_counts_as(judgment)] += 1
    return counts


def _counts_as(judgment: NewJudgment) -> str:
    if judgment.superseded_at is not None:
        return "n_earlier_versions"
    if judgment.cause == Cause.REJECTED:
        return "n_rejected"
    if judgment.grade_id is None:
        return "n_not_judged"
    return "n_repeats" if judgment.occasion else "n_votes"


def _client_key(campaign: Campaign, row: JudgmentRow) -> UUID:
    """A stable key: the same row has it in every file and at every import."""
    content = row._asdict()
    # Fields at their default leave the key as it was before they existed.
    for name, default in JudgmentRow._field_defaults.items():
        if content[name] == default or name == "path":
            del content[name]
    extra = {name: value for name, value in row.extra.items() if value}
    content |= {"extra": extra, "line": None, "campaign": campaign.pk}
    return uuid5(IMPORTED, IN_ORDER.encode(content))
