"""Adjudicators' decisions: make, change, withdraw, and read them; pairs chosen for them by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Max
from django.db.models.functions import Now
from django.utils import timezone

from annotation.events import log_event, log_member_event
from annotation.exceptions import DecisionRefused
from annotation.models import (
    Adjudication,
    Campaign,
    CampaignPair,
    CampaignState,
    ChosenPair,
    DecisionReason,
    EventKind,
    Grade,
    Judgment,
    Membership,
    PairSummary,
)
from annotation.models.campaign_pair import VOTING_KINDS
from annotation.pairs.listing import UNSURE
from annotation.votes.depths import within
from regrade.files.judging.judgment_row import MOST_CONFIDENCE
from regrade.limits import GRADE
from regrade.serving.disagreement import APART
from regrade.votes.vote import PairKey


def log_of_pair(*, pair: CampaignPair, kind: EventKind, actor: User) -> None:
    """Log it by the pair's ids, which outlive its place on any page.

    A member did it under their pseudonym, an organizer by name.
    """
    ids = {"query_id": pair.pair.topic.query_id, "doc_id": pair.pair.passage.doc_id}
    member = Membership.objects.filter(campaign=pair.campaign_id, user=actor).first()
    if member is None:
        log_event(campaign=pair.campaign, kind=kind, actor=actor, **ids)
    else:
        log_member_event(member=member, kind=kind, actor=actor, **ids)


UNSETTLED = (CampaignState.DRAFT, CampaignState.PILOT)


class Served(NamedTuple):
    """How a queue served a pair: by which rule, and whether its votes were shown."""

    rule: DecisionReason
    saw_votes: bool | None  # None where that is not known


Seen = Annotated[
    str,
    {
        "max_length": 40,
        "allow_blank": True,
        "help_text": "The pair's `version` when it was looked at: a decision on one that changed "
        "since is refused, and taking one back as well.",
    },
]


def version_of(pair: CampaignPair) -> str:
    """Opaque version of a pair; changes with every answer, decision and withdrawal.

    A hash, so that blind adjudicators cannot learn the number of answers from it.
    """
    shown = pair.judgments.live().aggregate(n=Count("pk"), newest=Max("pk"))
    answers = sha256(f"{pair.pk} {shown['n']} {shown['newest']}".encode()).hexdigest()[:16]
    return f"{answers}.{_live_key(pair)}"


def may_decide(pair: CampaignPair, adjudicator: User) -> bool:
    """Whether the adjudicator has not judged the pair."""
    answers = Judgment.objects.answers().filter(campaign_pair=pair, assessor__user=adjudicator)
    return not answers.exists()


@transaction.atomic
def decide(
    *,
    pair: CampaignPair,
    adjudicator: User,
    grade: Annotated[int, GRADE],
    seen: Seen = "",
    note: Annotated[str, {"is_prose": True, "max_length": 10_000, "allow_blank": True}] = "",
    served: Served | None = None,
) -> Adjudication:
    """Decide on a pair; an earlier decision is superseded, and kept.

    `seen` is the `version_of` the pair when it was shown; empty skips the check. A pair served by a
    queue must still be undecided; the queue's rule becomes the reason if it still holds.

    Raises:
        DecisionRefused: the campaign is not under way, the adjudicator judged the pair, its answers
            or decision changed since it was shown, or the grade is not on the scale.
    """
    pair = _locked(pair)
    _check_person(pair, adjudicator)
    if served is not None and pair.adjudications.live().exists():
        raise DecisionRefused(
            "Somebody else decided on this pair meanwhile; go on with the next.",
            code="decided_meanwhile",
        )
    _check_version(pair, adjudicator, seen)
    _supersede(pair)
    return _store(
        pair,
        adjudicator,
        grade,
        reason=_reason(pair, served),
        note=note,
        saw_votes=True if served is None else served.saw_votes,
    )


@transaction.atomic
def record_decision(
    *,
    pair: CampaignPair,
    adjudicator: User,
    grade: int,
    reason: DecisionReason | None = None,
    note: str = "",
    decided_at: datetime | None = None,
) -> Adjudication:
    """Record a decision that was made elsewhere; an earlier one is superseded, and kept.

    `reason` defaults to the first that holds now, `decided_at` to now.

    Raises:
        DecisionRefused: the campaign is not under way, the adjudicator judged the pair, or the
            grade is not on the scale.
    """
    pair = _locked(pair)
    _check_person(pair, adjudicator)
    _supersede(pair)
    return _store(
        pair,
        adjudicator,
        grade,
        reason=reason or _reason(pair, None),
        note=note,
        created_at=decided_at or timezone.now(),
    )


@transaction.atomic
def take_back(*, pair: CampaignPair, actor: User, seen: Seen = "", only_own: bool = False) -> None:
    """Withdraw the decision on a pair; its row stays, and the log records actor and pair.

    Raises:
        DecisionRefused: there is none, the campaign is not under way, or the pair's answers or
            decision changed since it was shown.
    """
    pair = _locked(pair)
    _check_version(pair, actor, seen)
    if not _supersede(pair, actor if only_own else None):
        raise DecisionRefused(
            "There is no decision on this pair that could be taken back.", code="no_decision"
        )
    log_of_pair(pair=pair, kind=EventKind.DECISION_TAKEN_BACK, actor=actor)


def drop_decisions(member: Membership) -> int:
    """Withdraw all live decisions of a member, in any campaign state; returns their number."""
    made = Adjudication.objects.live().filter(member=member)
    return made.update(superseded_at=Now())


def reasons_for(pair: CampaignPair) -> Sequence[DecisionReason]:
    """Every reason that currently holds for the pair, strongest first."""
    summary = PairSummary.objects.filter(campaign_pair=pair).first() or PairSummary()
    holds = {
        DecisionReason.OFF_GOLD: summary.n_off_gold > 0,
        DecisionReason.TIED: summary.is_tied,
        DecisionReason.APART: summary.spread >= APART,
        DecisionReason.NOT_JUDGED: summary.n_not_judged > 0,
        DecisionReason.UNSURE: (summary.least_confidence or MOST_CONFIDENCE) <= UNSURE,
        DecisionReason.CHOSEN: ChosenPair.objects.filter(campaign_pair=pair).exists(),
    }
    return [reason for reason, does in holds.items() if does]


def check_state(campaign: Campaign) -> None:
    """Check that pairs of the campaign may be decided on.

    Raises:
        DecisionRefused: it has not been opened, or is archived.
    """
    if campaign.state in UNSETTLED:
        raise DecisionRefused(
            "The campaign has not been opened; there is nothing to decide yet.",
            code="campaign_not_open",
        )
    if campaign.state == CampaignState.ARCHIVED:
        raise DecisionRefused(
            "The campaign is archived; its decisions stay as they are.", code="campaign_archived"
        )


def decisions_of(campaign: Campaign, depth: int | None = None) -> dict[PairKey, int]:
    """Decided grades by query_id and ordinal, in the order of topics and passages.

    As with votes, only for pairs that become labels; with a `depth` of those down to it.
    """
    live = Adjudication.objects.live().filter(
        within(depth), campaign_pair__campaign=campaign, campaign_pair__kind__in=VOTING_KINDS
    )
    rows = live.order_by(
        "campaign_pair__pair__topic__ordinal", "campaign_pair__pair__passage__ordinal"
    ).values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__ordinal",
        "grade__value",
    )
    return {(query_id, ordinal): grade for query_id, ordinal, grade in rows}


def _locked(pair: CampaignPair) -> CampaignPair:
    """The pair, locked for this transaction, so that concurrent decisions are serialized.

    Locks its summary too, for which every answer to the pair waits.
    """
    found = CampaignPair.objects.select_related("campaign").select_for_update(
        of=("self",), no_key=True
    )
    locked = found.get(pk=pair.pk)
    check_state(locked.campaign)
    PairSummary.objects.select_for_update().filter(campaign_pair=locked).first()
    return locked


def _live_key(pair: CampaignPair) -> int:
    live: int | None = pair.adjudications.live().values_list("pk", flat=True).first()
    return live or 0


def _check_version(pair: CampaignPair, adjudicator: User, seen: str) -> None:
    """Refuse a stale version; in a change of one's own decision only the answers must match."""
    now = version_of(pair)
    if pair.adjudications.live().filter(adjudicator=adjudicator).exists():
        seen, now = (version.partition(".")[0] for version in (seen, now))
    if seen and seen != now:
        raise DecisionRefused(
            "The answers to this pair, or the decision on it, changed since you opened it; look at"
            " it again, and decide then.",
            code="pair_changed",
        )


def _store(
    pair: CampaignPair, adjudicator: User, grade: int, **fields: str | bool | datetime | None
) -> Adjudication:
    members = Membership.objects.filter(campaign=pair.campaign_id, user=adjudicator)
    return Adjudication.objects.create(
        campaign_pair=pair,
        adjudicator=adjudicator,
        member=members.first(),
        grade=_grade(pair.campaign, grade),
        **fields,
    )


def _reason(pair: CampaignPair, served: Served | None) -> DecisionReason:
    """The queue's rule if it still holds, else the first reason; CHOSEN when none holds."""
    reasons = reasons_for(pair)
    if served is not None and served.rule in reasons:
        return served.rule
    return next(iter(reasons), DecisionReason.CHOSEN)


def _check_person(pair: CampaignPair, adjudicator: User) -> None:
    if not may_decide(pair, adjudicator):
        raise DecisionRefused(
            "You judged this pair yourself; somebody else has to decide on it.", code="own_judgment"
        )


def _supersede(pair: CampaignPair, by: User | None = None) -> int:
    live = Adjudication.objects.live().filter(campaign_pair=pair)
    if by is not None:
        live = live.filter(adjudicator=by)
    return live.update(superseded_at=Now())


def _grade(campaign: Campaign, value: int) -> Grade:
    grades = {grade.value: grade for grade in campaign.grades.order_by("value")}
    if value not in grades:
        on_scale = ", ".join(map(str, grades))
        raise DecisionRefused(
            f"The scale has no grade {value}; it has {on_scale}.",
            code="grade_off_scale",
            field="grade",
        )
    return grades[value]


def choose(*, pair: CampaignPair, chosen_by: User) -> ChosenPair:
    """Choose a pair for adjudication; who chose it first stays named.

    Raises:
        DecisionRefused: a gold or qualification pair, which the queue does not serve.
    """
    if pair.kind not in VOTING_KINDS:
        raise DecisionRefused(
            "This pair has a known grade; it does not come to the adjudicators.",
            code="graded_by_expert",
        )
    chosen, _ = ChosenPair.objects.get_or_create(
        campaign_pair=pair, defaults={"campaign_id": pair.campaign_id, "chosen_by": chosen_by}
    )
    return chosen


@transaction.atomic
def choose_no_more(*, pair: CampaignPair, actor: User) -> None:
    """Unmark a pair, which the log keeps; one that was not chosen stays as it is."""
    if ChosenPair.objects.filter(campaign_pair=pair).delete()[0]:
        log_of_pair(pair=pair, kind=EventKind.CHOSEN_NO_MORE, actor=actor)
