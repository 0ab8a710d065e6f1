from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Membership
from annotation.people.invitations import link_path
from tests.annotation.inviting import PASSWORD, invite
from tests.factories import make_campaign
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return make_campaign("second-look")


def test_who_has_a_link_and_no_account_joins_and_judges(page: Page, campaign: Campaign) -> None:
    page.goto(link_path(invite(campaign).token))
    expect(page.get_by_role("heading", level=1)).to_have_text("Join second-look")
    described = page.get_by_label("Password")
    expect(described).to_have_accessible_description(re.compile("^At least 8 characters"))
    page.get_by_label("Username").focus()
    page.keyboard.type("dave")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    member = Membership.objects.select_related("user").get()
    assert member.user is not None
    assert member.user.username == "dave"


@thorough
def test_anybody_signs_up_where_the_campaign_lets_them_and_once(
    page: Page, campaign: Campaign
) -> None:
    Campaign.objects.update(allows_sign_up=True)
    page.goto(f"/join/{campaign.pk}")
    page.get_by_label("Username").fill("dave")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    page.goto(f"/join/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are in second-look already")
    page.get_by_role("main").get_by_role("link", name="Judge").click()
    expect(page.get_by_test_id("passage")).to_be_visible()
