"""Accounts and memberships: made, entered, changed and ended."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Locator, Page, expect

from annotation.models import Membership
from annotation.people.invitations import link_path
from tests.annotation.inviting import PASSWORD, invite
from tests.e2e.conftest import signed_in, until
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.server import Server
from tests.factories import make_administrator, make_campaign, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
FIRST, SECOND = "spruce-and-fir-cones", "larches-in-autumn"


def row_of(name: str, page: Page) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def newest_link(page: Page) -> str:
    return page.get_by_text("/reset#").first.inner_text()


def set_password(page: Page, link: str, password: str) -> None:
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Set a password for dave")
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("New password again").fill(password)
    page.get_by_role("button", name="Set the password").click()
    page.wait_for_url("/")


def test_an_account_from_its_making_to_its_end(
    page: Page, chromium: Browser, live_server: Server, transactional_db: None
) -> None:
    make_administrator("root")
    signed_in(page, "root")
    page.goto("/")
    page.get_by_role("link", name="Accounts").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Accounts")
    page.get_by_text("New account").click()
    page.get_by_label("Username").fill("dave")
    page.get_by_role("button", name="Create the account").click()
    dave = row_of("dave", page)
    expect(dave).to_contain_text("no password yet")
    with opened(chromium, live_server, viewport={"width": 390, "height": 844}) as own:
        set_password(own, newest_link(page), FIRST)
        expect(own.get_by_role("link", name="dave")).to_be_visible()
        expect(own.get_by_role("link", name="Library")).to_have_count(0)
        page.reload()
        expect(dave).not_to_contain_text("no password yet")
        dave.get_by_label("Research").check()
        expect(page.get_by_text("Changed what dave may do: research given.")).to_be_visible()
        own.reload()
        own.get_by_role("link", name="Library").click()
        dave.get_by_role("button", name="Make a reset link").click()
        expect(page.get_by_text("This link is shown only once")).to_be_visible()
        set_password(own, newest_link(page), SECOND)
        dave.get_by_role("button", name="Deactivate").click()
        expect(page.get_by_role("dialog")).to_contain_text("They are signed out everywhere")
        page.get_by_role("button", name="Deactivate", exact=True).click()
        expect(dave).to_contain_text("deactivated")
        own.goto("/library")
        expect(own.get_by_role("heading", level=1)).to_have_text("Sign in")
        own.get_by_label("Username").fill("dave")
        own.get_by_label("Password").fill(SECOND)
        own.keyboard.press("Enter")
        expect(own.get_by_role("alert")).to_have_text("The name or the password is wrong.")


@thorough
def test_an_administrator_is_made_after_a_question_and_one_remains(
    page: Page, transactional_db: None
) -> None:
    make_administrator("root")
    for name in ("alice", "bob", "a.very.long.name.of.somebody.at.a.university.example"):
        make_user(name)
    signed_in(page, "root").goto("/accounts")
    check_page(page, [320])
    page.get_by_label("Search by name").fill("ali")
    expect(row_of("bob", page)).to_have_count(0)
    row_of("alice", page).get_by_label("Administrate").click()
    page.get_by_role("button", name="Not now").click()
    assert not User.objects.get(username="alice").is_superuser
    row_of("alice", page).get_by_label("Administrate").click()
    page.get_by_role("button", name="Make an administrator").click()
    expect(row_of("alice", page).get_by_label("Organize")).to_be_checked()
    expect(row_of("alice", page).get_by_label("Organize")).to_be_disabled()
    until(page, lambda: User.objects.get(username="alice").is_superuser)
    User.objects.filter(username="alice").update(is_superuser=False)
    page.goto("/accounts")
    row_of("root", page).get_by_label("Administrate").click()
    page.get_by_role("button", name="Withdraw the right").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("last administrator")


def test_a_password_is_changed_and_a_wrong_one_said(page: Page, transactional_db: None) -> None:
    make_user("rita", "ranking.may_research")
    signed_in(page, "rita").goto("/")
    page.get_by_role("link", name="rita").click()
    page.get_by_label("Current password").fill("guess")
    page.get_by_label("New password", exact=True).fill(SECOND)
    page.get_by_label("New password again").fill(SECOND)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("That is not the password you have now.")).to_be_visible()
    page.get_by_label("Current password").fill("rita-password")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Other browsers are signed out.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/login?next=/account")
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password").fill("rita-password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("wrong")
    page.get_by_label("Password").fill(SECOND)
    page.keyboard.press("Enter")
    page.wait_for_url("/account")


def test_who_has_a_link_and_no_account_joins_and_judges(page: Page, transactional_db: None) -> None:
    campaign = make_campaign("second-look")
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
