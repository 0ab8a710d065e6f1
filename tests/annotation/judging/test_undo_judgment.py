from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from annotation.campaigns.pilot import draw_pilot
from annotation.exceptions import CampaignNotOpen, JudgmentRefused
from annotation.judging.undoing import undo_judgment
from annotation.models import (
    Campaign,
    CampaignState,
    Cause,
    Judgment,
    Membership,
    Order,
    PairKind,
    Reason,
    Slot,
    Unit,
)
from annotation.pools.pairs import Mark
from annotation.serving.claim import Nothing
from annotation.serving.tickets import Ticket
from tests.annotation.answering import waiting_for_adjudication
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    votes_by_pair,
    work_off,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def lasting(served: Served) -> Ticket:
    """What does not change when the pair is served again."""
    return served.ticket._replace(issued_s=None)


def undo(judgment: Judgment, client_key: UUID | None = None) -> Judgment:
    member = Membership.objects.select_related("campaign").get(pk=judgment.assessor_id)
    return undo_judgment(
        membership=member, judgment_id=judgment.pk, client_key=client_key or uuid4()
    )


@pytest.fixture
def members(db: None) -> list[Membership]:
    """Of a campaign with one judgment a pair."""
    return crew(small_campaign(2, 3, k=1), 3)


def give(member: Membership, grade: int | None = 3) -> tuple[Served, Judgment]:
    served = serve(member)[0]
    return served, answer(member, served, grade).judgment


def test_an_undone_judgment_stays_as_it_was_and_a_new_row_says_so(
    members: list[Membership],
) -> None:
    _, judgment = give(members[0])
    retraction = undo(judgment)
    judgment.refresh_from_db()
    assert judgment.superseded_at is not None
    assert (retraction.cause, retraction.reason_not_judged) == (Cause.UNDONE, Reason.RETRACTED)
    assert (retraction.grade, retraction.recorded_by) == (None, None)
    assert not Judgment.objects.votes().exists()


@pytest.mark.parametrize("grade", [3, None])
@pytest.mark.parametrize("unit", Unit)
def test_the_pair_comes_first_again_at_the_same_position(grade: int | None, unit: Unit) -> None:
    [member] = crew(small_campaign(3, 4, k=1, unit=unit), 1)
    served, judgment = give(member, grade)
    serve(member, 4)
    undo(judgment)
    again = serve(member, 4)[0]
    assert (again.pair, lasting(again)) == (served.pair, lasting(served))


@pytest.mark.parametrize("grade", [3, None])
@pytest.mark.parametrize("kind", [PairKind.OVERLAP, PairKind.GOLD])
def test_an_answer_to_a_special_pair_is_undone_alike(kind: PairKind, grade: int | None) -> None:
    mark = Mark(kind, grade=3 if kind == PairKind.GOLD else None)
    marks = {0: mark, 4: mark}
    campaign = small_campaign(2, 3, unit=Unit.PAIRS, marks=marks, gold_every=1, overlap_every=1)
    [member] = crew(campaign, 1)
    served, judgment = give(member, grade)
    assert served.pair.kind == kind
    undo(judgment)
    assert lasting(serve(member)[0]) == lasting(served)


def test_an_undone_repeat_comes_again_and_leaves_the_first_look_alone() -> None:
    campaign = small_campaign(1, 6, k=1, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1)
    while not (served := serve(member)[0]).ticket.occasion:
        answer(member, served)
    undo(answer(member, served).judgment)
    assert lasting(serve(member)[0]) == lasting(served)
    assert Judgment.objects.votes().filter(campaign_pair=served.pair).count() == 1


def test_what_was_undone_is_answered_again_as_a_vote(members: list[Membership]) -> None:
    _, judgment = give(members[0], 1)
    undo(judgment)
    _, second = give(members[0], 5)
    assert second.cause == Cause.CHANGED
    assert [vote.pk for vote in Judgment.objects.votes()] == [second.pk]


def test_nobody_else_is_handed_what_is_before_its_assessor_again(
    members: list[Membership],
) -> None:
    served, judgment = give(members[0])
    undo(judgment)
    assert served.pair not in {one.pair for one in work_off(members[1])}


def test_an_undone_pair_that_is_left_goes_to_someone_else(members: list[Membership]) -> None:
    served, judgment = give(members[0])
    undo(judgment)
    expire()
    assert served.pair in {one.pair for one in work_off(members[1])}
    assert votes_by_pair(members[0].campaign)[served.pair.pk] == [members[1].pk]


def test_a_blank_that_others_filled_meanwhile_asks_nobody_again(members: list[Membership]) -> None:
    served, judgment = give(members[0], None)
    work_off(members[1])
    undo(judgment)
    work_off(members[0])
    assert nothing_for(members[0]) == Nothing.FINISHED
    assert votes_by_pair(members[0].campaign)[served.pair.pk] == [members[1].pk]


def test_an_undone_answer_is_counted_nowhere() -> None:
    [member] = crew(small_campaign(1, 3, k=1), 1, quota=2)
    _, first = give(member)
    give(member)
    assert nothing_for(member) == Nothing.QUOTA
    undo(first)
    hand = serve(member)
    assert (hand[0].assignment.place, hand[0].assignment.n_in_topic) == (2, 2)
    answer(member, hand[0])
    assert nothing_for(member) == Nothing.QUOTA


def test_two_blanks_of_which_one_is_undone_leave_the_pair_open() -> None:
    campaign = small_campaign(1, 1, k=1)
    first, second, third = crew(campaign, 3)
    _, blank = give(first, None)
    give(second, None)
    assert not campaign.pairs.exclude(pk__in=waiting_for_adjudication().values("pk")).exists()
    undo(blank)
    expire()
    assert len(work_off(third)) == 1


def test_undoing_surplus_takes_nothing_from_anyone_who_votes(members: list[Membership]) -> None:
    late, other, _ = members
    served = serve(late)[0]
    expire()
    work_off(other)
    surplus = answer(late, served).judgment
    undo(surplus)
    assert votes_by_pair(late.campaign)[served.pair.pk] == [other.pk]
    assert served.pair not in {one.pair for one in serve(late, 5)}


def test_sending_again_with_the_same_key_undoes_nothing_more(members: list[Membership]) -> None:
    _, judgment = give(members[0])
    key = uuid4()
    first = undo(judgment, key)
    give(members[0], 5)
    assert undo(judgment, key) == first
    assert Judgment.objects.votes().count() == 1


def test_a_key_that_a_judgment_was_sent_with_undoes_nothing_and_says_so(
    members: list[Membership],
) -> None:
    _, judgment = give(members[0])
    with refused(JudgmentRefused, "client_key_used"):
        undo(judgment, judgment.client_key)
    assert list(Judgment.objects.votes()) == [judgment]


def test_a_key_of_someone_else_is_refused(members: list[Membership]) -> None:
    _, theirs = give(members[1])
    _, judgment = give(members[0])
    with refused(JudgmentRefused, "client_key_used"):
        undo(judgment, theirs.client_key)
    assert Judgment.objects.votes().count() == 2


def test_a_judgment_sent_with_the_key_of_an_undo_is_refused(members: list[Membership]) -> None:
    served, judgment = give(members[0])
    retraction = undo(judgment)
    with refused(JudgmentRefused, "client_key_used"):
        answer(members[0], served, 4, client_key=retraction.client_key)


def test_what_was_changed_since_is_refused(members: list[Membership]) -> None:
    served, judgment = give(members[0], 1)
    change = answer(members[0], served, 5).judgment
    with refused(JudgmentRefused, "answer_changed"):
        undo(judgment)
    assert list(Judgment.objects.votes()) == [change]


def test_undoing_twice_or_undoing_an_undo_is_refused(members: list[Membership]) -> None:
    _, judgment = give(members[0])
    retraction = undo(judgment)
    for row in (judgment, retraction):
        with refused(JudgmentRefused, "answer_changed"):
            undo(row)


def test_a_judgment_of_another_assessor_is_refused(members: list[Membership]) -> None:
    _, theirs = give(members[1])
    with refused(JudgmentRefused, "no_such_judgment"):
        undo_judgment(membership=fresh(members[0]), judgment_id=theirs.pk, client_key=uuid4())


def test_what_was_judged_before_a_pilot_stands_while_that_is_under_way() -> None:
    campaign = small_campaign(4, 2, k=2)
    [member] = crew(campaign, 1)
    _, judgment = give(member)
    Campaign.objects.update(state=CampaignState.PAUSED)
    draw_pilot(campaign=campaign, n=1)
    Campaign.objects.update(state=CampaignState.PILOT)
    with refused(JudgmentRefused, "before_pilot"):
        undo(judgment)


def test_an_answer_of_the_qualification_round_stays() -> None:
    campaign = small_campaign(
        1, 3, marks={0: Mark(PairKind.QUALIFICATION, grade=3)}, campaign={"pass_share": 1.0}
    )
    _, judgment = give(crew(campaign, 1)[0])
    with refused(JudgmentRefused, "qualification_answer"):
        undo(judgment)


@pytest.mark.parametrize("state", ["paused", "closed", "archived"])
def test_a_campaign_that_takes_no_judgments_takes_none_back(
    state: str, members: list[Membership]
) -> None:
    _, judgment = give(members[0])
    Campaign.objects.update(state=state)
    with refused(CampaignNotOpen, "campaign_not_open"):
        undo(judgment)


@pytest.mark.parametrize(
    ("field", "code"), [("suspended_at", "member_paused"), ("withdrawn_at", "member_withdrawn")]
)
def test_anyone_who_is_out_takes_nothing_back(
    field: str, code: str, members: list[Membership]
) -> None:
    _, judgment = give(members[0])
    Membership.objects.filter(pk=members[0].pk).update(**{field: timezone.now()})
    with refused(CampaignNotOpen, code):
        undo(judgment)


@pytest.mark.django_db(transaction=True)
def test_undo_claim_and_change_at_the_same_moment_leave_one_live_answer() -> None:
    campaign = small_campaign(2, 2, k=1, unit=Unit.PAIRS, order=Order.FIXED)
    member, other = crew(campaign, 2)
    served, judgment = give(member)

    def act(i: int) -> None:
        try:
            if i % 3 == 0:
                undo(judgment)
            elif i % 3 == 1:
                answer(member, served, 5)
            else:
                serve(member if i % 2 else other, 5)
        except JudgmentRefused:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(9) as threads:
        list(threads.map(act, range(9)))
    assert Judgment.objects.live().filter(campaign_pair=served.pair).count() == 1
    slot = Slot.objects.get(campaign_pair=served.pair, order_key__isnull=False)
    live = Judgment.objects.live().get(campaign_pair=served.pair)
    assert slot.judgment_id == (live.pk if live.grade_id else None)
    assert slot.holder_id == member.pk
