"""A small campaign under a state machine: what its rules and promises look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import parse_scale
from annotation.judging.recording import Answer
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    Order,
    PairKind,
    Reason,
    Slot,
    TopicSeat,
    Unit,
)
from annotation.pools.pairs import Mark
from annotation.serving.tickets import Ticket
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.engine_model.moving_clock import make_clock
from tests.factories import make_collection, make_pool, make_topics, make_user

N_ASSESSORS, N_PASSAGES = 4, 3
EXPERT = 1  # the grade of every gold and qualification pair
LONG_AGO = "2020-01-01T00:00Z"

answers = st.one_of(st.integers(0, 3), st.none())
assessors = st.integers(0, N_ASSESSORS - 1)
policies = st.builds(
    PolicyOptions,
    unit=st.sampled_from(Unit),
    order=st.sampled_from(Order),
    sets_offered=st.integers(1, 2),
    topics_per_set=st.integers(1, 2),
    overlap_every=st.just(2),
    gold_every=st.just(3),
    repeat_every=st.sampled_from([None, 3]),
    repeat_after=st.just(1),
    extra_judgments=st.integers(0, 2),
)


class Sent(NamedTuple):
    """A judgment that the engine acknowledged."""

    judgment_id: int
    ticket: Ticket
    client_key: UUID


class PairCounts(NamedTuple):
    """A regular pair with its shared slots."""

    pk: int
    wanted: int
    n_slots: int
    n_filled: int

    @property
    def n_beyond(self) -> int:
        return self.n_slots - self.wanted


class Scene(RuleBasedStateMachine):
    """Four assessors and a small campaign that exercises every part of the engine.

    It keeps what assessors received: the tickets, the leases by membership, pair and occasion,
    and the judgments acknowledged; and how many slots each pair got by imports.
    """

    campaign: Campaign

    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()
        count_ids_from_one()
        make_clock()
        self.tickets: list[Ticket] = []
        self.sent: list[Sent] = []
        self.leases: set[tuple[int, int, int]] = set()
        self.n_imported_slots: Counter[int] = Counter()
        self.most_extra = 0  # judgments that any policy so far asked for

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    @initialize(
        k=st.integers(1, 3),
        policy=policies,
        has_special_pairs=st.booleans(),
        has_qualification=st.booleans(),
        quota=st.sampled_from([None, None, 3]),
    )
    def begin(  # one argument a part of the engine
        self,
        k: int,
        policy: PolicyOptions,
        *,
        has_special_pairs: bool,
        has_qualification: bool,
        quota: int | None,
    ) -> None:
        collection = make_collection(texts={f"d{i}": f"Passage {i}." for i in range(N_PASSAGES)})
        pool = make_pool(collection=collection, topic_set=make_topics())
        first, second, third, *_ = pool.pairs.order_by("pk").values_list("pk", flat=True)
        marks: dict[int, Mark] = {}
        if has_special_pairs:
            marks |= {first: Mark(PairKind.OVERLAP), second: Mark(PairKind.GOLD, grade=EXPERT)}
        if has_qualification:
            marks |= {third: Mark(PairKind.QUALIFICATION, grade=EXPERT)}
        draft = create_campaign(
            name="campaign",
            pool=pool,
            grades=parse_scale("0-3"),
            judgments_per_pair=k,
            seed=3,
            marks=marks,
            policy=policy,
            quota=quota,
            pass_share=1.0 if has_qualification else None,
        )
        self.most_extra = policy.extra_judgments
        self.campaign = set_campaign_state(campaign=draft, state=CampaignState.OPEN)
        self.organizer = make_user("organizer")
        self.members = [add_member(self.campaign, f"assessor-{i}") for i in range(N_ASSESSORS)]

    def fresh(self, i: int) -> Membership:
        return Membership.objects.select_related("campaign").get(pk=self.members[i].pk)

    def state(self) -> CampaignState:
        return CampaignState(Campaign.objects.get(pk=self.campaign.pk).state)

    def is_leased(self, ticket: Ticket, member: Membership) -> bool:
        return (member.pk, ticket.campaign_pair_id, ticket.occasion) in self.leases

    def forget_leases(self, i: int) -> None:
        self.leases = {lease for lease in self.leases if lease[0] != self.members[i].pk}

    def forget_old_leases(self) -> None:
        in_hand = Slot.objects.filter(judgment=None, leased_until__gt=Now())
        self.leases &= set(in_hand.values_list("holder", "campaign_pair", "occasion"))

    def n_withdrawals(self) -> int:
        return Membership.objects.exclude(withdrawn_at=None).count()


def count_ids_from_one() -> None:
    """Random orders rest on ids: a run that is to be repeated needs the same ones."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sequencename FROM pg_sequences"
            " WHERE sequencename ~ '^(annotation|ranking|auth_user_id)'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER SEQUENCE {name} RESTART")


def add_member(campaign: Campaign, name: str) -> Membership:
    user = User.objects.filter(username=name).first() or make_user(name)
    return Membership.objects.create(
        campaign=campaign, user=user, kind=AssessorKind.SIMULATED, pseudonym=name.title()
    )


def answer_of(grade: int | None) -> Answer:
    reason = Reason.OTHER if grade is None else None
    return Answer(grade=grade, reason_not_judged=reason, active_ms=10, away_ms=0)


def open_pairs(member: Membership) -> Iterable[CampaignPair]:
    """Regular pairs with an open slot that the assessor could judge, leased to others or not."""
    answered = Judgment.objects.live().filter(assessor=member, occasion=0)
    mine = answered.exclude(reason_not_judged=Reason.RETRACTED).values("campaign_pair")
    is_open = Q(slots__judgment__isnull=True, slots__order_key__isnull=False)
    pairs = CampaignPair.objects.filter(is_open, campaign=member.campaign_id)
    return (
        pairs.exclude(pk__in=mine)
        .exclude(pk__in=waiting_for_adjudication().values("pk"))
        .distinct()
    )


def at_work(campaign: Campaign) -> set[int]:
    """Who has a lease, or answered no longer ago than one lasts."""
    since = Now() - timedelta(seconds=campaign.lease_s)
    hands = Slot.objects.filter(judgment=None, leased_until__gt=Now())
    answers = Judgment.objects.live().filter(created_at__gt=since)
    return {
        *hands.values_list("holder", flat=True),
        *answers.values_list("assessor", flat=True),
    }


def kept_back_from(member: Membership) -> QuerySet[Slot]:
    """Free slots of pairs that the assessor could judge and no present assessor will get."""
    campaign = member.campaign
    pairs = [pair.pk for pair in open_pairs(member)]
    is_free = Q(leased_until=None) | Q(leased_until__lte=Now())
    free = Slot.objects.filter(is_free, campaign_pair__in=pairs, judgment=None, number__gte=1)
    if campaign.policy().unit == Unit.PAIRS:
        return free
    others = at_work(campaign) - {member.pk}
    begun = TopicSeat.objects.filter(holder__in=others, finished_at=None)
    return free.exclude(topic__in=begun.values("topic"))


def waiting_longer(member: Membership) -> QuerySet[Membership]:
    """The first in line comes first."""
    waiting = Membership.objects.filter(
        campaign=member.campaign_id,
        asks_until__gt=Now(),
        waits_since__lt=member.waits_since or Now(),
    )
    return waiting.exclude(pk=member.pk).select_related("campaign").order_by("waits_since")


class InHand(NamedTuple):
    """The topic in hand, and which pair of it was answered last."""

    topic: int
    position: int


def topic_in_hand(member: Membership) -> InHand | None:
    """That of the shared pair answered last, of topics where the seat is not finished."""
    if member.campaign.policy().unit != Unit.TOPICS or is_unqualified(member):
        return None
    answered = Judgment.objects.live().filter(assessor=member, occasion=0, policy__isnull=False)
    newest = answered.order_by("-created_at").values("pk")[:20]
    shared = Judgment.objects.filter(pk__in=newest, campaign_pair__kind=PairKind.REGULAR)
    begun = TopicSeat.objects.filter(holder=member, finished_at=None).values("topic")
    there = shared.filter(campaign_pair__pair__topic__in=begun).order_by("-position")
    last = there.select_related("campaign_pair__pair").first()
    return InHand(last.campaign_pair.pair.topic_id, last.position or 0) if last else None


def to_be_had(member: Membership, topic: int) -> list[CampaignPair]:
    """Pairs of the topic that the assessor could be handed, those in their hand left out."""
    in_hand = Slot.objects.filter(holder=member, occasion=0).values("campaign_pair")
    pairs = [pair for pair in open_pairs(member) if pair.pair.topic_id == topic]
    others = set(CampaignPair.objects.filter(pk__in=in_hand).values_list("pk", flat=True))
    return [pair for pair in pairs if pair.pk not in others and has_room(pair, member)]


def has_room(pair: CampaignPair, member: Membership) -> bool:
    """Whether a slot is free beyond those reserved for earlier seats."""
    unfilled = Slot.objects.filter(campaign_pair=pair, judgment=None, number__gte=1)
    is_free = Q(leased_until=None) | Q(leased_until__lte=Now())
    at_topic = TopicSeat.objects.filter(topic=pair.pair.topic_id, finished_at=None)
    mine = at_topic.get(holder=member)
    ahead = at_topic.filter(number__lt=mine.number, expires_at__gt=Now()).exclude(holder=member)
    answered = Judgment.objects.live().filter(campaign_pair=pair, occasion=0)
    stands = answered.exclude(reason_not_judged=Reason.RETRACTED).values("assessor")
    n_expected = ahead.exclude(holder__in=stands).count()
    return unfilled.filter(is_free).exists() and unfilled.count() > n_expected


def is_waited_for(pair: int) -> bool:
    """A grade that came too late for a slot would take one that was given back."""
    grades = Judgment.objects.live().filter(campaign_pair=pair, occasion=0, grade__isnull=False)
    return grades.filter(slot=None).exclude(cause=Cause.REJECTED).exists()


def regular_pairs() -> list[PairCounts]:
    shared = Q(slots__order_key__isnull=False)
    pairs = CampaignPair.objects.filter(kind=PairKind.REGULAR).annotate(
        n_slots=Count("slots", filter=shared),
        n_filled=Count("slots", filter=shared & Q(slots__judgment__isnull=False)),
    )
    return [PairCounts(*row) for row in pairs.values_list(*PairCounts._fields)]


def is_unqualified(member: Membership) -> bool:
    return member.campaign.pass_share is not None and member.qualified_at is None


def expire_all_leases() -> None:
    Slot.objects.filter(leased_until__isnull=False).update(leased_until=LONG_AGO)
