"""The desk from consent to the qrels, by keyboard alone, and what stands around the passage."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from annotation.campaigns.publishing import publish_notice
from annotation.models import Campaign, Consent, Judgment, Membership, Visit
from tests.e2e.conftest import signed_in, until
from tests.e2e.driving.desk import TEXTS, expect_saved, grades, open_desk, press, spruce_desk
from tests.e2e.driving.looking import Traffic, check_page
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

HIDE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
QUERY = "how long do spruces live"
PANELS = {"g": "Guideline", "h": "My judgments", "?": "Keys"}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return spruce_desk(make_user("alice"))


def shown(page: Page) -> str:
    """The doc_id of the passage on the page; its text has to be really visible."""
    words = page.locator("#passage-text:visible").inner_text()
    return next(doc_id for doc_id, text in TEXTS.items() if text in words)


def exported(campaign: Campaign, folder: Path) -> dict[str, int]:
    """Relevance by doc_id in the qrels of the campaign as it stands."""
    silent, path = StringIO(), folder / "qrels.txt"
    asked = ("now", f"--campaign={campaign.name}", "--aggregate=median")
    call_command("derive_labels", *asked, stdout=silent)
    call_command("export_labels", "now", str(path), stdout=silent)
    fields = (line.split() for line in path.read_text().splitlines())
    return {doc_id: int(relevance) for _, _, doc_id, relevance in fields}


def test_a_topic_is_judged_by_keyboard_from_consent_to_the_qrels(
    page: Page, transactional_db: None, tmp_path: Path
) -> None:
    campaign = spruce_desk(make_user("alice"), n=3)
    publish_notice(campaign=campaign, body="Your grades are *recorded*.\n\n" * 60)
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    agree = page.get_by_role("button", name="I agree")
    expect(agree).to_be_in_viewport(ratio=1)
    page.get_by_label("Your English").select_option(label="Native")
    until(page, lambda: Membership.objects.get().english_level == "native")
    assert not Consent.objects.exists()
    agree.focus()
    page.keyboard.press("Enter")

    expect(page.get_by_test_id("query")).to_have_text(QUERY)
    expect(page.get_by_role("article", name=f"New topic. Passage for: {QUERY}")).to_be_focused()
    first = shown(page)
    with page.expect_response("**/activity") as answer:
        page.evaluate(HIDE)
    assert answer.value.status == 204
    press(page, "5")
    second = shown(page)
    press(page, "1")
    page.keyboard.press("u")
    expect(page.get_by_test_id("passage")).to_contain_text(TEXTS[second])
    expect(page.get_by_role("note")).to_contain_text("Choose another grade to change it")
    press(page, "4")
    page.keyboard.press("2")
    expect(page.get_by_role("heading", level=1)).to_have_text("All done")
    expect_saved(page)
    third = ({"d1", "d2", "d3"} - {first, second}).pop()
    assert exported(campaign, tmp_path) == {first: 5, second: 4, third: 2}
    judged = Judgment.objects.select_related("campaign_pair").order_by("pk")
    assert {one.assessor_id for one in judged} == {Consent.objects.get().membership_id}
    assert Visit.objects.filter(campaign_pair=judged[0].campaign_pair).count() == 1


def is_apart(one: Locator, other: Locator) -> bool:
    """Whether two boxes do not intersect."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    is_beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return is_beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_every_key_of_the_legend_opens_what_it_says(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2")
    legend = page.get_by_role("group", name="Keys").get_by_role("button").all()
    keys = [button.get_attribute("aria-keyshortcuts") for button in legend]
    panels = {name: page.get_by_role("complementary", name=name) for name in PANELS.values()}
    places = {
        "x": page.get_by_text("Why can this passage not be judged?"),
        "u": page.get_by_role("note"),
        **{key: panels[name] for key, name in PANELS.items()},
    }
    assert sorted(key for key in keys if key) == sorted(places)
    for key, there in places.items():
        page.keyboard.press(key)
        expect(there).to_be_visible()
        page.keyboard.press("Escape")
        expect(there).not_to_be_visible()
    page.keyboard.press("g")
    for words in ("Read the whole passage.", "It names the age.", "version 1"):
        expect(panels["Guideline"]).to_contain_text(words)
    for part in (page.get_by_test_id("passage"), page.get_by_role("group", name="Grades")):
        assert is_apart(panels["Guideline"], part)
    press(page, "2")
    expect(panels["Guideline"]).to_be_visible()
    expect_saved(page)
    assert grades(campaign) == [2, 2]


@thorough
def test_a_note_and_a_confidence_are_kept_and_shown_again(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    open_desk(page, campaign)
    for key in ("c", "4", "n"):
        page.keyboard.press(key)
    page.keyboard.type("3 of 5 ages; 2 are missing")
    page.keyboard.press("Escape")
    assert not Judgment.objects.exists()
    press(page, "2")
    expect_saved(page)
    stored = Judgment.objects.get()
    assert (stored.note, stored.confidence) == ("3 of 5 ages; 2 are missing", 4)
    expect(page.get_by_role("textbox", name="Note")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Previous")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("textbox", name="Note")).to_have_value("3 of 5 ages; 2 are missing")
    for key in ("c", "1", "2"):
        page.keyboard.press(key)
    expect_saved(page)
    assert list(Judgment.objects.live().values_list("confidence", flat=True)) == [1]


def test_the_history_is_filtered_and_a_judgment_changed(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2", "4", "2")
    page.keyboard.press("x")
    page.keyboard.press("2")
    expect_saved(page)
    page.keyboard.press("h")
    panel = page.get_by_role("complementary", name="My judgments")
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(4)
    panel.get_by_label("Words of the query").fill("spruces long")
    panel.get_by_label("Answer").select_option(label="Could not judge (1)")
    expect(rows).to_have_count(1)
    panel.get_by_label("Answer").select_option(label="4 (1)")
    expect(rows.locator("b")).to_have_text("4")
    rows.get_by_role("button").click()
    expect(page.get_by_role("note")).to_contain_text("You judged this 4")
    page.keyboard.press("3")
    expect_saved(page)
    expect(panel.get_by_text("No judgment matches.")).to_be_visible()
    assert sorted(value or 0 for value in grades(campaign)) == [0, 2, 2, 3]


def test_who_judges_on_when_a_campaign_has_ended_loses_nothing_unseen(
    page: Page, campaign: Campaign
) -> None:
    open_desk(page, campaign)
    press(page, "2")
    expect_saved(page)
    Campaign.objects.update(state="closed")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", level=1)).to_have_text("The campaign has ended")
    rejected = page.get_by_role("alert")
    expect(rejected).to_contain_text("1 judgment not saved")
    expect(rejected.get_by_role("button")).to_have_text("Discard it")
    assert grades(campaign) == [2]
    main = page.get_by_role("main")
    page.goto("/")
    expect(main).to_contain_text("1 judgment of yours was not taken.")
    page.goto(f"/judge/{campaign.pk}/record")
    expect(main.get_by_role("link", name="Back to judging")).to_have_count(0)
    main.get_by_role("link", name="Look through your judgments").click()
    history = page.get_by_role("complementary", name="My judgments")
    expect(history.get_by_role("listitem")).to_have_count(1)


@thorough
def test_at_work_the_guideline_is_there_when_the_network_is_not(
    page: Page, campaign: Campaign
) -> None:
    traffic = Traffic(page)
    open_desk(page, campaign)
    with page.expect_response(re.compile(r"panelContent[^/]*\.js$")) as answer:
        press(page, "2")
    page.evaluate("async (part) => void (await import(part))", answer.value.url)  # and its parts
    traffic.until_answered()  # styles are parts, too
    page.context.set_offline(True)
    page.keyboard.press("g")
    guideline = page.get_by_role("complementary", name="Guideline")
    expect(guideline).to_contain_text("Read the whole passage.")


@thorough
def test_every_panel_is_whole_at_every_width(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    open_desk(page, campaign)
    press(page, "2")
    for key in [*PANELS, "x", "c"]:
        page.keyboard.press(key)
        check_page(page)
        page.emulate_media(color_scheme="dark")
        check_page(page, [1280])
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.keyboard.press("Escape")
