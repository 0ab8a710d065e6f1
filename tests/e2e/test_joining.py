from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Membership
from annotation.people.invitations import link_path
from tests.annotation.inviting import PASSWORD, expire, invite
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return make_campaign("second-look")


def test_who_has_a_link_and_no_account_joins_and_judges(page: Page, campaign: Campaign) -> None:
    page.goto(link_path(invite(campaign).token))
    expect(page.get_by_role("heading", level=1)).to_have_text("Join second-look")
    expect(page.get_by_text("as an assessor")).to_be_visible()
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


def test_anybody_signs_up_where_the_campaign_lets_them(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(allows_sign_up=True)
    page.goto(f"/join/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Join second-look")
    page.get_by_label("Username").fill("dave")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()


def test_a_link_that_has_expired_says_whom_to_ask(page: Page, campaign: Campaign) -> None:
    invitation, token = invite(campaign)
    expire(invitation)
    page.goto(link_path(token))
    expect(page.get_by_role("alert")).to_contain_text("ask the organizer for a new link")
