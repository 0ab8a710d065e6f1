"""The engine under random use: in whatever order, no pair gets too many judgments or too few."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Count, F, Q
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from annotation import tickets
from annotation.assignments import assignments
from annotation.exceptions import AnnotationError
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
from annotation.scales import parse_scale
from annotation.services.claim_pairs import MAX_CLAIM, Nothing, claim_pairs
from annotation.services.create_campaign import create_campaign
from annotation.services.enter_pairs import Mark
from annotation.services.pause_member import pause_member, resume_member
from annotation.services.record_judgment import Answer, Standing, record_judgment
from annotation.services.release_leases import release_leases
from annotation.services.set_campaign_state import set_campaign_state
from annotation.services.set_policy import PolicyOptions
from annotation.services.undo_judgment import undo_judgment
from annotation.services.withdraw_member import Work, withdraw_member
from annotation.tickets import Ticket
from tests.factories import make_collection, make_pool, make_topics, make_user

pytestmark = pytest.mark.django_db

N_ASSESSORS = 4
LONG_AGO = "2020-01-01T00:00Z"
answers = st.one_of(st.integers(0, 3), st.none())


class Sent(NamedTuple):
    """A judgment that the engine acknowledged."""

    judgment_id: int
    ticket: Ticket
    client_key: UUID


class Engine(RuleBasedStateMachine):
    """Four assessors and a small campaign, of which every part of the engine has its share."""

    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()
        count_ids_from_one()
        self.tickets: list[Ticket] = []
        self.sent: list[Sent] = []
        self.leases: set[tuple[int, int, int]] = set()  # by membership, pair and occasion

    def teardown(self) -> None:
        try:
            if hasattr(self, "campaign"):
                self.run_to_the_end()
        finally:
            transaction.set_rollback(True)
            self.world.__exit__(None, None, None)

    @initialize(
        k=st.integers(1, 3),
        unit=st.sampled_from(Unit),
        order=st.sampled_from(Order),
        topics_per_set=st.integers(1, 2),
        extra_judgments=st.integers(0, 2),
        has_special_pairs=st.booleans(),
        repeat_every=st.sampled_from([None, 3]),
    )
    def begin(  # one argument a part of the engine
        self,
        k: int,
        unit: Unit,
        order: Order,
        topics_per_set: int,
        extra_judgments: int,
        *,
        has_special_pairs: bool,
        repeat_every: int | None,
    ) -> None:
        collection = make_collection(texts={f"d{i}": f"Passage {i}." for i in range(2)})
        pool = make_pool(collection=collection, topic_set=make_topics())
        first, second, *_ = pool.pairs.values_list("pk", flat=True)
        marks = {first: Mark(PairKind.OVERLAP), second: Mark(PairKind.GOLD, grade=1)}
        campaign = create_campaign(
            name="campaign",
            pool=pool,
            grades=parse_scale("0-3"),
            judgments_per_pair=k,
            seed=3,
            marks=marks if has_special_pairs else {},
            policy=PolicyOptions(
                unit=unit,
                order=order,
                topics_per_set=topics_per_set,
                extra_judgments=extra_judgments,
                overlap_every=2,
                gold_every=3,
                repeat_every=repeat_every,
                repeat_after=1,
            ),
        )
        self.campaign = set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
        self.members = [_member(self.campaign, f"assessor-{i}") for i in range(N_ASSESSORS)]

    @rule(i=st.integers(0, N_ASSESSORS - 1), n=st.integers(1, MAX_CLAIM))
    def claim(self, i: int, n: int) -> None:
        member = self.fresh(i)
        claim = claim_pairs(membership=member, n=n)
        self.tickets += [
            tickets.read(a.ticket, membership_id=member.pk) for a in assignments(claim)
        ]
        self.leases |= {(member.pk, h.campaign_pair_id, h.occasion) for h in claim.held}
        positions = [held.position for held in claim.held]
        assert positions == sorted(set(positions))
        if not member.campaign.takes_judgments:
            assert not claim.held
        elif member.withdrawn_at or member.suspended_at:
            assert claim.nothing in {Nothing.WITHDRAWN, Nothing.SUSPENDED}
        if claim.nothing == Nothing.FINISHED:
            assert not list(open_pairs(member))

    @precondition(lambda self: self.tickets)
    @rule(data=st.data(), answer=answers)
    def submit(self, data: st.DataObject, answer: int | None) -> None:
        """Any ticket ever issued: in time, late, or as a change."""
        ticket = data.draw(st.sampled_from(self.tickets))
        self.send(ticket, answer, uuid4())

    @rule(i=st.integers(0, N_ASSESSORS - 1), given=st.lists(answers, min_size=1, max_size=5))
    def judge(self, i: int, given: list[int | None]) -> None:
        """An assessor at work: claims, and answers some of it."""
        self.claim(i, MAX_CLAIM)
        in_hand = [ticket for ticket in self.tickets if self.is_leased(ticket, self.members[i])]
        for ticket, answer in zip(dict.fromkeys(in_hand), given, strict=False):
            self.send(ticket, answer, uuid4())

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), answer=answers)
    def resend(self, data: st.DataObject, answer: int | None) -> None:
        sent = data.draw(st.sampled_from(self.sent))
        n_before = Judgment.objects.count()
        recorded = record_judgment(
            membership=Membership.objects.get(pk=sent.ticket.membership_id),
            ticket=sent.ticket,
            answer=_answer(answer),
            client_key=sent.client_key,
        )
        assert recorded.judgment.pk == sent.judgment_id
        assert Judgment.objects.count() == n_before

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        sent = data.draw(st.sampled_from(self.sent))
        membership = Membership.objects.get(pk=sent.ticket.membership_id)
        try:
            undone = undo_judgment(
                membership=membership, judgment_id=sent.judgment_id, client_key=uuid4()
            )
        except AnnotationError:
            return
        assert undone.cause == Cause.UNDONE
        assert not Slot.objects.filter(judgment=sent.judgment_id).exists()

    @rule(i=st.integers(0, N_ASSESSORS - 1))
    def expire(self, i: int) -> None:
        """An assessor has gone home."""
        self.forget_leases(i)
        Slot.objects.filter(holder=self.members[i], judgment=None).update(leased_until=LONG_AGO)

    @rule(i=st.integers(0, N_ASSESSORS - 1))
    def leave_seats(self, i: int) -> None:
        TopicSeat.objects.filter(holder=self.members[i]).update(expires_at=LONG_AGO)

    @rule()
    def sweep(self) -> None:
        release_leases()

    @precondition(lambda self: len(self.sent) > 4 * self.n_withdrawals() + 4)
    @rule(i=st.integers(0, N_ASSESSORS - 1), work=st.sampled_from(Work))
    def withdraw(self, i: int, work: Work) -> None:
        self.forget_leases(i)
        withdraw_member(membership=self.fresh(i), work=work)

    @rule(i=st.integers(0, N_ASSESSORS - 1))
    def pause(self, i: int) -> None:
        if self.fresh(i).withdrawn_at is None:
            self.forget_leases(i)
            pause_member(membership=self.fresh(i))

    @rule(i=st.integers(0, N_ASSESSORS - 1))
    def resume(self, i: int) -> None:
        resume_member(membership=self.fresh(i))

    @rule(i=st.integers(0, N_ASSESSORS - 1))
    def close_for_a_moment(self, i: int) -> None:
        set_campaign_state(campaign=self.campaign, state=CampaignState.PAUSED)
        self.claim(i, 1)
        set_campaign_state(campaign=self.campaign, state=CampaignState.OPEN)

    @invariant()
    def no_pair_has_more_votes_than_it_wants(self) -> None:
        votes = Judgment.objects.votes().filter(campaign_pair__kind=PairKind.REGULAR)
        counts = dict(votes.values_list("campaign_pair").annotate(n=Count("pk")).order_by())
        filled = Slot.objects.filter(judgment__isnull=False, order_key__isnull=False)
        by_slot = dict(filled.values_list("campaign_pair").annotate(n=Count("pk")).order_by())
        assert counts == by_slot
        for pair in CampaignPair.objects.filter(pk__in=counts):
            assert pair.wanted is not None
            assert counts[pair.pk] <= pair.wanted

    @invariant()
    def slots_hold_live_grades_of_their_holders(self) -> None:
        filled = Slot.objects.filter(judgment__isnull=False)
        wrong = Q(judgment__superseded_at__isnull=False) | Q(judgment__grade__isnull=True)
        wrong |= ~Q(judgment__assessor=F("holder")) | ~Q(judgment__occasion=F("occasion"))
        assert not filled.filter(wrong).exists()

    @invariant()
    def a_pair_has_as_many_slots_as_it_wants(self) -> None:
        shared = Count("slots", filter=Q(slots__order_key__isnull=False))
        regular = CampaignPair.objects.filter(kind=PairKind.REGULAR).annotate(n_slots=shared)
        assert not regular.exclude(n_slots=F("wanted")).exists()

    @invariant()
    def no_grade_waits_while_a_slot_is_free(self) -> None:
        grades = Judgment.objects.live().filter(occasion=0, grade__isnull=False, slot=None)
        pairs = grades.filter(campaign_pair__kind=PairKind.REGULAR).values("campaign_pair")
        assert not Slot.objects.filter(campaign_pair__in=pairs, holder=None).exists()

    @invariant()
    def leases_are_kept(self) -> None:
        in_hand = Slot.objects.filter(judgment=None).exclude(holder=None)
        assert self.leases <= set(in_hand.values_list("holder", "campaign_pair", "occasion"))

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        keys = {sent.client_key for sent in self.sent}
        assert Judgment.objects.filter(client_key__in=keys).count() == len(keys)

    @invariant()
    def special_pairs_never_vote_but_for_overlap(self) -> None:
        kinds = Judgment.objects.votes().values_list("campaign_pair__kind", "occasion")
        assert set(kinds) <= {(PairKind.REGULAR, 0), (PairKind.OVERLAP, 0)}

    def is_leased(self, ticket: Ticket, member: Membership) -> bool:
        return (member.pk, ticket.campaign_pair_id, ticket.occasion) in self.leases

    def n_withdrawals(self) -> int:
        return Membership.objects.exclude(withdrawn_at=None).count()

    def forget_leases(self, i: int) -> None:
        self.leases = {lease for lease in self.leases if lease[0] != self.members[i].pk}

    def fresh(self, i: int) -> Membership:
        return Membership.objects.select_related("campaign").get(pk=self.members[i].pk)

    def send(self, ticket: Ticket, answer: int | None, client_key: UUID) -> None:
        membership = Membership.objects.select_related("campaign").get(pk=ticket.membership_id)
        try:
            recorded = record_judgment(
                membership=membership,
                ticket=ticket,
                answer=_answer(answer),
                client_key=client_key,
            )
        except AnnotationError:
            is_out = membership.suspended_at or membership.withdrawn_at
            assert is_out
            return
        self.sent.append(Sent(recorded.judgment.pk, ticket, client_key))
        if self.is_leased(ticket, membership) and answer is not None:
            assert recorded.standing == Standing.VOTE, "a lease was not kept"
        self.leases.discard((membership.pk, ticket.campaign_pair_id, ticket.occasion))

    def run_to_the_end(self) -> None:
        """Everybody who is left goes on, in turns, until nobody is given anything more."""
        Campaign.objects.update(state=CampaignState.OPEN)
        active = Membership.objects.filter(withdrawn_at=None, suspended_at=None)
        members = list(active.select_related("campaign").order_by("pk"))
        Slot.objects.filter(leased_until__isnull=False).update(leased_until=LONG_AGO)
        self.leases.clear()
        while sum(self.judge_all_that_is_given(member) for member in members):
            pass
        for member in members:
            assert not list(open_pairs(member)), "a pair lacks a judgment that somebody could give"

    def judge_all_that_is_given(self, member: Membership) -> int:
        for n_claims in range(200):
            claim = claim_pairs(membership=member, n=MAX_CLAIM)
            for assignment in assignments(claim):
                ticket = tickets.read(assignment.ticket, membership_id=member.pk)
                self.send(
                    ticket, None if ticket.position % 5 == 0 else ticket.position % 4, uuid4()
                )
            if claim.nothing:
                assert claim.nothing in {Nothing.FINISHED, Nothing.HELD_BY_OTHERS}
                return n_claims
        raise AssertionError("it never ends")


def count_ids_from_one() -> None:
    """Random orders rest on ids: a run that is to be repeated needs the same ones."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sequencename FROM pg_sequences"
            " WHERE sequencename ~ '^(annotation|ranking|auth_user_id)'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"ALTER SEQUENCE {name} RESTART")


def open_pairs(member: Membership) -> Iterable[CampaignPair]:
    """Regular pairs with an open slot that the assessor could judge, leased to others or not."""
    answered = Judgment.objects.live().filter(assessor=member, occasion=0)
    mine = answered.exclude(reason_not_judged=Reason.RETRACTED).values("campaign_pair")
    waiting = CampaignPair.objects.waiting_for_adjudication().values("pk")
    is_open = Q(slots__judgment__isnull=True, slots__order_key__isnull=False)
    pairs = CampaignPair.objects.filter(is_open, campaign=member.campaign_id)
    return pairs.exclude(pk__in=mine).exclude(pk__in=list(waiting.values_list("pk", flat=True)))


def _answer(grade: int | None) -> Answer:
    reason = Reason.OTHER if grade is None else None
    return Answer(grade=grade, reason_not_judged=reason, active_ms=10, away_ms=0)


def _member(campaign: Campaign, name: str) -> Membership:
    user = User.objects.filter(username=name).first() or make_user(name)
    return Membership.objects.create(
        campaign=campaign, user=user, kind=AssessorKind.SIMULATED, pseudonym=name
    )


def test_the_engine_keeps_its_promises_in_any_order_of_events() -> None:
    run_state_machine_as_test(
        Engine,
        settings=settings(
            max_examples=40,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
