"""The organizer's pages of one campaign: people, guideline, launch and settings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, CampaignState
from tests.annotation.answering import claim_one, judge
from tests.e2e.conftest import SignIn
from tests.e2e.driving.looking import check_page
from tests.factories import make_campaign, make_member, make_user
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """A draft; carol organizes."""
    make_user("carol", "annotation.may_organize")
    return make_campaign(state=CampaignState.DRAFT)


@pytest.fixture
def organizer(campaign: Campaign, sign_in: SignIn) -> Page:
    return sign_in("carol")


def go(page: Page, campaign: Campaign, tab: str = "") -> Page:
    page.goto(f"/campaigns/{campaign.pk}/{tab}".rstrip("/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("campaign")
    return page


def confirm(page: Page, verb: str) -> None:
    """It is done once the dialog is gone; nothing behind it can be reached before."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=verb, exact=True).click()
    expect(dialog).to_be_hidden()


def text_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Text")


def publish_guideline_by_hand(page: Page) -> None:
    text_field(page).fill("## Be fair\n\nJudge *what it says*.")
    preview = page.get_by_role("region", name="As assessors see it")
    expect(preview.get_by_role("heading")).to_have_text("Be fair")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    page.get_by_role("button", name="Publish version 1…").click()
    confirm(page, "Publish")
    expect(page.get_by_text("Version 1 is in force.")).to_be_visible()


def test_a_campaign_is_made_ready_opened_and_paused(organizer: Page, campaign: Campaign) -> None:
    page = go(organizer, campaign)
    page.get_by_role("button", name="Open…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("There is no notice")
    if THOROUGH:
        check_page(page)
    expect(dialog.get_by_role("button", name="Open", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Open…")).to_be_focused()
    page.get_by_role("link", name="1 item required first").click()
    missing = page.get_by_role("listitem").filter(has_text="There is no notice")
    missing.get_by_role("link", name="Notice").click()
    page.get_by_role("button", name="Write a new version").click()
    page.get_by_label("New version of the notice").fill("What is recorded.")
    page.get_by_role("button", name="Publish the notice…").click()
    confirm(page, "Publish")
    publish_guideline_by_hand(page)
    page.get_by_role("link", name="Launch").click()
    for verb, state in (("Open", "open"), ("Pause", "paused"), ("Resume", "open")):
        page.get_by_role("group", name="State").get_by_role("button", name=f"{verb}…").click()
        if verb == "Open":
            dialog.get_by_label("Note for the log").fill("Go.")
        confirm(page, verb)
        expect(page.get_by_role("heading", level=1)).to_contain_text(state)
    log = page.get_by_role("region", name="Log")
    expect(log.get_by_text("Opened it. “Go.”")).to_be_visible()
    assert Campaign.objects.get().state == CampaignState.OPEN


@thorough
def test_a_campaign_ends_by_a_button_of_its_own_and_no_stray_key(
    organizer: Page, campaign: Campaign
) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    page = go(organizer, campaign)
    end = page.get_by_role("group", name="State").get_by_role("button", name="End the campaign…")
    end.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ending is permanent")
    expect(dialog.get_by_role("button", name="Not now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert Campaign.objects.get().state == CampaignState.OPEN
    end.focus()
    page.keyboard.press("Enter")
    ends = dialog.get_by_role("button", name="End the campaign", exact=True)
    for _ in range(20):
        if page.evaluate("document.activeElement?.textContent") == ends.text_content():
            break
        page.keyboard.press("Tab")
    expect(ends).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("ended")
    assert Campaign.objects.get().state == CampaignState.CLOSED


def test_people_are_invited_and_a_member_gets_a_quota_is_paused_and_withdrawn(
    organizer: Page, campaign: Campaign
) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    member = make_member(campaign, make_user("alice"))
    for _ in range(2):
        judge(member, claim_one(member))
    page = go(organizer, campaign, "people")
    row = page.get_by_role("row").filter(has_text="P-alice")
    expect(row).to_be_visible()  # what it brings moves the form below, and a click would miss
    page.get_by_label("How many people").fill("3")
    page.get_by_role("button", name="Make a link").click()
    address = page.get_by_text(re.compile(r"/join#")).inner_text()
    assert re.fullmatch(r"http://[^/]+/join#[\w-]{43}", address)
    standing = page.get_by_role("listitem").filter(has_text="3 people, as assessor: ")
    standing.get_by_role("button", name="Revoke…").click()
    confirm(page, "Revoke")
    expect(page.get_by_text("1 earlier link")).to_be_visible()
    change = page.get_by_role("button", name="Change P-alice")
    dialog = page.get_by_role("dialog")
    change.click()
    if THOROUGH:
        check_page(page)
    dialog.get_by_label("Quota of P-alice").fill("4")
    expect(dialog).to_contain_text("2 more to go")
    confirm(page, "Set a quota")
    expect(row).to_contain_text("4 own")
    for choice, verb, state in (
        ("Pause", "Pause", "paused"),
        (*["Withdraw, discard their work"] * 2, "withdrawn"),
    ):
        change.click()
        dialog.get_by_label(choice, exact=False).first.check()
        confirm(page, verb)
        expect(row).to_contain_text(state)
    member.refresh_from_db()
    assert (member.quota, member.judgments.live().filter(grade__isnull=False).count()) == (4, 0)
    page.goto("/")
    page.goto(address)
    expect(page.get_by_text("taken back; ask the organizer")).to_be_visible()


def test_a_draft_outlives_the_page_and_loses_nothing_to_another_window(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "guideline")
    text_field(page).fill("First words.")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    other = page.context.new_page()
    go(other, campaign, "guideline")
    expect(text_field(other)).to_have_value("First words.")
    text_field(other).fill("Words of another window.")
    expect(other.get_by_text("Draft saved.")).to_be_visible()
    page.get_by_role("button", name="Publish version 1").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Publish", exact=True).click()
    expect(dialog.get_by_text("changed in another window")).to_be_visible()
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Show the other one").click()
    expect(text_field(page)).to_have_value("Words of another window.")
    draft = campaign.guidelines.get()
    assert (draft.body, draft.published_at) == ("Words of another window.", None)


def test_a_pilot_is_drawn_and_settings_and_policy_change(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "launch")
    page.get_by_label("Pairs to draw").fill("2")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("Drawn: 3 pairs of 1 topic.")).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Quota per assessor").fill("5")
    page.get_by_label("Minutes a passage is held").fill("15")
    page.get_by_label("Assessors may leave a note").check()
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_role("button", name="Save the settings").click()
    expect(page.get_by_role("button", name="Save the settings")).to_be_disabled()
    page.get_by_role("button", name="Change the policy").click()
    page.get_by_label("Further judgments where grades disagree").fill("2")
    page.get_by_label("Sets of topics at a time").fill("2")
    page.get_by_label("Topics in a set").fill("3")
    page.get_by_label("How often a set is new, in percent").fill("25")
    page.get_by_role("button", name="Review changes…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("No pair has all its judgments")
    changes = dialog.get_by_label("Changes").get_by_role("row")
    expect(changes).to_have_count(1 + 4)
    expect(changes.nth(4)).to_contain_text(re.compile("grades disagree.*none.*at most 2 a pair"))
    expect(dialog.get_by_label("Cost")).to_contain_text("further ones")
    confirm(page, "Apply")
    expect(page.get_by_role("form", name="Serving policy")).to_have_count(0)
    changed = Campaign.objects.get()
    assert (changed.quota, changed.lease_s, changed.asks_note) == (5, 900, True)
    policy = changed.policy()
    sets = (policy.sets_offered, policy.topics_per_set, policy.new_topic_share)
    assert (policy.extra_judgments, sets) == (2, (2, 3, 0.25))
