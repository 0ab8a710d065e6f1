from __future__ import annotations

from uuid import uuid4

import pytest

from annotation.exceptions import CampaignNotOpen, JudgmentRefused
from annotation.judging.recording import Answer, VoteStatus, record_judgment
from annotation.models import Campaign, CampaignPair, Grade, Judgment, Membership, Slot
from annotation.serving.leases import release_leases
from annotation.serving.tickets import Ticket
from tests.annotation.answering import (
    claim,
    claim_one,
    expire_leases,
    judge,
    ticket_for,
    vote_status,
)
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(judgments_per_pair=1)


@pytest.fixture
def member(campaign: Campaign) -> Membership:
    return make_member(campaign, make_user("alice"))


@pytest.fixture
def other(campaign: Campaign) -> Membership:
    return make_member(campaign, make_user("bob"))


@pytest.fixture
def pair(member: Membership) -> CampaignPair:
    return claim_one(member)


def test_a_grade_fills_the_slot(member: Membership, pair: CampaignPair) -> None:
    judgment = judge(member, pair)
    assert pair.slots.get().judgment == judgment


def test_a_grade_is_a_vote(member: Membership, pair: CampaignPair) -> None:
    judgment = judge(member, pair, 4)
    assert list(Judgment.objects.votes()) == [judgment]


def test_sending_again_with_the_same_key_stores_nothing(
    member: Membership, pair: CampaignPair
) -> None:
    key = uuid4()
    assert judge(member, pair, client_key=key) == judge(member, pair, client_key=key)
    assert Judgment.objects.count() == 1


def test_sending_again_after_a_change_does_not_undo_it(
    member: Membership, pair: CampaignPair
) -> None:
    key = uuid4()
    judge(member, pair, 2, client_key=key)
    change = judge(member, pair, 5)
    judge(member, pair, 2, client_key=key)
    assert list(Judgment.objects.live()) == [change]


def test_a_key_of_another_judgment_is_refused(member: Membership, pair: CampaignPair) -> None:
    key = uuid4()
    judge(member, pair, client_key=key)
    with refused(JudgmentRefused, "client_key_used"):
        judge(member, claim_one(member), client_key=key)


def test_a_change_supersedes_and_keeps_the_slot(member: Membership, pair: CampaignPair) -> None:
    first = judge(member, pair, 2)
    second = judge(member, pair, 5)
    first.refresh_from_db()
    assert first.superseded_at is not None
    assert pair.slots.get().judgment == second


def test_not_judged_frees_the_slot_and_is_no_vote(member: Membership, pair: CampaignPair) -> None:
    judge(member, pair, None)
    slot = pair.slots.get()
    assert (slot.holder, slot.judgment, Judgment.objects.votes().count()) == (None, None, 0)


def test_a_grade_taken_back_to_not_judged_frees_the_slot(
    member: Membership, pair: CampaignPair
) -> None:
    judge(member, pair, 3)
    judge(member, pair, None)
    assert pair.slots.get().judgment is None


def test_a_late_grade_takes_the_slot_while_it_is_free(
    member: Membership, pair: CampaignPair
) -> None:
    expire_leases()
    release_leases()
    assert vote_status(judge(member, pair)) == VoteStatus.VOTE


def test_a_late_grade_is_surplus_when_the_slot_is_filled(
    member: Membership, other: Membership, pair: CampaignPair
) -> None:
    expire_leases()
    judge(other, pair, 1)
    late = judge(member, pair, 5)
    assert vote_status(late) == VoteStatus.SURPLUS
    assert [vote.assessor for vote in Judgment.objects.votes()] == [other]


def test_a_late_grade_does_not_take_a_slot_leased_to_another(
    member: Membership, other: Membership, pair: CampaignPair
) -> None:
    Slot.objects.filter(campaign_pair=pair).update(holder=other)
    assert vote_status(judge(member, pair)) == VoteStatus.SURPLUS


def test_a_surplus_grade_gets_the_slot_that_another_answer_frees(
    member: Membership, other: Membership, pair: CampaignPair
) -> None:
    expire_leases()
    judge(other, pair, 1)
    late = judge(member, pair, 5)
    judge(other, pair, None)
    assert vote_status(late) == VoteStatus.VOTE


@pytest.mark.parametrize("grade", [0, 6, 10**30, -(2**63)])
def test_a_grade_off_the_scale_is_refused(
    grade: int, member: Membership, pair: CampaignPair
) -> None:
    with refused(JudgmentRefused, "grade_off_scale"):
        judge(member, pair, grade)


def test_neither_grade_nor_reason_is_refused(member: Membership, pair: CampaignPair) -> None:
    with refused(JudgmentRefused, "grade_or_reason"):
        record_judgment(
            membership=member,
            ticket=ticket_for(member, pair),
            answer=Answer(),
            client_key=uuid4(),
        )


def test_a_refused_change_leaves_the_old_judgment_live(
    member: Membership, pair: CampaignPair
) -> None:
    judgment = judge(member, pair, 2)
    with refused(JudgmentRefused, "grade_off_scale"):
        judge(member, pair, 9)
    assert list(Judgment.objects.live()) == [judgment]


def test_a_grade_that_asks_for_a_span_is_refused_without_one(
    member: Membership, pair: CampaignPair
) -> None:
    Grade.objects.filter(value=5).update(requires_span=True)
    with refused(JudgmentRefused, "span_missing"):
        judge(member, pair, 5)


def test_spans_are_stored_in_order(member: Membership, pair: CampaignPair) -> None:
    assert judge(member, pair, spans=[[4, 6], [0, 2]]).spans == [(0, 2), (4, 6)]


@pytest.mark.parametrize("spans", [[[0, 1000]], [[0, 3], [2, 4]], [[1]]])
def test_spans_that_do_not_fit_are_refused(
    spans: list[list[int]], member: Membership, pair: CampaignPair
) -> None:
    with refused(JudgmentRefused, "bad_spans"):
        judge(member, pair, spans=spans)


@pytest.fixture
def rationales(campaign: Campaign) -> Campaign:
    """The campaign, whose highest grade requires highlights."""
    campaign.grades.filter(value=5).update(requires_span=True)
    return campaign


@pytest.mark.parametrize("grade", [3, None])
@pytest.mark.parametrize("spans", [[[0, 2]], [[3, 1]]])
def test_highlights_are_left_out_where_only_other_grades_require_them(
    grade: int | None,
    spans: list[list[int]],
    rationales: Campaign,
    member: Membership,
    pair: CampaignPair,
) -> None:
    assert judge(member, pair, grade, spans=spans).spans == []


def test_an_answer_without_a_grade_has_no_highlights_on_any_scale(
    member: Membership, pair: CampaignPair
) -> None:
    assert judge(member, pair, None, spans=[[0, 2]]).spans == []


def test_a_change_to_a_grade_without_highlights_leaves_them_with_the_former_judgment(
    rationales: Campaign, member: Membership, pair: CampaignPair
) -> None:
    former = judge(member, pair, 5, spans=[[0, 2]])
    changed = judge(member, pair, 1, spans=[[0, 2]])
    assert list(Judgment.objects.live().values_list("pk", "spans")) == [(changed.pk, [])]
    assert Judgment.objects.get(pk=former.pk).spans == [[0, 2]]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("draft", "not open yet"),
        ("paused", "is paused"),
        ("closed", "has ended"),
        ("archived", "is archived"),
    ],
)
def test_a_campaign_that_is_not_open_takes_no_judgment_and_says_why(
    state: str, words: str, campaign: Campaign, member: Membership, pair: CampaignPair
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=state)
    with refused(CampaignNotOpen, "campaign_not_open") as found:
        judge(member, pair)
    assert words in str(found.value)
    assert not Judgment.objects.exists()


def test_the_position_and_guideline_of_the_ticket_are_stored(
    member: Membership, pair: CampaignPair
) -> None:
    judgment = record_judgment(
        membership=member,
        ticket=Ticket(member.pk, pair.pk, 7, None),
        answer=Answer(grade=1),
        client_key=uuid4(),
    ).judgment
    assert judgment.position == 7


def test_released_leases_are_free_and_others_stay(
    member: Membership, other: Membership, pair: CampaignPair
) -> None:
    expire_leases()
    held = claim(other).slots[0]
    assert release_leases() == 1
    held.refresh_from_db()
    assert held.holder == other
