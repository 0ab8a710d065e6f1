"""An invited adjudicator settles pairs by keys, and another one gets others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.models import Adjudication, AdjudicationTurn, Campaign, Role
from annotation.people.accepting import accept_invitation
from tests.annotation.answering import judge
from tests.annotation.inviting import PASSWORD, invite
from tests.e2e.browsing import opened
from tests.e2e.conftest import signed_in
from tests.e2e.looking import check_page
from tests.e2e.server import Server
from tests.factories import make_campaign, make_member, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
GRADES = {"alice": (1, 5, 1, 1, 1, 5), "bob": (5, 1, 5, 1, 1, 5)}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Of six pairs the first three are tied."""
    campaign = make_campaign(judgments_per_pair=2)
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(campaign.pairs.order_by("pk"), grades, strict=True):
            judge(member, pair, grade, note=f"It is a {grade}.")
    return campaign


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Decision")).to_be_visible()


def decided() -> list[tuple[int, str, bool | None]]:
    live = Adjudication.objects.live().order_by("campaign_pair")
    return list(live.values_list("grade__value", "reason", "saw_votes"))


def test_an_invited_adjudicator_settles_two_pairs_by_keys_and_undoes_one(
    page: Page, campaign: Campaign
) -> None:
    page.goto(f"/join#{invite(campaign, role=Role.ADJUDICATOR).token}")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settle campaign")).to_be_visible()
    expect(page.get_by_label("Tied 3")).to_be_checked()
    begin(page)
    expect(page.get_by_role("status").first).to_have_text("3 left")
    expect(page.get_by_text("It is a 5.")).to_have_count(0)

    page.keyboard.press("4")
    expect(page.get_by_role("status").first).to_have_text("Decided: 4. 2 left")
    page.keyboard.press("v")
    expect(page.get_by_role("region", name="Votes")).to_contain_text("It is a 5.")
    expect(page.get_by_text("P-bob")).to_have_count(0)
    page.keyboard.press("2")
    expect(page.get_by_role("status").first).to_have_text("Decided: 2. 1 left")
    assert decided() == [(4, "tied", False), (2, "tied", True)]

    page.keyboard.press("u")
    expect(page.get_by_role("status").first).to_have_text("Taken back. 2 left")
    expect(page.get_by_role("region", name="Votes")).to_contain_text("It is a 5.")
    assert decided() == [(4, "tied", False)]

    page.goto("/campaigns")
    page.get_by_role("link", name="Settle: campaign").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


@thorough
def test_a_second_adjudicator_never_sees_the_pair_of_the_first(
    page: Page, chromium: Browser, live_server: Server, campaign: Campaign
) -> None:
    for name in ("dora", "erik"):
        user = make_user(name)
        accept_invitation(token=invite(campaign, role=Role.ADJUDICATOR).token, user=user)
    address = f"/campaigns/{campaign.pk}/adjudicate"
    signed_in(page, "dora").goto(address)
    begin(page)
    with opened(chromium, live_server) as other:
        signed_in(other, "erik").goto(address)
        begin(other)
        status = other.get_by_role("status").first
        expect(status).to_have_text("2 left; others have 1 pair in hand")
        assert AdjudicationTurn.objects.count() == 2
        page.keyboard.press("s")
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        with page.expect_response("**/adjudication/leave"):
            page.get_by_role("button", name="Other rules").click()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        for key in ("1", "2", "3"):
            other.keyboard.press(key)
            expect(status).to_have_text(f"Decided: {key}. {3 - int(key)} left")
        expect(other.get_by_role("heading", name="Nothing is left to settle")).to_be_visible()


@thorough
def test_the_guideline_is_at_hand_while_pairs_are_settled(page: Page, campaign: Campaign) -> None:
    publish_guideline(campaign=campaign, body="Judge by the text alone.")
    publish_notice(campaign=campaign, body="Your grades are recorded.")
    accept_invitation(token=invite(campaign, role=Role.ADJUDICATOR).token, user=make_user("dora"))
    signed_in(page, "dora").goto(f"/campaigns/{campaign.pk}/adjudicate")
    begin(page)
    page.get_by_role("button", name="Show the votes").click()
    check_page(page, [320])
    panel = page.get_by_role("complementary", name="Guideline")
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.keyboard.press("g")
        expect(panel).to_contain_text("Judge by the text alone.")
        expect(panel).to_contain_text("Your grades are recorded.")
        expect(panel.get_by_role("heading", name="Guideline", exact=True)).to_be_focused()
        check_page(page, [width])
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        expect(page.get_by_role("button", name="Guideline")).to_be_focused()
