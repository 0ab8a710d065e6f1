"""What people choose and hold for themselves: the theme, the size of the text, their data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment, Membership
from tests.annotation.answering import claim_one, judge
from tests.e2e.conftest import SignIn
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)

LIGHT, DARK = "rgb(251, 250, 247)", "rgb(22, 23, 26)"
# What the document says when its body begins, before anything of it is painted.
AT_FIRST = """() => new MutationObserver((_, observer) => {
    if (document.body === null) return;
    window.themeAtFirst = document.documentElement.dataset.theme ?? "none";
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
TEXT_SIZE = "parseFloat(getComputedStyle(document.querySelector('#passage-text')).fontSize)"


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return make_campaign("second-look")


@pytest.fixture
def alice(campaign: Campaign) -> User:
    """A member who has judged one pair."""
    alice = make_user("alice", "annotation.may_organize")
    member = make_member(campaign, alice)
    judge(member, claim_one(member), 4)
    return alice


def expect_paper(page: Page, colour: str) -> None:
    expect(page.locator("body")).to_have_css("background-color", colour)


def test_a_theme_and_a_text_size_are_chosen_and_show_from_the_first_paint_on(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    page = sign_in("alice")
    page.emulate_media(color_scheme="light")
    page.goto(f"/judge/{campaign.pk}")
    passage = page.get_by_test_id("passage")
    expect(passage).to_be_visible()
    expect_paper(page, LIGHT)
    before = page.evaluate(TEXT_SIZE)
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Dark", exact=True).check()
    expect_paper(page, DARK)
    page.get_by_label("Very large").check()
    page.wait_for_function(f"() => {TEXT_SIZE} > {1.25 * before}")
    words = passage.inner_text()
    page.keyboard.press("3")  # a choice of the menu has the focus
    expect(passage).not_to_have_text(words)
    page.add_init_script(f"({AT_FIRST})()")
    page.reload()
    expect(passage).to_be_visible()
    assert page.evaluate("window.themeAtFirst") == "dark"
    expect_paper(page, DARK)
    page.goto("/campaigns")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect_paper(page, DARK)
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Light", exact=True).check()
    expect_paper(page, LIGHT)
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "light")


def test_an_assessor_takes_their_data_along_and_withdraws(
    sign_in: SignIn, campaign: Campaign, alice: User, tmp_path: Path
) -> None:
    page = sign_in("alice")
    page.goto("/")
    page.get_by_role("link", name="Your data").click()
    expect(page.get_by_text("P-alice, assessor")).to_be_visible()
    page.get_by_label("Your English").select_option(label="Advanced")
    expect(page.get_by_text("Kept.")).to_be_visible()
    assert Membership.objects.get().english_level == "advanced"
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything as one file").click()
    download.value.save_as(tmp_path / "held.json")
    held = json.loads((tmp_path / "held.json").read_text())
    assert [row["grade"] for row in held["judgments"]] == [4]
    page.get_by_text("Withdraw from this campaign").click()
    page.get_by_label("is taken back").check()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("withdrawn on")).to_be_visible()
    assert not Judgment.objects.votes().exists()
