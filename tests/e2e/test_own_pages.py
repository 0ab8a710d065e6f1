"""What people come to before and after judging; light, dark and the size of the text everywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation.campaigns.publishing import publish_notice
from annotation.models import Campaign, Membership
from annotation.people.invitations import link_path
from tests.annotation.answering import claim_one, judge
from tests.annotation.inviting import expire, invite
from tests.e2e.axe import check_axe
from tests.e2e.conftest import SignIn
from tests.e2e.desk import expect_saved, open_desk, spruce_desk
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)

LIGHT, DARK = "rgb(251, 250, 247)", "rgb(22, 23, 26)"
# What the document says when its body begins, before anything of it is painted.
AT_FIRST = """() => new MutationObserver((_, observer) => {
    if (document.body === null) return;
    window.themeAtFirst = document.documentElement.dataset.theme ?? "none";
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""


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


@pytest.mark.parametrize("path", ["/", "/login", "/join/abc", "/join/999999", "/no/such/page"])
def test_axe_finds_nothing_before_signing_in(page: Page, transactional_db: None, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_axe(page)


@pytest.mark.parametrize("path", ["/", "/judge/{}/record", "/join/{}"])
def test_axe_finds_nothing_on_the_pages_of_assessors(
    sign_in: SignIn, campaign: Campaign, alice: User, path: str
) -> None:
    page = sign_in("alice")
    page.goto(path.format(campaign.pk))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_axe(page)


def test_a_theme_is_chosen_stays_and_shows_before_the_first_paint(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    page = sign_in("alice")
    page.emulate_media(color_scheme="light")
    page.goto(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    expect_paper(page, LIGHT)
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Dark", exact=True).check()
    expect_paper(page, DARK)
    page.add_init_script(f"({AT_FIRST})()")
    page.reload()
    expect(page.get_by_test_id("passage")).to_be_visible()
    assert page.evaluate("window.themeAtFirst") == "dark"
    expect_paper(page, DARK)


def test_a_grade_is_given_while_a_choice_of_the_menu_has_the_focus(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}")
    before = page.get_by_test_id("passage").inner_text()
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Large", exact=True).check()
    page.keyboard.press("3")
    expect(page.get_by_test_id("passage")).not_to_have_text(before)


def test_the_organizers_pages_follow_the_theme(sign_in: SignIn, alice: User) -> None:
    page = sign_in("alice")
    page.emulate_media(color_scheme="dark")
    page.goto("/campaigns")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect_paper(page, DARK)
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Light", exact=True).check()
    expect_paper(page, LIGHT)


def test_the_text_grows(sign_in: SignIn, campaign: Campaign, alice: User) -> None:
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}")
    size = "parseFloat(getComputedStyle(document.querySelector('#passage-text')).fontSize)"
    expect(page.get_by_test_id("passage")).to_be_visible()
    before = page.evaluate(size)
    page.get_by_label("Light, dark and text size").click()
    page.get_by_label("Very large").check()
    page.wait_for_function(f"() => {size} > {1.25 * before}")


def test_the_home_page_lists_apart_what_is_done(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    Campaign.objects.update(quota=1)
    later = make_campaign("third-look", campaign.pool, quota=9)
    withdrawn = make_member(make_campaign("fourth-look", campaign.pool), alice)
    Membership.objects.filter(pk=withdrawn.pk).update(withdrawn_at=timezone.now())
    make_member(later, alice)
    page = sign_in("alice")
    page.goto("/")
    todo = page.locator("section", has=page.get_by_role("heading", name="To judge"))
    done = page.locator("section", has=page.get_by_role("heading", name="Done"))
    expect(todo.get_by_role("article")).to_have_count(1)
    expect(todo).to_contain_text("0 of your 9 judged")
    expect(done.get_by_role("article")).to_have_count(2)
    expect(done).to_contain_text("1 of your 1 judged")
    expect(done).to_contain_text("You have withdrawn.")
    expect(done.get_by_role("link", name="Judge", exact=True)).to_have_count(0)
    done.get_by_role("link", name="Your judgments: second-look").click()
    history = page.get_by_role("complementary", name="My judgments")
    expect(history.get_by_role("listitem")).to_have_count(1)


def test_everything_held_is_downloaded_as_one_file(
    sign_in: SignIn, campaign: Campaign, alice: User, tmp_path: Path
) -> None:
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}/record")
    expect(page.get_by_role("main")).to_contain_text("second-look")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything as one file").click()
    download.value.save_as(tmp_path / "held.json")
    held = json.loads((tmp_path / "held.json").read_text())
    assert [row["grade"] for row in held["judgments"]] == [4]


def test_the_level_of_english_is_said_on_the_record_page(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}/record")
    page.get_by_label("Your English").select_option(label="Advanced")
    expect(page.get_by_text("Kept.")).to_be_visible()
    assert Membership.objects.get().english_level == "advanced"


def test_consent_is_given_without_scrolling_and_english_said_beside_it(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    publish_notice(campaign=campaign, body="Your grades are *recorded*.\n\n" * 60)
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}")
    agree = page.get_by_role("button", name="I agree")
    box = agree.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    check_axe(page)
    page.get_by_label("Your English").select_option(label="Native")
    expect(page.get_by_text("Kept.")).to_be_visible()
    agree.click()
    expect(page.get_by_test_id("passage")).to_be_visible()
    assert Membership.objects.get().english_level == "native"


def test_a_member_who_joins_again_is_led_on(
    sign_in: SignIn, campaign: Campaign, alice: User
) -> None:
    page = sign_in("alice")
    page.goto(f"/join/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are in second-look already")
    page.get_by_role("main").get_by_role("link", name="Judge").click()
    expect(page.get_by_test_id("passage")).to_be_visible()


def test_no_campaign_has_letters_for_a_number(page: Page, transactional_db: None) -> None:
    page.goto("/join/abc")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page at this address")


def test_what_cannot_be_used_is_not_to_be_tried_again(page: Page, campaign: Campaign) -> None:
    invitation, token = invite(campaign)
    expire(invitation)
    page.goto(link_path(token))
    expect(page.get_by_role("alert")).to_contain_text("ask the organizer for a new link")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_the_rule_of_passwords_is_told_beforehand(page: Page, campaign: Campaign) -> None:
    page.goto(link_path(invite(campaign).token))
    password = page.get_by_label("Password")
    expect(password).to_have_accessible_description(re.compile("^At least 8 characters"))


def test_each_page_of_a_person_says_that_a_campaign_has_ended(
    page: Page, transactional_db: None
) -> None:
    campaign = spruce_desk(make_user("carol"))
    open_desk(page, campaign, "carol")
    page.keyboard.press("2")
    expect_saved(page)
    Campaign.objects.update(state="closed")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", level=1)).to_have_text("The campaign has ended")
    expect(page.get_by_role("alert")).to_contain_text("1 judgment not saved")
    main = page.get_by_role("main")
    page.goto("/")
    expect(main).to_contain_text("1 judgment of yours was not taken. Open the campaign to see why.")
    expect(main.get_by_role("heading", level=2)).to_have_text("Done")
    page.goto("/campaigns")
    expect(main.get_by_role("heading", level=2)).to_have_text("Over")
    expect(main).to_contain_text("1 judged by you")
    expect(main.get_by_role("link")).to_have_text(["Your judgments", "Your data"])
    page.goto(f"/judge/{campaign.pk}/record")
    expect(main.get_by_role("definition").filter(has_text="the campaign has ended")).to_be_visible()
    expect(main.get_by_role("link", name="Look through your judgments")).to_be_visible()
    expect(main.get_by_role("link", name="Back to judging")).to_have_count(0)
