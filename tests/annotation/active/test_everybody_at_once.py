"""Several assessors, workers and a pause at once leave an active campaign consistent."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection

from annotation.active.choosing import take_steps
from annotation.active.due import mark_due
from annotation.exceptions import CampaignNotOpen
from annotation.models import ActiveTopic, Campaign, CampaignState, Judgment, Membership
from annotation.serving.claim import Nothing
from tests.annotation.active.learning import active_campaign, chosen
from tests.annotation.assessing import answer, crew, nothing_for, serve
from tests.refusals import refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]
PAUSE_S = 0.01


def judge_to_the_end(member: Membership, paused: Event) -> int:
    """Answer what is served until nothing comes any more; returns how many answers were stored."""
    n = 0
    try:
        while nothing_for(member) != Nothing.FINISHED:
            for served in serve(member, 2):
                try:
                    answer(member, served, 3 if served.name in {"q1 c", "q2 b"} else 1)
                    n += 1
                except CampaignNotOpen:
                    assert paused.is_set()
            time.sleep(PAUSE_S)
    finally:
        connection.close()
    return n


def choose_to_the_end(ended: Event) -> None:
    try:
        while not ended.is_set():
            mark_due()
            for topic in ActiveTopic.objects.filter(due_since__isnull=False):
                take_steps(active_topic_id=topic.pk)
            time.sleep(PAUSE_S)
    finally:
        connection.close()


def pause_once(campaign: Campaign, paused: Event) -> None:
    try:
        while Judgment.objects.count() < 4:
            time.sleep(PAUSE_S)
        paused.set()
        for state in (CampaignState.PAUSED, CampaignState.OPEN):
            Campaign.objects.filter(pk=campaign.pk).update(state=state)
            time.sleep(PAUSE_S)
    finally:
        connection.close()


def test_every_pair_gets_its_votes_once() -> None:
    campaign = active_campaign("mtf", k=2, ahead=1)
    members, ended, paused = crew(campaign, 4), Event(), Event()

    with ThreadPoolExecutor(7) as threads:
        workers = [threads.submit(choose_to_the_end, ended) for _ in range(2)]
        pause = threads.submit(pause_once, campaign, paused)
        counts = [threads.submit(judge_to_the_end, member, paused) for member in members]
        n = sum(count.result() for count in counts)
        ended.set()
        for other in (*workers, pause):
            other.result()

    votes = Counter(Judgment.objects.votes().values_list("campaign_pair", flat=True))
    assert len(chosen(campaign, "q1")) + len(chosen(campaign, "q2")) == len(votes) == 12
    assert (set(votes.values()), n) == ({2}, 24)


def test_an_answer_in_a_pause_is_refused_and_nothing_is_lost() -> None:
    campaign = active_campaign("mtf")
    [alice] = crew(campaign, 1)
    [served] = serve(alice)
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.PAUSED)

    with refused(CampaignNotOpen, "campaign_not_open"):
        answer(alice, served, 1)

    assert ActiveTopic.objects.filter(ended_at=None).count() == 2
