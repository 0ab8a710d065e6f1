from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from annotation.board.complete import announce_complete
from annotation.events import log_event
from annotation.judging.undoing import undo_judgment
from annotation.models import ActiveTopic, Campaign, CampaignState, EventKind, Judgment
from tests.annotation.assessing import crew, fresh, small_campaign, work_off
from tests.factories import make_user
from tests.mail_server import ADDRESS, REFUSED, Box, free_port, text_of, use_mail_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(carol: User) -> Campaign:
    """A campaign of six pairs with one judgment each, which carol opened."""
    User.objects.filter(pk=carol.pk).update(email="carol@example.org")
    campaign = small_campaign(k=1)
    for n in range(2):
        log_event(campaign=campaign, kind=EventKind.STATE, actor=carol, n=n)
    others = make_user("dora")
    User.objects.filter(pk=others.pk).update(email="dora@example.org")
    log_event(campaign=campaign, kind=EventKind.MESSAGE, actor=others)
    return campaign


def test_its_organizer_gets_one_e_mail_once_all_judgments_are_in(
    campaign: Campaign, box: Box
) -> None:
    [assessor] = crew(campaign, 1)
    assert announce_complete() == 0
    work_off(assessor, most=5)
    assert announce_complete() == 0
    work_off(assessor)
    assert (announce_complete(), announce_complete()) == (1, 0)
    assert box.recipients == ["carol@example.org"]
    assert "All 6 judgments" in text_of(box.taken[0])
    assert box.link() == f"{ADDRESS}/campaigns/{campaign.pk}"


def test_it_is_announced_again_after_more_was_wanted(campaign: Campaign, box: Box) -> None:
    [assessor] = crew(campaign, 1)
    work_off(assessor)
    assert announce_complete() == 1
    last = Judgment.objects.latest("pk")
    undo_judgment(membership=fresh(assessor), judgment_id=last.pk, client_key=uuid4())
    assert announce_complete() == 0
    work_off(assessor)
    assert announce_complete() == 1


def test_nothing_is_announced_while_more_pairs_are_chosen(campaign: Campaign, box: Box) -> None:
    topic = campaign.pool.topic_set.topics.all()[0]
    going_on = ActiveTopic.objects.create(campaign=campaign, topic=topic)
    work_off(crew(campaign, 1)[0])
    assert announce_complete() == 0
    going_on.delete()
    assert announce_complete() == 1


def test_a_campaign_that_is_not_open_is_not_announced(campaign: Campaign, box: Box) -> None:
    work_off(crew(campaign, 1)[0])
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert announce_complete() == 0


def test_a_server_that_is_away_is_tried_again(
    campaign: Campaign, box: Box, settings: Settings
) -> None:
    work_off(crew(campaign, 1)[0])
    port = settings.EMAIL_PORT
    use_mail_server(settings, free_port())
    assert announce_complete() == 0
    use_mail_server(settings, port)
    assert announce_complete() == 1


def test_an_address_that_is_refused_is_not_tried_again(campaign: Campaign, box: Box) -> None:
    User.objects.filter(username="carol").update(email=REFUSED)
    work_off(crew(campaign, 1)[0])
    assert [announce_complete() for _ in range(2)] == [0, 0]
    assert Campaign.objects.get().announced_complete_at is not None


def test_one_that_cannot_be_written_to_stops_no_other(campaign: Campaign, box: Box) -> None:
    other = make_user("erin")
    User.objects.filter(pk=other.pk).update(email=f"a@{'ü' * 60}.org")
    log_event(campaign=campaign, kind=EventKind.STATE, actor=other)
    work_off(crew(campaign, 1)[0])
    assert [announce_complete() for _ in range(2)] == [1, 0]


def test_without_a_mail_server_nothing_is_announced(campaign: Campaign) -> None:
    work_off(crew(campaign, 1)[0])
    assert announce_complete() == 0
    assert Campaign.objects.get().announced_complete_at is None
