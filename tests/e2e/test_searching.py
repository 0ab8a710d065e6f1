"""An assessor searches for more passages of the topic, at a desk by keyboard and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment, PairOrigin
from ranking.models import Passage
from tests.e2e.driving.desk import expect_saved, open_desk, press, spruce_desk
from tests.e2e.driving.looking import check_page
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db(transaction=True), thorough]

OTHER = "Old firs outlive spruces."


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """One passage of the collection is outside the pool."""
    campaign = spruce_desk(make_user("alice"), n=3)
    Passage.objects.create(
        collection=campaign.pool.collection, ordinal=3, doc_id="d4", title="Firs", text=OTHER
    )
    campaign.allows_search = True
    campaign.save()
    return campaign


def found(campaign: Campaign) -> list[tuple[str, int]]:
    """Answers to passages found by search."""
    answers = Judgment.objects.live().filter(campaign_pair__pair__origin=PairOrigin.SEARCH)
    return list(answers.values_list("campaign_pair__pair__passage__doc_id", "grade__value"))


def test_a_passage_is_found_and_judged_by_keyboard(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    passage = page.get_by_test_id("passage")
    at_hand = passage.inner_text()
    panel = page.get_by_role("complementary", name="Search")
    page.keyboard.press("/")
    expect(panel.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("firs 5")
    expect(panel.get_by_text("No passage has these words.")).to_be_visible()
    for _ in range(2):
        page.keyboard.press("Backspace")
    hit = panel.get_by_role("button", name="Firs")
    page.keyboard.press("Tab")
    page.keyboard.type("spruce long")
    page.keyboard.press("Escape")
    hit.press("Enter")
    expect(passage).to_contain_text(OTHER)
    expect(panel.get_by_test_id("scan-counts")).to_contain_text("1 in this passage")
    painted = page.evaluate("[...CSS.highlights.get('scanned')].map(String)")
    assert painted == ["spruces"]
    page.keyboard.press("4")
    expect(passage).to_have_text(at_hand, use_inner_text=True)
    expect(hit).to_contain_text("you judged it: 4")
    expect_saved(page)
    assert found(campaign) == [("d4", 4)]
    panel.get_by_text("Judged so far").click()
    panel.get_by_role("button", name="Open, to change 4").click()
    expect(passage).to_contain_text(OTHER)
    passage.focus()
    page.keyboard.press("2")
    expect_saved(page)
    assert found(campaign) == [("d4", 2)]
    press(page, "1")
    check_page(page)


def test_on_a_phone_the_search_is_a_sheet(phone: Page, campaign: Campaign) -> None:
    open_desk(phone, campaign)
    phone.get_by_role("button", name="Search").tap()
    sheet = phone.get_by_role("complementary", name="Search")
    sheet.get_by_role("searchbox").fill("firs")
    sheet.get_by_role("button", name="Firs").tap()
    expect(sheet).not_to_be_visible()
    expect(phone.get_by_test_id("passage")).to_contain_text(OTHER)
    phone.get_by_role("group", name="Grades").get_by_role("button", name="5").tap()
    expect_saved(phone)
    assert found(campaign) == [("d4", 5)]
    phone.get_by_role("button", name="Search").tap()
    expect(sheet.get_by_role("searchbox")).to_have_value("firs")
    check_page(phone)
