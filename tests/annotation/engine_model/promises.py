"""What holds after every step, and what a campaign has come to at its end."""

from __future__ import annotations

from uuid import uuid4

from django.db.models import Count, F, Q
from django.db.models.functions import Now
from django.utils import timezone
from hypothesis.stateful import invariant

from annotation.models import (
    Campaign,
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
from annotation.serving.claim import MAX_CLAIM, Nothing, claim_pairs
from annotation.serving.tickets import Ticket
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.engine_model.organizers import Organizers
from tests.annotation.engine_model.scene import (
    EXPERT,
    add_member,
    expire_all_leases,
    is_unqualified,
    open_pairs,
    regular_pairs,
)
from tests.annotation.pairs.recounted import recounted, stored

N_RESERVES = 5  # the most judgments that a pair may want
MOST_CLAIMS = 200


class Engine(Organizers):
    def teardown(self) -> None:
        try:
            if hasattr(self, "members"):
                self.run_to_the_end()
        finally:
            super().teardown()

    @invariant()
    def votes_of_regular_pairs_are_the_grades_in_slots(self) -> None:
        votes = Judgment.objects.votes().filter(campaign_pair__kind=PairKind.REGULAR)
        counts = dict(votes.values_list("campaign_pair").annotate(n=Count("pk")).order_by())
        filled = Slot.objects.filter(judgment__isnull=False, order_key__isnull=False)
        by_slot = dict(filled.values_list("campaign_pair").annotate(n=Count("pk")).order_by())
        assert counts == by_slot

    @invariant()
    def a_pair_has_as_many_slots_as_it_wants(self) -> None:
        for pair in regular_pairs():
            assert pair.n_slots == pair.wanted + self.n_imported_slots[pair.pk]
            assert pair.wanted <= self.campaign.judgments_per_pair + self.most_extra
            assert pair.n_filled <= pair.n_slots

    @invariant()
    def slots_hold_live_grades_of_their_holders(self) -> None:
        filled = Slot.objects.filter(judgment__isnull=False)
        wrong = Q(judgment__superseded_at__isnull=False) | Q(judgment__grade__isnull=True)
        wrong |= ~Q(judgment__assessor=F("holder")) | ~Q(judgment__occasion=F("occasion"))
        wrong |= ~Q(judgment__campaign_pair=F("campaign_pair"))
        assert not filled.filter(wrong | Q(judgment__cause=Cause.REJECTED)).exists()

    @invariant()
    def no_grade_waits_while_a_slot_is_free(self) -> None:
        grades = Judgment.objects.live().filter(occasion=0, grade__isnull=False, slot=None)
        surplus = grades.filter(campaign_pair__kind=PairKind.REGULAR)
        pairs = surplus.exclude(cause=Cause.REJECTED).values("campaign_pair")
        assert not Slot.objects.filter(campaign_pair__in=pairs, holder=None).exists()

    @invariant()
    def leases_are_kept(self) -> None:
        in_hand = Slot.objects.filter(judgment=None).exclude(holder=None)
        assert self.leases <= set(in_hand.values_list("holder", "campaign_pair", "occasion"))

    @invariant()
    def leases_are_of_those_who_may_judge(self) -> None:
        leased = Slot.objects.filter(judgment=None, leased_until__gt=Now())
        out = Q(holder__suspended_at__isnull=False) | Q(holder__withdrawn_at__isnull=False)
        assert not leased.filter(out).exists()
        qualifying = leased.filter(holder__qualified_at=None, campaign__pass_share__isnull=False)
        assert not qualifying.exclude(campaign_pair__kind=PairKind.QUALIFICATION).exists()

    @invariant()
    def nobody_has_a_pair_twice(self) -> None:
        """Neither by two answers that stand, nor at two positions."""
        live = Judgment.objects.live().values("campaign_pair", "assessor", "occasion")
        assert not live.annotate(n=Count("pk")).order_by().filter(n__gt=1).exists()
        served = Judgment.objects.filter(position__gt=0).values("assessor", "position").order_by()
        pairs = served.annotate(n=Count("campaign_pair", distinct=True))
        assert not pairs.filter(n__gt=1).exists()

    @invariant()
    def seats_are_in_order(self) -> None:
        """One a member and topic, one key a topic, none of people who are out."""
        held = TopicSeat.objects.exclude(holder=None)
        out = Q(holder__suspended_at__isnull=False) | Q(holder__withdrawn_at__isnull=False)
        assert not held.filter(out).exists()
        in_topic = held.values("topic", "holder").annotate(n=Count("pk")).order_by()
        assert not in_topic.filter(n__gt=1).exists()
        keys = TopicSeat.objects.values("topic").annotate(n=Count("order_key", distinct=True))
        assert not keys.order_by().filter(n__gt=1).exists()
        regular = CampaignPair.objects.filter(kind=PairKind.REGULAR)
        seated = TopicSeat.objects.values("topic")
        assert not regular.exclude(pair__topic__in=seated).exists(), "a topic without a seat"

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        keys = {sent.client_key for sent in self.sent}
        assert Judgment.objects.filter(client_key__in=keys).count() == len(keys)

    @invariant()
    def special_pairs_never_vote_but_for_overlap(self) -> None:
        kinds = Judgment.objects.votes().values_list("campaign_pair__kind", "occasion")
        assert set(kinds) <= {(PairKind.REGULAR, 0), (PairKind.OVERLAP, 0)}

    def run_to_the_end(self) -> None:
        """Everybody who is left goes on, in turns, until nobody is given anything more."""
        Campaign.objects.update(state=CampaignState.OPEN, quota=None)
        Membership.objects.update(quota=None)
        active = Membership.objects.filter(withdrawn_at=None, suspended_at=None)
        members = list(active.exclude(pseudonym__in=self.imported()).order_by("pk"))
        expire_all_leases()
        self.leases.clear()
        self.judge_in_turns(members)
        for member in members:
            member = reread(member)
            missing = [] if is_unqualified(member) else list(open_pairs(member))
            assert not missing, "a pair lacks a judgment that somebody could give"
        if any(pair.n_filled < pair.n_slots for pair in regular_pairs()):
            self.judge_in_turns([self.reserve(i) for i in range(N_RESERVES)])
        self.check_the_end()

    def imported(self) -> list[str]:
        known = [member.pseudonym for member in self.members]
        others = self.campaign.memberships.exclude(pseudonym__in=known)
        return list(others.values_list("pseudonym", flat=True))

    def reserve(self, i: int) -> Membership:
        member = add_member(self.campaign, f"reserve-{i}")
        Membership.objects.filter(pk=member.pk).update(qualified_at=timezone.now())
        return member

    def judge_in_turns(self, members: list[Membership]) -> None:
        while sum(self.judge_all_that_is_given(reread(member)) for member in members):
            pass

    def judge_all_that_is_given(self, member: Membership) -> int:
        for n_claims in range(MOST_CLAIMS):
            claim = claim_pairs(membership=member, n=MAX_CLAIM)
            for assignment in assignments(claim):
                ticket = tickets.read(assignment.ticket, membership_id=member.pk)
                self.send(ticket, self.last_answer(member, ticket), uuid4())
            if claim.nothing:
                ends = {Nothing.FINISHED, Nothing.HELD_BY_OTHERS, Nothing.NOT_QUALIFIED}
                assert claim.nothing in ends
                if claim.nothing == Nothing.HELD_BY_OTHERS:
                    self.check_wait(reread(member))
                return n_claims
        raise AssertionError("it never ends")

    def last_answer(self, member: Membership, ticket: Ticket) -> int | None:
        """An expert's in the qualification round; a reserve can judge everything."""
        pair = CampaignPair.objects.get(pk=ticket.campaign_pair_id)
        if pair.kind == PairKind.QUALIFICATION:
            return EXPERT
        if ticket.position % 5 == 0 and not member.pseudonym.startswith("Reserve"):
            return None
        return ticket.position % 4

    def check_the_end(self) -> None:
        """Every pair not awaiting adjudication has all its judgments, by different people."""
        self.votes_of_regular_pairs_are_the_grades_in_slots()
        self.a_pair_has_as_many_slots_as_it_wants()
        assert stored(self.campaign) == recounted(self.campaign)
        waiting = list(waiting_for_adjudication().values_list("pk", flat=True))
        for pair in regular_pairs():
            if pair.pk in waiting:
                continue
            votes = Judgment.objects.votes().filter(campaign_pair=pair.pk)
            n_assessors = votes.values("assessor").distinct().count()
            assert votes.count() == n_assessors == pair.n_slots, "a finished pair lacks judgments"


def reread(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign").get(pk=member.pk)
