"""What happens while a judging page is open: news, and an answer from another device."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotation.campaigns.publishing import publish_guideline
from annotation.models import Cause, Judgment
from annotation.people.messages import send_message
from tests.e2e.conftest import signed_in
from tests.e2e.driving.desk import expect_saved, grades, open_desk, press, spruce_desk
from tests.e2e.driving.looking import check_page
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


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
