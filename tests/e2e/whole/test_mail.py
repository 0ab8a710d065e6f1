"""E-mail in the browser: an invitation, and a password that was forgotten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect
from pytest_django.fixtures import Settings

from annotation.mail.sending import _thread
from tests.annotation.inviting import PASSWORD
from tests.e2e.conftest import signed_in
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.server import Server
from tests.factories import make_campaign, make_user
from tests.mail_server import ADDRESS, REFUSED, Box, mail_server
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
ANN, OTHER = "ann@example.org", "another-good-password"


@pytest.fixture
def box(settings: Settings) -> Iterator[Box]:
    with mail_server(settings) as box:
        yield box


def path_in(box: Box) -> str:
    """The path of the link in the last e-mail."""
    return box.link().removeprefix(ADDRESS)


@thorough
def test_an_invited_assessor_forgets_the_password(
    page: Page, box: Box, chromium: Browser, live_server: Server
) -> None:
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign("second-look")
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/people")
    page.get_by_label("E-mail addresses").fill(f"{REFUSED}\n{ANN}")
    page.get_by_role("button", name="Send 2 invitations").click()
    expect(page.get_by_text(f"Sent to {ANN}.")).to_be_visible()
    expect(page.get_by_text("No such mailbox here")).to_be_visible()
    expect(page.get_by_text(f"For {ANN}, as assessor: not joined yet")).to_be_visible()
    check_page(page)
    with opened(chromium, live_server) as desk:
        desk.goto(path_in(box))
        expect(desk.get_by_text("carol")).to_be_visible()
        desk.get_by_label("Username").fill("ann")
        desk.get_by_label("Password").fill(PASSWORD)
        desk.get_by_label("E-mail address").fill(ANN)
        desk.get_by_role("button", name="Join", exact=True).click()
        desk.wait_for_url(f"/judge/{campaign.pk}")
    with opened(chromium, live_server) as desk:
        desk.goto("/login")
        desk.get_by_role("link", name="You forgot your password?").click()
        desk.get_by_label("Username or e-mail address").fill(ANN)
        desk.get_by_role("button", name="Send me a link").click()
        expect(desk.get_by_text("a link is on its way")).to_be_visible()
        check_page(desk)
        _thread.submit(lambda: None).result(timeout=60)
        desk.goto(path_in(box))
        desk.get_by_label("New password", exact=True).fill(OTHER)
        desk.get_by_label("New password again").fill(OTHER)
        desk.get_by_role("button", name="Set the password").click()
        desk.wait_for_url("/")
        desk.goto("/account")
        expect(desk.get_by_label("E-mail address")).to_have_value(ANN)
        check_page(desk)
    assert User.objects.get(username="ann").check_password(OTHER)
