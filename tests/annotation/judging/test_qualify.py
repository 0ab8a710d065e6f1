from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone

from annotation.exceptions import JudgmentRefused
from annotation.judging.qualification import qualification_of, qualify
from annotation.models import (
    Campaign,
    CampaignPair,
    Cause,
    EventKind,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    Role,
)
from annotation.people.invitations import create_invitation
from annotation.people.memberships import Work, resume_member, withdraw_member
from annotation.people.offers import invited
from annotation.pools.pairs import Mark
from annotation.serving.assignments import progress
from annotation.serving.claim import Nothing
from annotation.serving.claim_context import read_claim_context
from annotation.serving.leases import release_leases
from tests.annotation.assessing import (
    answer,
    crew,
    expire,
    fresh,
    nothing_for,
    serve,
    small_campaign,
    work_off,
)
from tests.annotation.stored_answers import store_answer
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

RIGHT, WRONG = 4, 1


def entry(n: int, pass_share: float = 0.5, **fields: Any) -> Campaign:
    """The first `n` pairs of the pool are of the qualification round; four others are not."""
    mark = Mark(PairKind.QUALIFICATION, grade=RIGHT, explanation="Because.")
    return small_campaign(
        1,
        n + 4,
        k=2,
        marks=dict.fromkeys(range(n), mark),
        campaign={"pass_share": pass_share, **fields},
    )


def sit(member: Membership, answers: Sequence[int | None]) -> None:
    for grade in answers:
        answer(member, serve(member)[0], grade)


def test_the_round_comes_first_and_in_the_organizers_order() -> None:
    campaign = entry(3)
    for member in crew(campaign, 2):
        hand = serve(member, 5)
        assert [one.pair.pair.passage.doc_id for one in hand] == ["d0", "d1", "d2"]
    link = create_invitation(campaign=campaign, role=Role.ASSESSOR)
    assert invited(link.invitation, None).n_qualification == 3


def test_before_the_last_attempt_an_answer_is_called_right_or_wrong_and_no_more() -> None:
    """The same pairs come again: with the expert's grades anybody would pass."""
    [member] = crew(entry(2, max_attempts=3), 1)
    found = [answer(member, serve(member)[0], WRONG).feedback for _ in range(6)]
    assert found == [(None, None, False)] * 4 + [(RIGHT, "Because.", False)] * 2
    assert fresh(member).n_attempts == 3


def test_an_earlier_attempt_shows_what_is_right() -> None:
    [member] = crew(entry(2, max_attempts=2), 1)
    found = [answer(member, serve(member)[0], grade).feedback for grade in (RIGHT, WRONG)]
    assert found == [(None, None, True), (None, None, False)]


def test_each_answer_of_the_last_attempt_comes_with_what_the_expert_says() -> None:
    [member] = crew(entry(2, max_attempts=1), 1)
    found = [answer(member, serve(member)[0], grade).feedback for grade in (RIGHT, WRONG)]
    assert found == [(RIGHT, "Because.", True), (RIGHT, "Because.", False)]


def test_no_other_answer_is_explained() -> None:
    [member] = crew(small_campaign(1, 3, marks={0: Mark(PairKind.GOLD, grade=4)}, gold_every=1), 1)
    assert {answer(member, serve(member)[0]).feedback for _ in range(3)} == {None}


@pytest.mark.parametrize("is_blank", [False, True])
def test_who_reaches_the_mark_goes_on_to_the_real_pairs(*, is_blank: bool) -> None:
    [member] = crew(entry(2), 1)
    sit(member, [RIGHT, None if is_blank else WRONG])
    assert fresh(member).qualified_at is not None
    assert {one.pair.kind for one in work_off(member)} == {PairKind.REGULAR}


def test_who_misses_the_mark_starts_again_with_the_same_pairs() -> None:
    [member] = crew(entry(3, max_attempts=2), 1)
    sit(member, [WRONG, WRONG, RIGHT])
    again = qualification_of(fresh(member))
    assert again is not None
    assert (again.n_right_before, again.n_needed, again.n_pairs) == (1, 2, 3)
    hand = serve(member, 5)
    assert [one.pair.kind for one in hand] == [PairKind.QUALIFICATION] * 3
    assert {one.ticket.occasion for one in hand} == {1}


def test_who_used_all_attempts_gets_nothing() -> None:
    [member] = crew(entry(2, max_attempts=2), 1)
    sit(member, [WRONG] * 4)
    assert nothing_for(member) == Nothing.NOT_QUALIFIED
    assert (fresh(member).n_attempts, fresh(member).qualified_at) == (2, None)


def test_the_last_attempt_may_pass() -> None:
    [member] = crew(entry(2, max_attempts=2), 1)
    sit(member, [WRONG, WRONG, RIGHT, RIGHT])
    assert fresh(member).n_attempts == 2
    assert serve(member)[0].pair.kind == PairKind.REGULAR


@pytest.mark.parametrize(
    ("n", "pass_share", "n_right"),
    [pytest.param(20, 0.55, 11, marks=thorough), (25, 0.28, 7), (3, 1.0, 3), (3, 0.34, 2)],
)
def test_a_mark_is_reached_to_the_pair(n: int, pass_share: float, n_right: int) -> None:
    """0.28 * 25 is a little more than 7 in floating point."""
    short, enough = crew(entry(n, pass_share), 2)
    sit(short, [RIGHT] * (n_right - 1) + [WRONG] * (n - n_right + 1))
    sit(enough, [RIGHT] * n_right + [WRONG] * (n - n_right))
    assert fresh(short).qualified_at is None
    assert fresh(enough).qualified_at is not None


def test_passing_is_logged_under_the_pseudonym() -> None:
    [member] = crew(entry(2), 1)
    sit(member, [RIGHT, WRONG])
    event = member.campaign.events.get(kind=EventKind.QUALIFIED)
    assert (event.details["assessor"], event.details["n_right"], event.details["attempt"]) == (
        member.pseudonym,
        1,
        1,
    )


def test_answers_of_the_round_never_vote_and_take_nothing_off_the_quota() -> None:
    [member] = crew(entry(3), 1, quota=2)
    sit(member, [RIGHT] * 3)
    assert len(work_off(member)) == 2
    assert nothing_for(member) == Nothing.QUOTA
    assert {vote.campaign_pair.kind for vote in Judgment.objects.votes()} == {PairKind.REGULAR}


def test_what_an_assessor_has_done_is_counted_without_the_round() -> None:
    [member] = crew(entry(3), 1)
    sit(member, [RIGHT, RIGHT, None])
    assert progress(read_claim_context(member.pk)) == (0, 0, None)
    work_off(member, most=2)
    answer(member, serve(member)[0], None)
    assert progress(read_claim_context(member.pk)) == (2, 1, None)


def test_an_answer_of_the_round_cannot_be_changed() -> None:
    [member] = crew(entry(2), 1)
    served = serve(member)[0]
    given = answer(member, served, WRONG).judgment
    with refused(JudgmentRefused, "qualification_answer"):
        answer(member, served, RIGHT)
    assert list(Judgment.objects.live()) == [given]


def test_a_ticket_of_the_first_attempt_answers_nothing_in_the_second() -> None:
    [member] = crew(entry(2, max_attempts=2), 1)
    first = serve(member, 2)
    for served in first:
        answer(member, served, WRONG)
    with refused(JudgmentRefused, "qualification_answer"):
        answer(member, first[0], RIGHT)
    assert fresh(member).n_attempts == 1


def test_a_late_answer_of_the_round_is_kept() -> None:
    [member] = crew(entry(2), 1)
    hand = serve(member, 2)
    expire()
    release_leases()
    for served in hand:
        answer(member, served, RIGHT)
    assert fresh(member).qualified_at is not None


def test_a_passage_without_text_is_not_waited_for() -> None:
    [member] = crew(entry(3), 1)
    pair = CampaignPair.objects.filter(kind=PairKind.QUALIFICATION)[0]
    passages = type(pair.pair.passage).objects.filter(pk=pair.pair.passage_id)
    passages.update(text=None)
    sit(member, [RIGHT, RIGHT])
    assert fresh(member).qualified_at is not None


def test_who_withdrew_amid_the_round_takes_it_from_the_start_when_resumed() -> None:
    [member] = crew(entry(2), 1)
    sit(member, [WRONG])
    withdraw_member(membership=member, work=Work.DROP)
    resume_member(membership=member)
    sit(member, [RIGHT, RIGHT])
    assert fresh(member).qualified_at is not None


def test_a_withdrawn_answer_is_none_of_the_round() -> None:
    [member] = crew(entry(2), 1)
    sit(member, [RIGHT])
    withdraw_member(membership=member, work=Work.DROP)
    resume_member(membership=member)
    sit(member, [RIGHT])
    assert (fresh(member).n_attempts, fresh(member).qualified_at) == (0, None)


def test_without_a_mark_there_is_no_round() -> None:
    campaign = small_campaign(1, 4, marks={0: Mark(PairKind.QUALIFICATION, grade=RIGHT)})
    [member] = crew(campaign, 1)
    assert len(work_off(member)) == 3


def test_imported_answers_of_the_round_break_no_claim() -> None:
    """They were never served here, so positions know nothing of them."""
    campaign = entry(3)
    [member] = crew(campaign, 1, qualified_at=timezone.now())
    Judgment.objects.bulk_create(
        Judgment(
            campaign_pair=expert.campaign_pair,
            assessor=member,
            grade=expert.grade,
            cause=Cause.IMPORTED,
            created_at=timezone.now(),
        )
        for expert in ExpertGrade.objects.select_related("campaign_pair", "grade")
    )
    assert len(work_off(member)) == 4


def test_rejected_work_is_an_answer_of_the_round() -> None:
    """Its pair is served no more: a round that waited for another answer would never end."""
    campaign = entry(2)
    [member] = crew(campaign, 1)
    sit(member, [RIGHT])
    pair = campaign.pairs.filter(kind=PairKind.QUALIFICATION).order_by("pk")[1]
    store_answer(member, pair, RIGHT, cause=Cause.REJECTED, is_surplus=True)
    assert work_off(member) == []
    qualify(fresh(member))
    assert fresh(member).n_attempts == 1
