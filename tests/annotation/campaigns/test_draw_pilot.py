from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from annotation.campaigns.pilot import draw_pilot
from annotation.exceptions import PolicyRefused, StateRefused
from annotation.models import Campaign, CampaignState, EventKind, PairKind, Slot
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_collection, make_pool, make_topics
from tests.refusals import refused
from tests.waiting import PATIENCE_S, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES = 4, 5
ANY_PAIRS = {"unit": "pairs"}


def draft(**fields: Any) -> Campaign:
    """4 topics of 5 pairs that want 3 judgments each."""
    pool = make_pool(
        collection=make_collection(texts={f"d{i}": f"Text {i}" for i in range(N_PASSAGES)}),
        topic_set=make_topics(queries={f"q{i}": f"query {i}" for i in range(N_TOPICS)}),
    )
    return make_campaign(pool=pool, **{"state": CampaignState.DRAFT} | fields)


def piloted(campaign: Campaign) -> set[int]:
    return set(campaign.pairs.filter(in_pilot=True).values_list("pk", flat=True))


def test_pairs_become_overlap_pairs_without_slots() -> None:
    campaign = draft(policy=ANY_PAIRS)
    draw_pilot(campaign=campaign, n=7)
    drawn = campaign.pairs.filter(in_pilot=True)
    assert set(drawn.values_list("kind", "wanted")) == {(PairKind.OVERLAP, None)}
    assert drawn.count() == 7
    assert not Slot.objects.filter(campaign_pair__in=drawn).exists()


def test_other_pairs_keep_their_slots() -> None:
    campaign = draft(policy=ANY_PAIRS)
    draw_pilot(campaign=campaign, n=7)
    assert campaign.slots.count() == 13 * 3
    assert campaign.pairs.filter(kind=PairKind.REGULAR, wanted=3).count() == 13


def test_where_topics_are_handed_out_whole_ones_are_drawn() -> None:
    campaign = draft()
    made = draw_pilot(campaign=campaign, n=6)
    assert (made.n_pairs, made.n_topics) == (10, 2)
    topics = campaign.pairs.filter(in_pilot=True).values_list("pair__topic", flat=True)
    assert len(set(topics)) == 2


def test_a_topic_of_pilot_pairs_alone_loses_its_free_seat() -> None:
    campaign = draft()
    draw_pilot(campaign=campaign, n=5)
    drawn = campaign.pairs.filter(in_pilot=True).values("pair__topic")
    assert not campaign.seats.filter(topic__in=drawn).exists()
    assert campaign.seats.count() == N_TOPICS - 1


def test_a_topic_with_regular_pairs_keeps_its_seat() -> None:
    campaign = draft()
    campaign.slots.filter(campaign_pair=campaign.pairs.all()[0]).delete()  # has no text
    draw_pilot(campaign=campaign, n=19)
    assert campaign.seats.count() == 1


@pytest.mark.parametrize(("share", "n"), [(0.25, 5), (0.1, 2), (0.001, 1), (1.0, 20)])
def test_a_share_is_one_of_the_regular_pairs(share: float, n: int) -> None:
    assert draw_pilot(campaign=draft(policy=ANY_PAIRS), share=share).n_pairs == n


def test_the_same_seed_draws_the_same_pairs() -> None:
    campaign = draft(policy=ANY_PAIRS)
    drawn = []
    for seed in (4, 4, 5):
        with transaction.atomic():
            draw_pilot(campaign=campaign, n=7, seed=seed)
            drawn.append(piloted(campaign))
            transaction.set_rollback(True)
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_further_draw_adds_to_the_pilot() -> None:
    campaign = draft(policy=ANY_PAIRS)
    draw_pilot(campaign=campaign, n=3)
    first = piloted(campaign)
    made = draw_pilot(campaign=campaign, n=2)
    assert (made.n_pairs, made.n_in_pilot, made.seed) == (2, 5, 7)
    assert first < piloted(campaign)


def test_pairs_that_were_judged_or_are_held_are_left_alone() -> None:
    campaign = draft(policy=ANY_PAIRS, state=CampaignState.PAUSED)
    judged, blank, held, *_ = campaign.pairs.all()
    [member] = assessors(campaign, 1)
    store_answer(member, judged)
    store_answer(member, blank, grade=None)
    until = timezone.now() + timedelta(minutes=1)
    held.slots.filter(number=2).update(holder=member, leased_until=until)
    draw_pilot(campaign=campaign, n=17)
    assert not piloted(campaign) & {judged.pk, blank.pk, held.pk}


def test_a_topic_that_was_begun_is_left_alone() -> None:
    campaign = draft(state=CampaignState.PAUSED)
    judged = campaign.pairs.all()[0]
    store_answer(assessors(campaign, 1)[0], judged)
    draw_pilot(campaign=campaign, n=15)
    begun = campaign.pairs.filter(pair__topic=judged.pair.topic)
    assert set(begun.values_list("in_pilot", flat=True)) == {False}


def test_pairs_without_a_text_are_left_alone() -> None:
    campaign = draft(policy=ANY_PAIRS)
    textless = campaign.pairs.all()[0]
    textless.slots.all().delete()
    draw_pilot(campaign=campaign, n=19)
    assert textless.pk not in piloted(campaign)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (CampaignState.PILOT, "not_at_rest"),
        (CampaignState.OPEN, "not_at_rest"),
        (CampaignState.CLOSED, "campaign_over"),
        (CampaignState.ARCHIVED, "campaign_over"),
    ],
)
def test_it_is_drawn_while_nothing_is_handed_out(state: CampaignState, code: str) -> None:
    with refused(StateRefused, code):
        draw_pilot(campaign=draft(state=state), n=1)


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({}, "share_or_number", None),
        ({"share": 0.1, "n": 1}, "share_or_number", None),
        ({"share": 0.0}, "out_of_range", "share"),
        ({"share": 1.1}, "out_of_range", "share"),
        ({"n": 0}, "out_of_range", "n"),
        ({"n": 21}, "too_few_pairs", None),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    asked: dict[str, Any], code: str, field: str | None
) -> None:
    campaign = draft()
    with refused(PolicyRefused, code, field=field):
        draw_pilot(campaign=campaign, **asked)
    assert piloted(campaign) == set()


def test_a_draw_is_logged(carol: User) -> None:
    campaign = draft()
    made = draw_pilot(campaign=campaign, n=5, seed=3, actor=carol)
    event = campaign.events.get(kind=EventKind.PILOT)
    assert (event.actor, event.details) == (carol, made._asdict())


@pytest.mark.django_db(transaction=True)
def test_a_pair_taken_meanwhile_is_left_alone() -> None:
    """A claim that began before the pause has a slot in hand: the draw waits for it."""
    campaign = draft(policy=ANY_PAIRS, state=CampaignState.PAUSED)
    [member] = assessors(campaign, 1)
    taken = campaign.pairs.all()[0]
    is_held, until = Event(), timezone.now() + timedelta(minutes=1)

    def lease() -> None:
        try:
            with transaction.atomic():
                mine = taken.slots.select_for_update().filter(number=1)
                list(mine)
                is_held.set()
                until_someone_waits_for_a_lock()
                mine.update(holder=member, leased_until=until)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        leasing = pool.submit(lease)
        assert is_held.wait(PATIENCE_S)
        made = draw_pilot(campaign=campaign, n=20)
        leasing.result()
    assert made.n_pairs == 19
    assert taken.pk not in piloted(campaign)
