"""The guideline wherever it is read: it looks the same, and keys reach all of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.models import Campaign, Consent
from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.e2e.prose import LOOK
from tests.e2e.still import scrolls_sideways
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)

BODY = """## How to judge

Read the *whole* passage.

| grade | means |
|---|---|
| 5 | It answers. |

> What is not said counts for nothing.

""" + "\n\n".join(f"Rule {number}: be fair." for number in range(40))


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Open, with a guideline and a notice; carol organizes, alice has agreed to nothing yet."""
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign()
    publish_guideline(campaign=campaign, body=BODY)
    publish_notice(campaign=campaign, body="What is recorded.")
    make_member(campaign, make_user("alice"))
    return campaign


def preview_of(page: Page, campaign: Campaign) -> Locator:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/guideline")
    preview = page.get_by_role("region", name="The guideline as assessors see it")
    expect(preview.get_by_role("heading")).to_have_text("How to judge")
    return preview


def test_keys_reach_and_scroll_the_preview_and_axe_finds_nothing(
    page: Page, campaign: Campaign
) -> None:
    preview = preview_of(page, campaign)
    check_axe(page)
    page.get_by_role("textbox", name="Text").focus()
    page.keyboard.press("Tab")
    expect(preview).to_be_focused()
    page.keyboard.press("End")
    page.wait_for_function("() => document.activeElement.scrollTop > 0")


def test_the_guideline_looks_the_same_where_it_is_written_and_where_it_is_read(
    page: Page, campaign: Campaign
) -> None:
    looks = [preview_of(page, campaign).evaluate(LOOK)]
    page.context.clear_cookies()
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    page.get_by_text("Scale and guideline").click()
    group = page.get_by_role("group").filter(has=page.get_by_role("table"))
    looks.append(group.evaluate(LOOK))
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_test_id("passage")).to_be_visible()
    assert Consent.objects.exists()
    page.keyboard.press("g")
    panel = page.get_by_role("complementary", name="Guideline")
    expect(panel.get_by_role("table")).to_be_visible()
    looks.append(panel.evaluate(LOOK))
    assert looks[1:] == looks[:1] * 2
    page.set_viewport_size({"width": 320, "height": 640})
    assert not scrolls_sideways(page)
