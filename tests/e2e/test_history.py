"""The history of one's own judgments, beside the passage."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from annotation.models import Campaign
from tests.e2e.desk import expect_saved, grades, open_desk, press, spruce_desk
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return spruce_desk(make_user("alice"))


def test_the_history_is_filtered_and_a_judgment_changed(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2", "4", "2")
    page.keyboard.press("x")
    page.keyboard.press("2")
    expect_saved(page)
    page.keyboard.press("h")
    panel = page.get_by_role("complementary", name="My judgments")
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(4)
    panel.get_by_label("Answer").select_option(label="Could not judge (1)")
    expect(rows).to_have_count(1)
    panel.get_by_label("Answer").select_option(label="4 (1)")
    expect(rows.locator("b")).to_have_text("4")
    rows.get_by_role("button").click()
    expect(page.get_by_role("note")).to_contain_text("You judged this 4")
    page.keyboard.press("3")
    expect_saved(page)
    expect(panel.get_by_text("No judgment matches.")).to_be_visible()
    assert sorted(value or 0 for value in grades(campaign)) == [0, 2, 2, 3]


def test_the_history_is_searched_by_the_words_of_the_query(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2")
    page.keyboard.press("h")
    panel = page.get_by_role("complementary", name="My judgments")
    panel.get_by_label("Words of the query").fill("cats 3")
    expect(panel.get_by_text("No judgment matches.")).to_be_visible()
    panel.get_by_label("Words of the query").fill("spruces long")
    expect(panel.get_by_role("listitem")).to_have_count(1)
    assert grades(campaign) == [2]


def test_the_history_has_what_was_saved_while_it_was_first_read(
    page: Page, campaign: Campaign
) -> None:
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and len(held) < 2:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    open_desk(page, campaign)
    page.route("**/api/judging/*/judgments**", hold)
    page.keyboard.press("h")
    while len(held) < 2:
        page.wait_for_timeout(20)
    press(page, "2")
    expect_saved(page)
    for route, response in held:
        route.fulfill(response=response)
    panel = page.get_by_role("complementary", name="My judgments")
    expect(panel.get_by_role("listitem")).to_have_count(1)
    expect(panel.get_by_label("Answer")).to_contain_text("2 (1)")
    assert grades(campaign) == [2]
