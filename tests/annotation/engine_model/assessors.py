"""What assessors do: they claim, answer, think again, and go away."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from annotation.exceptions import AnnotationError
from annotation.judging.recording import VoteStatus, record_judgment
from annotation.judging.undoing import undo_judgment
from annotation.models import (
    CampaignPair,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Slot,
    TopicSeat,
)
from annotation.serving import tickets
from annotation.serving.assignments import assignments
from annotation.serving.claim import ASKS_WITHIN_S, MAX_LEASED, Claim, Nothing, claim_pairs
from annotation.serving.claim_context import read_claim_context
from annotation.serving.leases import release_leases
from annotation.serving.tickets import Ticket
from tests.annotation.engine_model.moving_clock import move_clock
from tests.annotation.engine_model.scene import (
    LONG_AGO,
    InHand,
    Scene,
    Sent,
    answer_of,
    answers,
    assessors,
    is_unqualified,
    is_waited_for,
    kept_back_from,
    open_pairs,
    to_be_had,
    topic_in_hand,
    waiting_longer,
)

# Of a claim, whatever it meets.
MAX_STATEMENTS = 20


class Assessors(Scene):
    @rule(i=assessors, n=st.integers(1, MAX_LEASED))
    def claim(self, i: int, n: int) -> None:
        member = self.fresh(i)
        in_hand = Slot.objects.filter(holder=member, judgment=None)
        held_before = set(in_hand.values_list("holder", "campaign_pair", "occasion"))
        topic = topic_in_hand(member)
        has_more = topic is not None and bool(to_be_had(member, topic.topic))
        with CaptureQueriesContext(connection) as statements:
            claim = claim_pairs(membership=member, n=n)
        said = [one["sql"] for one in statements][1:-1]  # in a transaction
        assert len(said) <= MAX_STATEMENTS, said
        shown = assignments(claim)
        self.tickets += [tickets.read(a.ticket, membership_id=member.pk) for a in shown]
        if claim.course is not None:  # what the claim counted is what there is
            uncounted = claim.course._replace(counts=None)
            assert shown == assignments(claim._replace(course=uncounted))
        leased = {(member.pk, h.campaign_pair_id, h.occasion) for h in claim.leased}
        if has_more and topic is not None:
            self.check_put_off(member, topic, held_before - leased)
        self.leases |= leased
        self.check_topic_in_hand(member, topic, claim)
        positions = [pair.position for pair in claim.leased]
        assert positions == sorted(set(positions))
        self.check_claim(member, claim, leased - held_before)

    def check_put_off(
        self, member: Membership, topic: InHand, gone: set[tuple[int, int, int]]
    ) -> None:
        """What waits for the rest of the topic in hand is given back; nothing else is."""
        self.leases -= {
            (who, pair, occasion)
            for who, pair, occasion in gone
            if CampaignPair.objects.get(pk=pair).pair.topic_id != topic.topic
        }

    def check_topic_in_hand(self, member: Membership, topic: InHand | None, claim: Claim) -> None:
        """No pair of another topic comes while the topic in hand has one for the assessor."""
        if topic is None or member.campaign.state != CampaignState.OPEN:
            return
        shared = Slot.objects.filter(
            pk__in=[leased.slot_id for leased in claim.leased], number__gte=1
        )
        later = list(shared.filter(position__gt=topic.position).order_by("position"))
        put_off = [s for s in later if not is_waited_for(s.campaign_pair_id)]
        others = [slot.topic_id != topic.topic for slot in put_off]
        assert others == sorted(others), "another topic before the rest of the topic in hand"
        if any(others):
            assert not to_be_had(member, topic.topic), "another topic instead of the one in hand"

    def check_claim(self, member: Membership, claim: Claim, new: set[tuple[int, int, int]]) -> None:
        if not member.campaign.takes_judgments:
            assert not claim.leased
        elif member.withdrawn_at or member.suspended_at:
            assert claim.nothing in {Nothing.WITHDRAWN, Nothing.SUSPENDED}
        is_shared = member.campaign.state == CampaignState.OPEN and not is_unqualified(member)
        if claim.nothing == Nothing.FINISHED and is_shared:
            assert not list(open_pairs(member))
        if claim.nothing == Nothing.HELD_BY_OTHERS:
            self.check_wait(self.fresh(self.members.index(member)))
        if member.campaign.state == CampaignState.PILOT and not is_unqualified(member):
            of_new = CampaignPair.objects.filter(pk__in=[pair for _, pair, _ in new])
            assert all(of_new.values_list("in_pilot", flat=True)), "more than the pilot"
        context = read_claim_context(member.pk)
        if new and context.quota is not None and not context.has_special_pairs:
            assert context.n_answered + context.n_leased <= context.quota, "served beyond the quota"

    def check_wait(self, member: Membership) -> None:
        """A free pair is kept from the assessor only if one who has waited longer gets a pair."""
        if not kept_back_from(member):
            return
        with transaction.atomic():
            claims = [claim_pairs(membership=one, n=1) for one in waiting_longer(member)]
            transaction.set_rollback(True)
        assert any(claim.leased for claim in claims), "a pair waits for nobody who is here"

    @precondition(lambda self: self.tickets)
    @rule(data=st.data(), answer=answers)
    def submit(self, data: st.DataObject, answer: int | None) -> None:
        """Any ticket ever issued: in time, late, or as a change."""
        ticket = data.draw(st.sampled_from(self.tickets))
        self.send(ticket, answer, uuid4())

    @rule(i=assessors, given=st.lists(answers, min_size=1, max_size=5))
    def judge(self, i: int, given: list[int | None]) -> None:
        """An assessor at work: claims, and answers some of it."""
        self.claim(i, MAX_LEASED)
        in_hand = [ticket for ticket in self.tickets if self.is_leased(ticket, self.members[i])]
        for ticket, answer in zip(dict.fromkeys(in_hand), given, strict=False):
            self.send(ticket, answer, uuid4())

    @precondition(lambda self: self.tickets)
    @rule(data=st.data())
    def cannot_judge(self, data: st.DataObject) -> None:
        """One pair that nobody makes sense of, before several assessors."""
        pair = data.draw(st.sampled_from(self.tickets)).campaign_pair_id
        latest = {t.membership_id: t for t in self.tickets if t.campaign_pair_id == pair}
        for ticket in latest.values():
            self.send(ticket, None, uuid4())

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), answer=answers)
    def resend(self, data: st.DataObject, answer: int | None) -> None:
        sent = data.draw(st.sampled_from(self.sent))
        n_before = Judgment.objects.count()
        recorded = record_judgment(
            membership=Membership.objects.get(pk=sent.ticket.membership_id),
            ticket=sent.ticket,
            answer=answer_of(answer),
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

    @rule(i=assessors)
    def expire(self, i: int) -> None:
        """An assessor has gone home."""
        self.forget_leases(i)
        Slot.objects.filter(holder=self.members[i], judgment=None).update(leased_until=LONG_AGO)

    @rule(i=assessors)
    def leave_seats(self, i: int) -> None:
        TopicSeat.objects.filter(holder=self.members[i]).update(expires_at=LONG_AGO)

    @rule(n_leases=st.sampled_from([0.6, 1.5, 200.5]))
    def let_time_pass(self, n_leases: float) -> None:
        """Leases are half over, or over; or seats are as well."""
        move_clock(seconds=n_leases * self.campaign.lease_s)
        self.forget_old_leases()

    @rule()
    def let_seconds_pass(self) -> None:
        """People who wait keep their turn for this long."""
        move_clock(seconds=ASKS_WITHIN_S / 3)

    @rule(i=assessors)
    def ask_when_all_have_gone(self, i: int) -> None:
        self.let_time_pass(1.5)
        self.claim(i, 1)

    @rule()
    def sweep(self) -> None:
        release_leases()

    def send(self, ticket: Ticket, answer: int | None, client_key: UUID) -> None:
        membership = Membership.objects.select_related("campaign").get(pk=ticket.membership_id)
        pair = CampaignPair.objects.get(pk=ticket.campaign_pair_id)
        try:
            recorded = record_judgment(
                membership=membership,
                ticket=ticket,
                answer=answer_of(answer),
                client_key=client_key,
            )
        except AnnotationError:
            is_out = membership.suspended_at or membership.withdrawn_at
            stood = Judgment.objects.live().filter(campaign_pair=pair, assessor=membership)
            assert is_out or (pair.kind == PairKind.QUALIFICATION and stood.exists())
            return
        self.sent.append(Sent(recorded.judgment.pk, ticket, client_key))
        if self.is_leased(ticket, membership) and answer is not None:
            assert recorded.status == VoteStatus.VOTE, "a lease was not kept"
        self.leases.discard((membership.pk, ticket.campaign_pair_id, ticket.occasion))
