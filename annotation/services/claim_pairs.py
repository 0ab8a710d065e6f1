from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Consent,
    Membership,
    Notice,
    PairKind,
    ServingPolicy,
    Slot,
    Unit,
)
from annotation.services.claim_queries import LEASE_IN_ORDER, LEFT_FOR_ME, Claimant, run
from annotation.services.lease_special_pair import (
    SpecialKind,
    SpecialPairs,
    lease_special_pair,
    special_pairs,
)
from annotation.services.take_seats import lease_in_topics
from annotation.serving.draws import draw
from annotation.serving.schedule import Kind, Plan, kinds_at, plan_for

MAX_CLAIM = 5
FIRST_KEY, PAST_LAST_KEY = -(2**63), 2**63 - 1


class Nothing(StrEnum):
    """Why there is nothing to judge."""

    FINISHED = "finished"
    HELD_BY_OTHERS = "held_by_others"
    QUOTA = "quota"
    NOTICE = "notice"
    NOT_QUALIFIED = "not_qualified"
    SUSPENDED = "suspended"
    WITHDRAWN = "withdrawn"
    NOT_OPEN = "not_open"


class Claim(NamedTuple):
    """The slots an assessor now holds, in the order in which they are to be judged.

    When there are none, `nothing` says why, and `free_at` when that may change.
    """

    slots: Sequence[Slot]
    nothing: Nothing | None = None
    free_at: datetime | None = None


class Turn(NamedTuple):
    """One assessor's claim: who asks, under which policy, and what they did so far."""

    member: Membership
    policy: ServingPolicy
    claimant: Claimant
    n_answered: int
    special: SpecialPairs | None  # none when the campaign has nothing but regular pairs

    @property
    def campaign(self) -> Campaign:
        return self.member.campaign

    @property
    def quota(self) -> int | None:
        return self.member.quota or self.campaign.quota

    @property
    def is_qualifying(self) -> bool:
        return self.campaign.pass_share is not None and self.member.qualified_at is None


@transaction.atomic
def claim_pairs(*, membership: Membership, n: int) -> Claim:
    """Lease the assessor up to `n` pairs, those already held among them.

    What comes next says the serving policy in force: whole topics, in which the assessor takes a
    seat, or single pairs in the campaign's order, and in between what its plan has due. Two
    assessors asking at once get different slots; one assessor asking twice at once (two tabs)
    gets the same ones. A pair is never leased to more people than it has open slots.
    """
    _do_not_wait_for_the_disk()
    turn = _turn(_locked(membership))
    if refusal := _refusal(turn):
        return Claim((), refusal)
    held = _held(turn.member)
    _renew(turn.campaign, held)
    n_missing = min(n, MAX_CLAIM, _room(turn)) - len(held)
    if n_missing > 0:
        _lease(turn, len(held), n_missing)
        held = _held(turn.member)
    return Claim(held) if held else _nothing_left(turn)


def n_answered(member: Membership) -> int:
    """How many pairs the assessor has graded or said could not be judged."""
    answers = member.judgments.live().exclude(reason_not_judged="retracted")
    return answers.filter(occasion=0).count()


def _do_not_wait_for_the_disk() -> None:
    """A lease that a crash takes away costs nobody a judgment."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")


def _locked(membership: Membership) -> Membership:
    """The membership, locked against the assessor's other tabs, with what decides on a claim."""
    notices = Notice.objects.filter(campaign=OuterRef("campaign")).order_by("-version")
    consents = Consent.objects.filter(membership=OuterRef("pk")).order_by("-notice__version")
    special = CampaignPair.objects.filter(campaign=OuterRef("campaign"))
    return (
        Membership.objects.select_for_update(of=("self",), no_key=True)
        .select_related("campaign")
        .annotate(
            newest_notice=Subquery(notices.values("pk")[:1]),
            accepted_notice=Subquery(consents.values("notice")[:1]),
            has_special_pairs=Exists(special.exclude(kind=PairKind.REGULAR)),
        )
        .get(pk=membership.pk)
    )


def _turn(member: Membership) -> Turn:
    campaign, policy = member.campaign, member.campaign.policy()
    mixes = member.has_special_pairs or policy.repeat_every  # type: ignore[attr-defined]
    return Turn(
        member,
        policy,
        Claimant(
            campaign=campaign.pk,
            me=member.pk,
            seed=f"{policy.seed}:{member.pk}:",
            is_random=policy.order == "random",
            lease_s=campaign.lease_s,
            seat_s=campaign.seat_s,
            judgments_per_pair=campaign.judgments_per_pair,
            max_not_judged=campaign.max_not_judged,
        ),
        n_answered(member),
        special_pairs(member) if mixes else None,
    )


def _refusal(turn: Turn) -> Nothing | None:
    member = turn.member
    if member.withdrawn_at is not None:
        return Nothing.WITHDRAWN
    if member.suspended_at is not None:
        return Nothing.SUSPENDED
    if not turn.campaign.takes_judgments:
        return Nothing.NOT_OPEN
    if _lacks_consent(member):
        return Nothing.NOTICE
    if turn.is_qualifying:
        is_out = member.n_attempts >= turn.campaign.max_attempts
        return Nothing.NOT_QUALIFIED if is_out else None
    return Nothing.QUOTA if _room(turn) <= 0 else None


def _lacks_consent(member: Membership) -> bool:
    has_accepted = member.newest_notice in (None, member.accepted_notice)  # type: ignore[attr-defined]
    return member.kind == AssessorKind.HUMAN and not has_accepted


def _room(turn: Turn) -> int:
    """How many pairs the assessor may hold at once; qualifying takes nothing off the quota."""
    if turn.quota is None or turn.is_qualifying:
        return MAX_CLAIM
    return turn.quota - turn.n_answered + _n_qualifying(turn)


def _n_qualifying(turn: Turn) -> int:
    return turn.special.n_qualification_answered if turn.special else 0


def _held(member: Membership) -> list[Slot]:
    held = Slot.objects.filter(holder=member, judgment__isnull=True).order_by("position", "pk")
    return list(held.select_related("topic", "campaign_pair__pair__passage"))


def _renew(campaign: Campaign, held: Sequence[Slot]) -> None:
    """Renew leases of which half is over, but for what a judgment or an import has in hand: a
    claim waits for no slot, so that it can be part of no deadlock."""
    now, lease = timezone.now(), timedelta(seconds=campaign.lease_s)
    old = [slot.pk for slot in held if slot.leased_until and slot.leased_until - now < lease / 2]
    if not old:
        return
    mine = Slot.objects.filter(pk__in=old, judgment__isnull=True)
    free = mine.select_for_update(skip_locked=True).order_by("pk")
    Slot.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(
        leased_until=now + lease
    )


def _lease(turn: Turn, n_held: int, n: int) -> None:
    """Lease up to `n` more pairs, at the positions that follow on the last one handed out."""
    first = position = turn.member.n_served + 1
    while position < first + n:
        n_leased = _lease_at(turn, position, n_held + position - first, first + n - position)
        if not n_leased:
            break
        position += n_leased
    Membership.objects.filter(pk=turn.member.pk).update(n_served=position - 1)


def _lease_at(turn: Turn, position: int, n_held: int, room: int) -> int:
    """Lease the kind that is due at a position, or the next best; shared pairs several at once."""
    for kind in _kinds_at(turn, position, n_held):
        if kind == "shared":
            n = _n_shared_in_row(turn, position, n_held, room)
            n_leased = _lease_shared(turn, position, n_held, n)
        else:
            occasion = turn.member.n_attempts if kind == "qualification" else 0
            n_leased = lease_special_pair(turn.claimant, turn.policy, kind, position, occasion)
        if n_leased:
            return n_leased
    return 0


def _kinds_at(turn: Turn, position: int, n_held: int) -> tuple[SpecialKind | Kind, ...]:
    if turn.is_qualifying:
        return ("qualification",)
    if turn.campaign.state == CampaignState.PILOT:
        return ("pilot",)
    if turn.special is None:
        return ("shared",)
    n_left = None if turn.quota is None else _room(turn) - n_held
    return kinds_at(
        position,
        _plan(turn, turn.special),
        n_left_of_quota=n_left,
        n_overlap_left=turn.special.n_overlap_left,
    )


def _plan(turn: Turn, special: SpecialPairs) -> Plan:
    policy = turn.policy
    return plan_for(
        seed=policy.seed,
        assessor=turn.member.pk,
        quota=turn.quota,
        n_overlap=special.n_overlap,
        overlap_every=policy.overlap_every,
        gold_every=policy.gold_every,
        repeat_every=policy.repeat_every,
    )


def _n_shared_in_row(turn: Turn, position: int, n_held: int, room: int) -> int:
    """How many positions, from this one on, ask for shared pairs first."""
    following = takewhile(
        lambda ahead: _kinds_at(turn, position + ahead, n_held + ahead)[0] == "shared",
        range(1, room),
    )
    return 1 + sum(1 for _ in following)


def _lease_shared(turn: Turn, position: int, n_held: int, n: int) -> int:
    if turn.policy.unit == Unit.TOPICS:
        return lease_in_topics(turn.claimant, turn.policy, n=n, n_held=n_held, first=position)
    start = FIRST_KEY
    if turn.claimant.is_random:
        start = draw("pair", turn.policy.seed, turn.member.pk, position)
    n_leased = _lease_in_order(turn.claimant, start, PAST_LAST_KEY, n, position)
    if n_leased < n and start > FIRST_KEY:
        n_leased += _lease_in_order(
            turn.claimant, FIRST_KEY, start, n - n_leased, position + n_leased
        )
    return n_leased


def _lease_in_order(claimant: Claimant, start: int, end: int, n: int, first: int) -> int:
    [(n_leased,)] = run(LEASE_IN_ORDER, claimant, start=start, end=end, n=n, first=first)
    return int(n_leased)


def _nothing_left(turn: Turn) -> Claim:
    if turn.is_qualifying or turn.campaign.state == CampaignState.PILOT:
        return Claim((), Nothing.FINISHED)
    has_seats = turn.policy.unit == Unit.TOPICS
    [(is_left, free_at)] = run(LEFT_FOR_ME, turn.claimant, has_seats=has_seats)
    if is_left:
        return Claim((), Nothing.HELD_BY_OTHERS, free_at)
    return Claim((), Nothing.FINISHED)
