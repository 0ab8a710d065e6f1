"""One's own account: what one may do, and another password."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 320, "height": 640}


def test_an_account_gets_another_password(page: Page, transactional_db: None) -> None:
    make_user("rita", "ranking.may_research")
    signed_in(page, "rita")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto("/")
    page.get_by_role("link", name="rita").click()
    expect(page.get_by_text("compute and compare runs, and judge")).to_be_visible()
    page.get_by_label("Password you have now").fill("guess")
    page.get_by_label("New password", exact=True).fill("larches-in-autumn")
    page.get_by_label("New password again").fill("larches-in-winter")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("This differs from the password above.")).to_be_visible()
    page.get_by_label("New password again").fill("larches-in-autumn")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("That is not the password you have now.")).to_be_visible()
    page.get_by_label("Password you have now").fill("rita-password")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Changed. Other browsers are signed out.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_axe(page)
    page.get_by_role("button", name="Sign out").click()
    page.goto("/login")
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password").fill("larches-in-autumn")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="rita")).to_be_visible()
