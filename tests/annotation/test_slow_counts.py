from __future__ import annotations

from hashlib import sha256
from typing import Any, get_args, get_type_hints

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Max
from django.test import Client
from pytest_django.fixtures import Settings

from annotation import slow_counts
from annotation.agreement.assessors import assessor_intervals, campaign_assessors
from annotation.agreement.crowd import Fit
from annotation.agreement.overall import campaign_agreement_in_depth
from annotation.agreement.subsets import campaign_matrix, campaign_parts
from annotation.board.api.board import Shown
from annotation.board.board import Board
from annotation.campaigns.state import set_campaign_state
from annotation.figures.figure import Figure
from annotation.home.organizing import Counted
from annotation.models import Campaign, CampaignState
from annotation.people.memberships import Member, set_quota
from annotation.slow_counts import kept
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(db: None) -> Campaign:
    """One pair has two votes."""
    campaign = make_campaign()
    pair = campaign.pairs.order_by("pk")[0]
    for member in assessors(campaign, 2):
        store_answer(member, pair, 3)
    return campaign


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes long, and so is kept."""
    monkeypatch.setattr(slow_counts, "KEPT_FROM_S", 0)
    monkeypatch.setattr(slow_counts, "KEPT_FOR", 10**9)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing takes long, however busy the machine is."""
    monkeypatch.setattr(slow_counts, "KEPT_FROM_S", 10**9)


def shapes(kind: object, found: dict[str, str]) -> dict[str, str]:
    """Fields of a type and of all types in them, by the address under which they are stored."""
    for part in get_args(kind):
        shapes(part, found)
    fields = getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", None)
    address = f"{getattr(kind, '__module__', '')}.{getattr(kind, '__name__', '')}"
    if isinstance(kind, type) and fields and address not in found:
        found[address] = " ".join(fields)
        for part in get_type_hints(kind).values():
            shapes(part, found)
    return found


def test_what_is_kept_has_the_shape_of_its_version() -> None:
    """After an upgrade, what the release before kept is read for a minute more."""
    found = dict[str, str]()
    for kind in (Shown, Board, Counted, Member, Figure, Fit):
        shapes(kind, found)
    for count in (
        campaign_agreement_in_depth,
        campaign_parts,
        campaign_assessors,
        assessor_intervals,
        campaign_matrix,
    ):
        shapes(get_type_hints(count)["return"], found)
    digest = sha256(repr(sorted(found.items())).encode()).hexdigest()[:12]
    kept_now = slow_counts.VERSION, digest
    assert kept_now == (5, "1bcd0e074ee6"), "raise VERSION, and write both here"


def ask(organizer: Client, campaign: Campaign, what: str) -> Any:
    return organizer.get(f"/api/campaigns/{campaign.pk}/{what}").json()


def vote(campaign: Campaign) -> None:
    pair = campaign.pairs.order_by("pk")[1]
    store_answer(campaign.memberships.get(pseudonym="P-1"), pair, 3)


def board_after_another_vote(organizer: Client, campaign: Campaign) -> tuple[int, bool]:
    """Number of votes on the board, and whether it was recounted."""
    before = ask(organizer, campaign, "board")
    vote(campaign)
    after = ask(organizer, campaign, "board")
    return after["progress"]["n_votes"], after["counted_at"] != before["counted_at"]


def n_judged(organizer: Client, campaign: Campaign) -> list[int]:
    return [member["n_judged"] for member in ask(organizer, campaign, "members")]


@pytest.mark.usefixtures("quick")
def test_a_board_that_is_quickly_counted_is_counted_each_time(
    organizer: Client, judged: Campaign
) -> None:
    assert board_after_another_vote(organizer, judged) == (3, True)


def test_what_an_older_release_kept_is_left_alone(organizer: Client, judged: Campaign) -> None:
    newest = judged.events.aggregate(newest=Max("pk"))["newest"]
    cache.set(f"overview:{judged.pk}:{newest}", {"progress": "of another type"})
    assert organizer.get(f"/api/campaigns/{judged.pk}").status_code == 200


@pytest.mark.usefixtures("slow")
def test_a_board_that_takes_long_is_kept_for_a_while(organizer: Client, judged: Campaign) -> None:
    assert board_after_another_vote(organizer, judged) == (2, False)


@pytest.mark.usefixtures("slow")
def test_what_is_done_to_a_campaign_shows_on_a_board_that_is_kept(
    organizer: Client, judged: Campaign
) -> None:
    board_after_another_vote(organizer, judged)
    set_campaign_state(campaign=judged, state=CampaignState.PAUSED)
    board = ask(organizer, judged, "board")
    assert (board["campaign"]["state"], board["progress"]["n_votes"]) == ("paused", 3)


@pytest.mark.usefixtures("quick")
def test_members_who_are_quickly_counted_are_counted_each_time(
    organizer: Client, judged: Campaign
) -> None:
    before = n_judged(organizer, judged)
    vote(judged)
    assert (before, n_judged(organizer, judged)) == ([1, 1], [2, 1])


@pytest.mark.usefixtures("slow")
def test_members_who_take_long_to_count_are_kept_for_a_while(
    organizer: Client, judged: Campaign
) -> None:
    before = n_judged(organizer, judged)
    vote(judged)
    assert (before, n_judged(organizer, judged)) == ([1, 1], [1, 1])


@pytest.mark.usefixtures("slow")
def test_a_quota_shows_at_once_among_members_who_are_kept(
    organizer: Client, judged: Campaign
) -> None:
    ask(organizer, judged, "members")
    set_quota(membership=judged.memberships.get(pseudonym="P-2"), quota=7)
    members = ask(organizer, judged, "members")
    assert [member["membership"]["quota"] for member in members] == [None, 7]


@pytest.mark.usefixtures("slow")
def test_gold_is_hidden_from_who_judges_among_members_who_are_kept(
    organizer: Client, judged: Campaign, carol: User
) -> None:
    seen = ask(organizer, judged, "members")
    make_member(judged, carol)
    hidden = ask(organizer, judged, "members")
    assert [row["gold"]["n_gold"] for row in seen] == [0, 0]
    assert [row["gold"] for row in hidden] == [None, None]


@pytest.mark.usefixtures("slow")
def test_without_a_cache_it_is_counted_each_time(judged: Campaign, settings: Settings) -> None:
    nobody_listens = "redis://127.0.0.1:1/0"
    settings.CACHES = {"default": {"BACKEND": "config.caches.Cache", "LOCATION": nobody_listens}}
    counts = iter([1, 2])
    assert [kept("board", judged, lambda: next(counts)) for _ in range(2)] == [1, 2]


@pytest.mark.usefixtures("slow")
def test_boards_that_take_long_are_kept_for_each_zone(organizer: Client, judged: Campaign) -> None:
    def counted(zone: str) -> int:
        course = ask(organizer, judged, f"board?zone={zone}")["details"]["course"]
        return sum(stretch["n_judged"] for stretch in course["stretches"])

    before = counted("UTC")
    vote(judged)
    assert (before, counted("UTC"), counted("Europe/Vienna")) == (2, 2, 3)
