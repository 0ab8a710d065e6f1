from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.board.board import campaign_board
from annotation.models import (
    Campaign,
    CampaignState,
    Cause,
    Guideline,
    Membership,
    Pool,
    Role,
)
from ranking.models import Job
from tests.annotation.adjudication.settling_campaign import make_settled
from tests.annotation.answering import claim, claim_one, judge
from tests.annotation.assessing import answer, crew, serve, small_campaign
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import (
    make_campaign,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_user,
)
from tests.ranking.jobs.job_cases import plan_job

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Two topics of three pairs that want three judgments each."""
    return make_campaign()


@pytest.fixture
def all_round(db: None) -> User:
    return make_user("ada", "annotation.may_organize", "ranking.may_research")


def home(client: Client, user: User | None = None) -> Any:
    if user is not None:
        client.force_login(user)
    return client.get("/api/home").json()


def needs(client: Client) -> dict[str, int]:
    [row] = home(client)["organize"]
    return {need["code"]: need["n"] for need in row["needs"]}


def test_an_assessor_learns_what_is_left_and_how_long_it_takes(
    campaign: Campaign, alice: User, client: Client
) -> None:
    member = make_member(campaign, alice)
    Campaign.objects.update(quota=6)
    for ms in (1000, 2000, 3000, 4000):
        judge(member, claim_one(member), 2, active_ms=ms)
    [task] = home(client, alice)["judge"]
    assert (task["n_judged"], task["n_left"], task["ms_left"]) == (4, 2, None)
    judge(member, claim_one(member), 2, active_ms=9000)
    [task] = home(client)["judge"]
    assert (task["n_left"], task["ms_left"]) == (1, 3000)
    assert home(client) == {"judge": [task], "settle": [], "organize": None, "research": None}


def test_an_assessor_sees_the_topics_in_hand(
    campaign: Campaign, alice: User, client: Client
) -> None:
    member = make_member(campaign, alice)
    pair = claim_one(member)
    [task] = home(client, alice)["judge"]
    assert task["topics"][0] == pair.pair.topic.query
    assert (task["n_left"], task["has_judged_all"]) == (None, False)


def test_who_has_judged_all_learns_it_and_so_does_who_is_paused(
    campaign: Campaign, alice: User, client: Client
) -> None:
    member = make_member(campaign, alice)
    while claimed := claim(member).slots:
        judge(member, claimed[0].campaign_pair, 2)
    [task] = home(client, alice)["judge"]
    assert (task["n_judged"], task["has_judged_all"], task["standing"]) == (6, True, "at_work")
    Membership.objects.update(suspended_at=timezone.now())
    [task] = home(client)["judge"]
    assert (task["has_judged_all"], task["standing"]) == (False, "paused")


def test_a_repeat_in_hand_is_left_to_be_judged(client: Client) -> None:
    campaign = small_campaign(1, 6, k=1, repeat_every=2, repeat_after=1)
    [member] = crew(campaign, 1)
    while firsts := [one for one in serve(member, 10) if not one.ticket.occasion]:
        answer(member, firsts[0])
    repeats = serve(member, 10)
    assert repeats
    [task] = home(client, member.user)["judge"]
    assert not task["has_judged_all"]
    while repeats := serve(member, 10):
        answer(member, repeats[0])
    [task] = home(client)["judge"]
    assert task["has_judged_all"]


def test_an_adjudicator_sees_how_long_the_queue_is(client: Client) -> None:
    """Of its pairs two are tied, one of them with grades far apart, and one was chosen."""
    settled = make_settled()
    start = client.get("/api/home")
    assert start.status_code == 403
    queue = home(client, settled.carol)["settle"]
    assert [(row["name"], row["state"], row["n_left"]) for row in queue] == [
        ("campaign", "closed", 3)
    ]
    Campaign.objects.update(state=CampaignState.ARCHIVED)
    assert home(client)["settle"] == []


def test_an_organizer_sees_what_a_new_campaign_lacks(
    organizer: Client, campaign: Campaign, alice: User
) -> None:
    assert needs(organizer) == {"no_guideline": 1, "no_assessor": 1}
    Guideline.objects.create(
        campaign=campaign, version=1, body="Be fair.", published_at=timezone.now()
    )
    make_member(campaign, alice)
    assert needs(organizer) == {}


def test_an_organizer_sees_what_is_to_be_decided(organizer: Client) -> None:
    make_settled()
    Campaign.objects.update(state=CampaignState.OPEN, max_not_judged=1)
    found = needs(organizer)
    assert (found["stuck"], found["disagreements"]) == (1, 2)
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert home(organizer)["organize"] == []


def test_an_organizer_sees_whose_work_deserves_a_look(
    organizer: Client, campaign: Campaign
) -> None:
    pool = Pool.objects.get()
    for i in range(4):  # six pairs each: twenty judgments are enough to tell
        other = make_campaign(f"other-{i}", pool)
        [member] = assessors_of(other)
        for pair in other.pairs.all():
            store_answer(member, pair, 2, active_ms=1)
    assert all("flagged" not in flagged_in(row) for row in home(organizer)["organize"])
    [hasty] = assessors_of(campaign)
    for pair in campaign.pairs.all():
        store_answer(hasty, pair, 2, active_ms=1)
        for occasion in range(1, 4):
            store_answer(hasty, pair, 2, active_ms=1, occasion=occasion)
    rows = {row["name"]: row for row in home(organizer)["organize"]}
    assert flagged_in(rows["campaign"])["flagged"] == 1
    assert "flagged" not in flagged_in(rows["other-0"])


def flagged_in(row: dict[str, Any]) -> dict[str, int]:
    return {need["code"]: need["n"] for need in row["needs"]}


def assessors_of(campaign: Campaign) -> list[Membership]:
    user = make_user(f"of-{campaign.name}")
    return [make_member(campaign, user)]


def test_rate_and_forecast_are_those_of_the_board(organizer: Client, campaign: Campaign) -> None:
    now = timezone.now()
    for i, member in enumerate(assessors(campaign, 2)):
        for j, pair in enumerate(campaign.pairs.order_by("pk")[:4]):
            at = now - timedelta(days=3 * i, hours=j + 1)
            store_answer(member, pair, 2, created_at=at, active_ms=4000, cause=Cause.JUDGED)
    [row] = home(organizer)["organize"]
    board = campaign_board(campaign)
    found = board.forecast
    assert (row["n_votes"], row["n_wanted"], row["n_last_day"]) == (8, 18, 4)
    assert row["forecast"]["outlook"] == found.outlook == "short"
    assert row["forecast"]["lack"] == {**found.lack._asdict(), "quotas_of": []}
    for name in ("n_left", "n_days", "n_recent", "per_day", "hours_left"):
        assert row["forecast"][name] == getattr(found, name)
    assert found.n_days == 3


def test_who_judges_in_a_campaign_learns_nothing_of_its_votes(
    organizer: Client, carol: User
) -> None:
    settled = make_settled()
    Campaign.objects.update(state=CampaignState.OPEN, max_not_judged=1)
    make_member(settled.campaign, carol)
    [row] = home(organizer)["organize"]
    assert row["judges_here"]
    hidden = ("n_wanted", "n_votes", "n_left", "n_set_aside", "n_last_day", "forecast")
    assert {row[name] for name in hidden} == {None}
    assert row["n_waiting_for_adjudication"] is None
    assert [need["code"] for need in row["needs"]] == ["no_guideline"]


def test_a_researcher_sees_jobs_under_way_and_new_label_sets(
    client: Client, rita: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch, name="slow")
    done = plan_job(monkeypatch, name="done")
    Job.objects.filter(pk=done.pk).update(status="cancelled", finished_at=timezone.now())
    run = done.run
    for i in range(6):
        make_labels(f"labels-{i}", run.collection, run.topic_set, {"q1": {"d1": 1}})
        make_run(f"run-{i}", run.collection, run.topic_set, {"q1": ["d1"]})
    start = home(client, rita)["research"]
    assert [(row["id"], row["run"], row["seconds_left"]) for row in start["jobs"]] == [
        (job.pk, "slow", None)
    ]
    assert [row["name"] for row in start["label_sets"]] == [f"labels-{i}" for i in range(5, 0, -1)]
    assert (start["n_jobs"], start["n_runs"], start["n_label_sets"]) == (1, 8, 6)


def test_the_number_of_queries_does_not_grow_with_campaigns_and_jobs(
    all_round: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(all_round)
    counts = []
    for numbers in (range(2), range(2, 8)):
        for i in numbers:
            fill(f"campaign-{i}", all_round)
            plan_job(monkeypatch, name=f"job-{i}")
        home(client)  # what is looked up once is there
        with CaptureQueriesContext(connection) as queries:
            start = home(client)
        counts.append(len(queries))
        assert len(start["organize"]) == 3 * (numbers.stop)
        assert len(start["judge"]) == len(start["settle"]) == numbers.stop
    assert counts[0] == counts[1]


def fill(name: str, user: User) -> None:
    """Campaigns that the account judges, settles and organizes, each with judgments."""
    pool = Pool.objects.first() or make_pool()
    for what in ("judged", "settled", "seen"):
        campaign = make_campaign(f"{name}-{what}", pool)
        other = make_member(campaign, make_user(f"{name}-{what}"))
        for pair in campaign.pairs.all():
            store_answer(other, pair, 2, active_ms=900)
        if what != "seen":
            role = Role.ASSESSOR if what == "judged" else Role.ADJUDICATOR
            Membership.objects.filter(pk=make_member(campaign, user).pk).update(role=role)
