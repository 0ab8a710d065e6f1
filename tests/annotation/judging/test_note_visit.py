from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from annotation.database import database_now
from annotation.exceptions import CampaignNotOpen
from annotation.judging.visits import VisitReport, note_visit, time_on_pair
from annotation.models import Campaign, Judgment, Membership, Slot, Visit
from annotation.serving.leases import release_leases
from tests.annotation.assessing import (
    Served,
    answer,
    crew,
    expire,
    fresh,
    serve,
    small_campaign,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db

MINUTE_MS = 60_000


def pass_time(minutes: float) -> None:
    """All that was seen so far was seen so much earlier: the database's clock cannot be set."""
    earlier = timedelta(minutes=minutes)
    Visit.objects.update(
        started_at=F("started_at") - earlier, last_seen_at=F("last_seen_at") - earlier
    )
    Slot.objects.filter(judgment=None).update(leased_until=F("leased_until") - earlier)


def issued(served: Served, minutes_ago: float) -> Served:
    """The same, as handed to the page so long ago."""
    at = database_now() - timedelta(minutes=minutes_ago)
    return served._replace(ticket=served.ticket._replace(issued_s=int(at.timestamp())))


@pytest.fixture
def member(db: None) -> Membership:
    return crew(small_campaign(1, 3, k=1), 1)[0]


@pytest.fixture
def served(member: Membership) -> Served:
    """Handed out an hour ago."""
    return issued(serve(member)[0], 60)


def note(
    member: Membership, served: Served, key: UUID, active_min: float, away_min: float = 0
) -> None:
    report = VisitReport(key, int(active_min * MINUTE_MS), int(away_min * MINUTE_MS))
    note_visit(membership=fresh(member), ticket=served.ticket, report=report)


def minutes(member: Membership, served: Served) -> tuple[float, float]:
    time = time_on_pair(member, served.ticket)
    return round(time.active_ms / MINUTE_MS, 1), round(time.away_ms / MINUTE_MS, 1)


def test_reports_of_one_stay_count_up_in_one_row(member: Membership, served: Served) -> None:
    key = uuid4()
    for passed, active, away in ((1, 1, 0), (1, 2, 0), (3, 3, 2)):
        pass_time(passed)
        note(member, served, key, active, away)
    assert Visit.objects.count() == 1
    assert minutes(member, served) == (3, 2)


def test_a_report_that_was_overtaken_takes_nothing_back(member: Membership, served: Served) -> None:
    key = uuid4()
    for active in (4, 2):
        note(member, served, key, active)
    assert minutes(member, served) == (4, 0)


def test_a_report_that_comes_once_more_makes_a_stay_no_longer(
    member: Membership, served: Served
) -> None:
    """As with an answer that its assessor chooses later, of two given at the same time."""
    tabs = (uuid4(), uuid4())
    pass_time(1)
    for key in tabs:
        note(member, served, key, 1)
    pass_time(30)
    note(member, served, tabs[1], 1)
    assert minutes(member, served)[0] <= 1.1


def test_several_visits_add_up(member: Membership, served: Served) -> None:
    for active in (2, 3):
        pass_time(20)
        note(member, served, uuid4(), active)
    assert minutes(member, served) == (5, 0)


def test_two_tabs_at_once_never_count_double(member: Membership, served: Served) -> None:
    tabs = (uuid4(), uuid4())
    for at in (1, 2, 3):
        pass_time(1)
        for key in tabs:
            note(member, served, key, at)
    active, away = minutes(member, served)
    assert active <= 3.1
    assert away == 0


def test_a_page_claims_no_more_than_the_server_saw_pass(member: Membership, served: Served) -> None:
    key = uuid4()
    note(member, served, key, 1)
    pass_time(1)
    note(member, served, key, 600)
    assert minutes(member, served)[0] <= 2.1


def test_no_stay_began_before_the_pair_was_handed_out(member: Membership, served: Served) -> None:
    """However long it claims to be in the first report of it."""
    late = issued(served, 3)
    note(member, late, uuid4(), 600)
    note(member, late, uuid4(), 0, 600)
    assert minutes(member, late) == (3.0, 0)
    assert Visit.objects.filter(started_at__lt=database_now() - timedelta(minutes=3.1)).count() == 0


def test_no_stay_began_in_the_future(member: Membership, served: Served) -> None:
    ahead = issued(served, -5)  # restored from a backup, say
    note(member, ahead, uuid4(), 4)
    visit = Visit.objects.get()
    assert visit.started_at == visit.last_seen_at
    assert minutes(member, ahead) == (0, 0)


def test_an_answer_that_names_no_stay_is_one_since_its_ticket(
    member: Membership, served: Served
) -> None:
    late = issued(served, 3)
    answer(member, late, active_ms=2 * MINUTE_MS, away_ms=600 * MINUTE_MS)
    judgment = Judgment.objects.get()
    found = [round((ms or 0) / MINUTE_MS, 1) for ms in (judgment.active_ms, judgment.away_ms)]
    assert found == [2.0, 1.0]


def test_more_stays_than_are_kept_apart_add_up_all_the_same(
    member: Membership, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.judging.visits.MAX_VISITS", 3)
    for _ in range(5):
        pass_time(2)
        note(member, served, uuid4(), 1, 0.5)
    assert Visit.objects.count() == 3
    assert minutes(member, served) == (5, 2.5)


def test_stays_put_together_hold_no_more_than_can_be_stored(
    member: Membership, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.judging.visits.MAX_VISITS", 1)
    for _ in range(3):
        report = VisitReport(uuid4(), 2**30, 2**30)
        note_visit(membership=fresh(member), ticket=served.ticket, report=report)
    visit = Visit.objects.get()
    assert (visit.active_ms, visit.away_ms) == (2**31 - 1, 2**31 - 1)


def test_stays_at_other_pairs_are_not_counted(
    member: Membership, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.judging.visits.MAX_VISITS", 1)
    other = serve(member, 2)[1]
    for one in (served, other):
        note(member, one, uuid4(), 0)
    assert Visit.objects.count() == 2


def test_a_judgment_has_the_time_of_all_visits(member: Membership, served: Served) -> None:
    note(member, served, uuid4(), 2)
    pass_time(28)
    answer(member, served, active_ms=3 * MINUTE_MS, away_ms=MINUTE_MS, visit=uuid4())
    judgment = Judgment.objects.get()
    assert (judgment.active_ms, judgment.away_ms) == (5 * MINUTE_MS, MINUTE_MS)


def test_a_repeat_has_a_clock_of_its_own() -> None:
    campaign = small_campaign(1, 4, k=1, repeat_every=1, repeat_after=1)
    [member] = crew(campaign, 1)
    first = serve(member)[0]
    note(member, first, uuid4(), 9)
    answer(member, first)
    while (again := serve(member)[0]).pair != first.pair:
        answer(member, again)
    assert again.ticket.occasion == 1
    assert minutes(member, again) == (0, 0)


def test_a_lease_is_renewed_by_activity(member: Membership, served: Served) -> None:
    before = Slot.objects.get(holder=member).leased_until
    pass_time(9)
    note(member, served, uuid4(), 1)
    until = Slot.objects.get(holder=member).leased_until
    assert before is not None
    assert until is not None
    assert timedelta(0) <= until - before < timedelta(minutes=1)


def test_an_expired_lease_that_nobody_took_is_renewed(member: Membership, served: Served) -> None:
    expire()
    note(member, served, uuid4(), 1)
    assert Slot.objects.filter(holder=member, leased_until__gt=timezone.now()).exists()


def test_a_lease_that_went_to_someone_else_stays_theirs(member: Membership, served: Served) -> None:
    expire()
    [other] = crew(member.campaign, 1)
    theirs = {one.pair for one in serve(other, 5)}
    assert served.pair in theirs
    note(member, served, uuid4(), 1)
    assert Slot.objects.get(campaign_pair=served.pair).holder == other


def test_a_swept_lease_is_not_taken_back_by_activity(member: Membership, served: Served) -> None:
    expire()
    release_leases()
    note(member, served, uuid4(), 1)
    assert not Slot.objects.exclude(holder=None).exists()
    assert Visit.objects.count() == 1


def test_a_filled_slot_has_no_lease_after_late_activity(member: Membership, served: Served) -> None:
    answer(member, served)
    note(member, served, uuid4(), 1)
    assert Slot.objects.get(holder=member).leased_until is None


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_nothing_is_recorded_while_the_campaign_takes_no_judgments(
    state: str, member: Membership, served: Served
) -> None:
    Campaign.objects.update(state=state)
    with refused(CampaignNotOpen, "campaign_not_open"):
        note(member, served, uuid4(), 1)
    assert not Visit.objects.exists()


@pytest.mark.parametrize(
    ("field", "code"), [("suspended_at", "member_paused"), ("withdrawn_at", "member_withdrawn")]
)
def test_nothing_is_recorded_of_who_is_out(
    field: str, code: str, member: Membership, served: Served
) -> None:
    Membership.objects.filter(pk=member.pk).update(**{field: timezone.now()})
    with refused(CampaignNotOpen, code):
        note(member, served, uuid4(), 1)
    assert not Visit.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_tabs_that_report_while_the_pair_is_judged_wait_for_nobody() -> None:
    member = crew(small_campaign(1, 3, k=1), 1)[0]
    served, keys = serve(member)[0], [uuid4(), uuid4()]

    def tab(i: int) -> None:
        try:
            if i % 4:
                note(member, served, keys[i % 2], i)
            else:
                answer(member, served, active_ms=1000 * i, away_ms=0, visit=keys[0])
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(tab, range(16)))
    assert Visit.objects.count() == 2
    assert Judgment.objects.live().count() == 1
