"""What happens while a judging page is open: news, and an answer from another device."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.campaigns.state import set_campaign_state
from annotation.models import Campaign, CampaignState, Cause, Judgment, Unit
from annotation.people.consents import accept_notice
from annotation.people.messages import send_message
from tests.e2e.conftest import signed_in
from tests.e2e.driving.desk import TEXTS, expect_saved, grades, open_desk, press, spruce_desk
from tests.e2e.driving.looking import check_page
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS_AGAIN_MS = 31_000


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


def test_a_newer_guideline_and_a_message_come_with_the_next_passages(
    page: Page, alice: User
) -> None:
    campaign = spruce_desk(alice)
    press(open_desk(page, campaign), "3")
    expect_saved(page)
    publish_guideline(campaign=campaign, body="Read the passage *twice*.")
    send_message(campaign=campaign, text="Take your time.")
    press(page, "3")  # the answer brings the news, while the next passage lies open
    expect(page.get_by_role("note")).to_contain_text("Take your time.")
    page.keyboard.press("g")
    expect(page.get_by_text("Guideline, version 1")).to_be_visible()
    page.keyboard.press("4")
    expect(page.get_by_role("heading", name="The guideline changed")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Read the passage twice.")
    check_page(page)
    page.keyboard.press("1")  # judges nothing
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Guideline, version 2")).to_be_visible()
    press(page, "5")
    expect_saved(page)
    rows = Judgment.objects.order_by("pk").values_list("grade__value", "guideline__version")
    assert list(rows) == [(3, 1), (3, 1), (4, 1), (5, 2)]


def test_of_two_answers_from_two_devices_their_assessor_chooses(page: Page, alice: User) -> None:
    campaign = spruce_desk(alice)
    open_desk(page, campaign)
    browser = page.context.browser
    assert browser is not None
    with browser.new_context(base_url=page.url.partition("/judge")[0]) as elsewhere:
        page.context.set_offline(True)
        press(page, "2")
        press(open_desk(signed_in(elsewhere.new_page(), "alice"), campaign), "5")
        expect_saved(elsewhere.pages[0])
    page.context.set_offline(False)
    asked = page.get_by_role("alert").filter(has_text=re.compile("twice"))
    expect(asked).to_be_visible()
    assert grades(campaign) == [5]
    page.reload()
    expect(asked).to_be_visible()
    check_page(page)
    asked.get_by_role("button", name=re.compile("^Take")).click()
    expect(asked).to_be_hidden()
    expect_saved(page)
    assert grades(campaign) == [2]
    causes = Judgment.objects.order_by("pk").values_list("cause", flat=True)
    assert list(causes) == [Cause.JUDGED, Cause.LATE, Cause.CHANGED]


def test_after_the_pilot_the_page_goes_on_by_itself_once_the_rest_opens(
    page: Page, alice: User
) -> None:
    """And once it is resumed after a pause."""
    make_user("carol", "annotation.may_organize")
    pool = make_pool(
        collection=make_collection(texts=TEXTS), topic_set=make_topics(queries={"q1": "firs"})
    )
    campaign = make_campaign(pool=pool, judgments_per_pair=1, policy={"unit": Unit.PAIRS})
    make_member(campaign, alice)
    notice = publish_notice(campaign=campaign, body="What is recorded.")
    accept_notice(membership=campaign.memberships.get(), notice_version=notice.version)
    Campaign.objects.update(state=CampaignState.PAUSED)
    draw_pilot(campaign=campaign, n=2)
    set_campaign_state(campaign=campaign, state=CampaignState.PILOT)
    page.clock.install()
    press(open_desk(page, campaign), "3")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", name="The pilot is done")).to_be_visible()
    check_page(page)
    browser = page.context.browser
    assert browser is not None
    with browser.new_context(base_url=page.url.partition("/judge")[0]) as elsewhere:
        board = signed_in(elsewhere.new_page(), "carol")
        board.goto(f"/campaigns/{campaign.pk}")
        for verb in ("Open", "Pause", "Resume"):
            board.get_by_role("button", name=f"{verb}…").click()
            board.get_by_role("dialog").get_by_role("button", name=verb, exact=True).click()
            expect(board.get_by_role("dialog")).to_be_hidden()
            page.clock.fast_forward(LOOKS_AGAIN_MS)
            if verb == "Pause":
                page.keyboard.press("3")
                expect(page.get_by_role("heading", name="paused")).to_be_visible()
            else:
                expect(page.get_by_test_id("passage")).to_be_visible()
