"""A member who is an adjudicator settles what assessors leave open, and judges nothing."""

from __future__ import annotations

from uuid import uuid4

import pytest

from annotation.exceptions import CampaignNotOpen
from annotation.judging.undoing import undo_judgment
from annotation.judging.visits import VisitReport, note_visit
from annotation.models import Judgment, Membership, Role, Slot, Visit
from annotation.serving.claim import Nothing
from annotation.serving.tickets import Ticket
from tests.annotation.assessing import answer, crew, fresh, nothing_for, serve, small_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def adjudicator(db: None) -> Membership:
    return crew(small_campaign(1, 2, k=1), 1, role=Role.ADJUDICATOR)[0]


@pytest.fixture
def ticket(adjudicator: Membership) -> Ticket:
    """What an adjudicator could still have of the time before they were one."""
    return Ticket(adjudicator.pk, adjudicator.campaign.pairs.all()[0].pk, 1, None)


def test_an_adjudicator_is_handed_nothing(adjudicator: Membership) -> None:
    assert nothing_for(adjudicator) == Nothing.NO_ASSESSOR
    assert not Slot.objects.filter(holder=adjudicator).exists()


def test_an_adjudicator_takes_no_judge_from_a_pair(adjudicator: Membership) -> None:
    [assessor] = crew(adjudicator.campaign, 1)
    assert nothing_for(adjudicator) == Nothing.NO_ASSESSOR
    assert len(serve(assessor, 2)) == 2


def test_no_answer_of_an_adjudicator_is_stored(adjudicator: Membership, ticket: Ticket) -> None:
    with refused(CampaignNotOpen, "member_adjudicates"):
        answer(adjudicator, ticket)
    assert not Judgment.objects.exists()


def test_no_visit_of_an_adjudicator_is_noted(adjudicator: Membership, ticket: Ticket) -> None:
    report = VisitReport(uuid4(), 900, 0)
    with refused(CampaignNotOpen, "member_adjudicates"):
        note_visit(membership=fresh(adjudicator), ticket=ticket, report=report)
    assert not Visit.objects.exists()


def test_an_adjudicator_takes_nothing_back_of_what_they_judged_before(db: None) -> None:
    [member] = crew(small_campaign(1, 2, k=1), 1)
    judgment = answer(member, serve(member)[0]).judgment
    Membership.objects.filter(pk=member.pk).update(role=Role.ADJUDICATOR)
    with refused(CampaignNotOpen, "member_adjudicates"):
        undo_judgment(membership=fresh(member), judgment_id=judgment.pk, client_key=uuid4())
