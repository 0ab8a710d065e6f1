"""The organizer's pages of one campaign: people, guideline, launch and settings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.campaigns.pilot import draw_pilot
from annotation.campaigns.publishing import publish_notice
from annotation.models import Campaign, CampaignState
from tests.annotation.answering import claim_one, judge
from tests.e2e.axe import check_axe
from tests.e2e.conftest import SignIn
from tests.e2e.still import scrolls_sideways, until_still
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("people", "guideline", "launch", "settings")


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


def publish_guideline_by_hand(page: Page) -> None:
    page.get_by_role("textbox", name="Text").fill("## Be fair\n\nJudge *what it says*.")
    preview = page.get_by_role("region", name="As assessors see it")
    expect(preview.get_by_role("heading")).to_have_text("Be fair")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    page.get_by_role("button", name="Publish version 1…").click()
    confirm(page, "Publish")
    expect(page.get_by_text("Version 1 is in force.")).to_be_visible()


def test_a_campaign_is_made_ready_opened_and_paused(organizer: Page, campaign: Campaign) -> None:
    page = go(organizer, campaign)
    page.get_by_role("link", name="1 item required first").click()
    missing = page.get_by_role("listitem").filter(has_text="There is no notice")
    expect(missing).to_contain_text("required")
    missing.get_by_role("link", name="Notice").click()

    page.get_by_role("button", name="Write a new version").click()
    page.get_by_label("New version of the notice").fill("What is recorded.")
    page.get_by_role("button", name="Publish the notice…").click()
    confirm(page, "Publish")
    expect(page.get_by_text("Version 1, in force")).to_be_visible()
    publish_guideline_by_hand(page)

    page.get_by_role("link", name="Launch").click()
    for verb, state in (("Open", "open"), ("Pause", "paused"), ("Resume", "open")):
        page.get_by_role("group", name="State").get_by_role("button", name=f"{verb}…").click()
        dialog = page.get_by_role("dialog")
        if verb == "Open":
            dialog.get_by_label("Note for the log").fill("Go.")
        confirm(page, verb)
        expect(page.get_by_role("heading", level=1)).to_contain_text(state)
    log = page.get_by_role("region", name="Log")
    expect(log.get_by_text("Opened it. “Go.”")).to_be_visible()


def test_a_campaign_ends_by_a_button_of_its_own_and_no_stray_key(
    organizer: Page, campaign: Campaign
) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    page = go(organizer, campaign)
    end = page.get_by_role("group", name="State").get_by_role("button", name="End the campaign…")
    end.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ending it is for good")
    expect(dialog.get_by_role("button", name="Not now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert Campaign.objects.get().state == CampaignState.OPEN
    end.click()
    check_axe(page)
    confirm(page, "End the campaign")
    expect(page.get_by_role("heading", level=1)).to_contain_text("ended")
    expect(page.get_by_role("heading", name="How it ended")).to_be_visible()
    assert Campaign.objects.get().state == CampaignState.CLOSED
    page.get_by_role("navigation", name="Campaign").get_by_role("link", name="Launch").click()
    expect(page.get_by_role("region", name="Log").get_by_text("Ended it for good.")).to_be_visible()


def test_what_must_be_there_holds_the_opening_back(organizer: Page, campaign: Campaign) -> None:
    page = go(organizer, campaign)
    page.get_by_role("button", name="Open…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("There is no notice")
    expect(dialog.get_by_role("button", name="Open", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Open…")).to_be_focused()


def test_people_are_invited_by_a_link_that_is_taken_back(
    organizer: Page, campaign: Campaign, page: Page
) -> None:
    go(organizer, campaign, "people")
    organizer.get_by_label("How many people").fill("3")
    organizer.get_by_role("button", name="Make a link").click()
    link = organizer.get_by_text(re.compile(r"/join#"))
    address = link.inner_text()
    assert re.fullmatch(r"http://[^/]+/join#[\w-]{43}", address)
    standing = organizer.get_by_role("listitem").filter(has_text="3 people, as assessor: ")
    expect(standing).to_contain_text("0 joined, 3 may still join")
    standing.get_by_role("button", name="Take back…").click()
    confirm(organizer, "Take it back")
    expect(organizer.get_by_text("1 earlier link")).to_be_visible()
    organizer.goto("/")
    organizer.goto(address)
    expect(organizer.get_by_text("taken back; ask the organizer")).to_be_visible()


def test_a_member_gets_a_quota_is_paused_and_withdrawn(organizer: Page, campaign: Campaign) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    member = make_member(campaign, make_user("alice"))
    for _ in range(2):
        judge(member, claim_one(member))
    page = go(organizer, campaign, "people")
    row = page.get_by_role("row").filter(has_text="P-alice")
    change = page.get_by_role("button", name="Change P-alice")
    dialog = page.get_by_role("dialog")

    change.click()
    dialog.get_by_label("Quota of P-alice").fill("1")
    expect(dialog).to_contain_text("They have judged 2 already: they get no more pairs")
    dialog.get_by_label("Quota of P-alice").fill("4")
    expect(dialog).to_contain_text("2 more to go")
    confirm(page, "Set a quota")
    expect(row).to_contain_text("4 own")
    change.click()
    dialog.get_by_label("Pause", exact=False).first.check()
    confirm(page, "Pause")
    expect(row).to_contain_text("paused")
    change.click()
    dialog.get_by_label("Withdraw, and take their work back", exact=False).check()
    confirm(page, "Withdraw, and take their work back")
    expect(row).to_contain_text("withdrawn")
    member.refresh_from_db()
    assert (member.quota, member.judgments.live().filter(grade__isnull=False).count()) == (4, 0)


def test_anybody_may_join_once_sign_up_is_allowed(organizer: Page, campaign: Campaign) -> None:
    page = go(organizer, campaign, "people")
    page.get_by_label("Anybody may join").check()
    expect(page.get_by_text(f"/join/{campaign.pk}")).to_be_visible()
    expect(page.get_by_text("It opens when the campaign does.")).to_be_visible()
    assert Campaign.objects.get().allows_sign_up


def test_a_draft_outlives_the_page_and_loses_nothing_to_another_window(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "guideline")
    page.get_by_role("textbox", name="Text").fill("First words.")
    page.get_by_role("button", name="Add an example").click()
    page.get_by_role("textbox", name="Query", exact=True).fill("how long do spruces live")
    expect(page.get_by_text("Draft saved.")).to_be_visible()

    other = page.context.new_page()
    go(other, campaign, "guideline")
    expect(other.get_by_role("textbox", name="Query", exact=True)).to_have_value(
        "how long do spruces live"
    )
    other.get_by_role("textbox", name="Text").fill("Words of another window.")
    expect(other.get_by_text("Draft saved.")).to_be_visible()

    page.get_by_role("textbox", name="Text").fill("Words of this window.")
    page.get_by_role("button", name="Show the other one").click()
    expect(page.get_by_role("textbox", name="Text")).to_have_value("Words of another window.")
    assert campaign.guidelines.get().body == "Words of another window."


def test_a_window_that_read_another_draft_does_not_publish_over_it(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "guideline")
    page.get_by_role("textbox", name="Text").fill("First words.")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    other = page.context.new_page()
    go(other, campaign, "guideline")
    other.get_by_role("textbox", name="Text").fill("Words of another window.")
    expect(other.get_by_text("Draft saved.")).to_be_visible()

    page.get_by_role("button", name="Publish version 1").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Publish", exact=True).click()
    expect(dialog.get_by_text("changed in another window")).to_be_visible()
    dialog.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Show the other one").click()
    expect(page.get_by_role("textbox", name="Text")).to_have_value("Words of another window.")
    draft = campaign.guidelines.get()
    assert (draft.body, draft.published_at) == ("Words of another window.", None)


def test_an_example_is_taken_from_the_pool(organizer: Page, campaign: Campaign) -> None:
    page = go(organizer, campaign, "guideline")
    page.get_by_text("Take one from the pool").click()
    page.get_by_label("Its query holds").fill("spruces")
    page.get_by_label("Its passage holds").fill("cones")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Make an example of d2").click()
    expect(page.get_by_role("textbox", name="Passage", exact=True)).to_have_value(
        "Firs have cones."
    )
    page.get_by_label("Grade").select_option("1")
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    [example] = campaign.guidelines.get().examples
    assert example == {
        "query": "how long do spruces live",
        "passage": "Firs have cones.",
        "grade": 1,
        "explanation": "",
    }


def test_a_published_version_is_compared_with_the_draft_and_taken_again(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "guideline")
    publish_guideline_by_hand(page)
    page.get_by_role("textbox", name="Text").fill("## Be kind\n\nJudge *what it says*.")
    page.get_by_text("Changes since version 1").click()
    expect(page.locator("del")).to_have_text("## Be fair")
    expect(page.locator("ins")).to_have_text("## Be kind")
    page.get_by_text("Version 1, in force").first.click()
    page.get_by_role("button", name="Take its text as the draft").click()
    expect(page.get_by_role("textbox", name="Text")).to_have_value(
        "## Be fair\n\nJudge *what it says*."
    )


def test_a_pilot_is_drawn_and_settings_and_policy_change(
    organizer: Page, campaign: Campaign
) -> None:
    page = go(organizer, campaign, "launch")
    page.get_by_label("Pairs to draw").fill("2")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_text("Drawn: 3 pairs of 1 topic.")).to_be_visible()
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Pairs an assessor judges").fill("5")
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
    expect(page.get_by_role("dialog")).to_contain_text("No pair is finished")
    confirm(page, "Apply")
    expect(page.get_by_text("up to 2 further judgments")).to_be_visible()
    expect(page.get_by_role("form", name="Serving policy")).to_have_count(0)
    expect(page.get_by_text("Assessors get 2 sets of 3 topics at a time")).to_be_visible()
    changed = Campaign.objects.get()
    assert (changed.quota, changed.lease_s, changed.asks_note) == (5, 900, True)
    policy = changed.policy()
    sets = (policy.sets_offered, policy.topics_per_set, policy.new_topic_share)
    assert (policy.extra_judgments, sets) == (2, (2, 3, 0.25))


@pytest.mark.parametrize("state", [CampaignState.DRAFT, CampaignState.OPEN])
@pytest.mark.parametrize("tab", PAGES)
def test_axe_finds_nothing_and_nothing_is_cut_off(
    tab: str, state: CampaignState, organizer: Page, campaign: Campaign
) -> None:
    draw_pilot(campaign=campaign, n=2)
    publish_notice(campaign=campaign, body="What is recorded.")
    make_member(campaign, make_user("alice"))
    Campaign.objects.update(state=state)
    page = go(organizer, campaign, tab)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    check_axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)
    for link in page.get_by_role("navigation", name="Campaign").get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    check_axe(page)


def test_axe_finds_nothing_in_what_asks_once_more(organizer: Page, campaign: Campaign) -> None:
    make_member(campaign, make_user("alice"))
    page = go(organizer, campaign, "people")
    for name in ("Open…", "Change P-alice"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check_axe(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_every_member_is_whole_on_a_phone(organizer: Page, campaign: Campaign) -> None:
    member = make_member(campaign, make_user("alice"))
    member.quota = 1234
    member.save(update_fields=["quota"])
    organizer.set_viewport_size({"width": 390, "height": 844})
    page = go(organizer, campaign, "people")
    change = page.get_by_role("button", name="Change P-alice")
    expect(change).to_be_visible()
    until_still(page)
    box = change.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390


def test_the_campaign_is_opened_by_keyboard_alone(organizer: Page, campaign: Campaign) -> None:
    publish_notice(campaign=campaign, body="What is recorded.")
    page = go(organizer, campaign, "launch")
    page.get_by_role("group", name="State").get_by_role("button", name="Open…").focus()
    page.keyboard.press("Enter")
    opens = page.get_by_role("dialog").get_by_role("button", name="Open", exact=True)
    expect(opens).to_be_enabled()  # once the server has said what is missing
    page.wait_for_function("() => document.activeElement?.closest('dialog') != null")
    for _ in range(20):
        if page.evaluate("document.activeElement?.textContent") == "Open":
            break
        page.keyboard.press("Tab")
    expect(opens).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("open")


def test_an_organizer_runs_a_campaign_on_a_phone(phone: Page, campaign: Campaign) -> None:
    publish_notice(campaign=campaign, body="What is recorded.")
    phone.goto(f"/login?next=/campaigns/{campaign.pk}/people")
    phone.get_by_label("Username").fill("carol")
    phone.get_by_label("Password").fill("carol-password")
    phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Make a link").tap()
    expect(phone.get_by_text(re.compile(r"/join#"))).to_be_visible()
    phone.get_by_role("link", name="Guideline").tap()
    phone.get_by_role("textbox", name="Text").fill("## Be fair")
    phone.get_by_role("button", name="Preview").tap()
    preview = phone.get_by_role("region", name="As assessors see it")
    expect(preview.get_by_role("heading")).to_have_text("Be fair")
    phone.get_by_role("button", name="Open…").tap()
    phone.get_by_role("dialog").get_by_role("button", name="Open", exact=True).tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("open")
    assert not scrolls_sideways(phone)
