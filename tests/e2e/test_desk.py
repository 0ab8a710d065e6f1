"""What stands around the passage: panels, keys, remarks, the history, an empty desk."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Judgment, Membership, PairKind
from annotation.pools.pairs import Mark
from tests.annotation.assessing import small_campaign
from tests.e2e.axe import check_axe_in_both_themes
from tests.e2e.desk import expect_saved, grades, open_desk, press, spruce_desk
from tests.e2e.looking import check_page
from tests.factories import make_member, make_user
from tests.tiers import thorough

# Where the words of the first entry of each row begin.
EDGES_OF_ROWS = """(legend) => {
    const rows = new Map();
    for (const entry of legend.children) {
        const { bottom, left } = entry.getBoundingClientRect();
        const at = left + parseFloat(getComputedStyle(entry).paddingLeft);
        rows.set(bottom, Math.min(at, rows.get(bottom) ?? Infinity));
    }
    return [...rows.values()].map(Math.round);
}"""

PANELS = {"g": "Guideline", "h": "My judgments", "?": "Keys"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    return spruce_desk(alice)


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
    legend = page.get_by_role("group", name="Keys")
    buttons = legend.get_by_role("button").all()
    shown = [button.get_attribute("aria-keyshortcuts") for button in buttons]
    panels = {name: page.get_by_role("complementary", name=name) for name in PANELS.values()}
    places = {
        "x": page.get_by_text("Why can this passage not be judged?"),
        "u": page.get_by_role("note"),
        **{key: panels[name] for key, name in PANELS.items()},
    }
    assert sorted(key for key in shown if key) == sorted(places)
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


def test_a_note_and_a_confidence_are_kept_and_shown_again(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    open_desk(page, campaign)
    page.keyboard.press("c")
    page.keyboard.press("4")
    page.keyboard.press("n")
    page.keyboard.type("3 of 5 ages; 2 are missing")
    page.keyboard.press("Escape")
    assert not Judgment.objects.exists()
    press(page, "2")
    expect_saved(page)
    stored = Judgment.objects.get()
    assert (stored.note, stored.confidence) == ("3 of 5 ages; 2 are missing", 4)
    expect(page.get_by_role("textbox", name="Note")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Last passage")).to_be_visible()
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
    page.keyboard.press("u")
    expect(page.get_by_role("group", name="Grades").get_by_role("button").first).to_be_disabled()
    main = page.get_by_role("main")
    page.goto("/")
    expect(main).to_contain_text("1 judgment of yours was not taken.")
    expect(main.get_by_role("heading", level=2)).to_have_text("Done")
    page.goto(f"/judge/{campaign.pk}/record")
    expect(main.get_by_role("link", name="Back to judging")).to_have_count(0)
    main.get_by_role("link", name="Look through your judgments").click()
    history = page.get_by_role("complementary", name="My judgments")
    expect(history.get_by_role("listitem")).to_have_count(1)


def qualifying(marks: Sequence[int]) -> Campaign:
    """A round of as many pairs as there are marks, the expert's grades; one attempt."""
    return small_campaign(
        1,
        len(marks) + 2,
        k=1,
        marks={
            i: Mark(PairKind.QUALIFICATION, grade=grade, explanation=f"Because of {i}.")
            for i, grade in enumerate(marks)
        },
        campaign={"pass_share": 1.0, "max_attempts": 1},
    )


@thorough
def test_the_qualification_round_is_passed_in_the_browser(page: Page, alice: User) -> None:
    campaign = qualifying([2, 4])
    make_member(campaign, alice)
    open_desk(page, campaign)
    told = page.get_by_test_id("round")
    expect(told).to_contain_text("attempt 1 of 1")
    press(page, "2")
    expect(told).to_contain_text("Because of 0.")
    press(page, "4")
    expect(told).to_contain_text("You have passed the round")
    press(page, "3")
    expect_saved(page)
    assert Membership.objects.get(user=alice).qualified_at is not None


@thorough
def test_without_a_network_the_panels_open_or_say_when_they_will(
    page: Page, campaign: Campaign
) -> None:
    open_desk(page, campaign)
    page.context.set_offline(True)
    page.keyboard.press("h")
    panel = page.get_by_role("complementary", name="My judgments")
    expect(panel.get_by_role("alert")).to_contain_text("when the connection is back")
    expect(page.get_by_test_id("passage")).to_be_visible()
    page.context.set_offline(False)
    page.keyboard.press("g")
    guideline = page.get_by_role("complementary", name="Guideline")
    expect(guideline).to_contain_text("Read the whole passage.")


@thorough
def test_at_work_the_guideline_is_there_when_the_network_is_not(
    page: Page, campaign: Campaign
) -> None:
    open_desk(page, campaign)
    with page.expect_response(lambda answer: "panelContent" in answer.url) as told:
        press(page, "2")
    page.evaluate("async (part) => void (await import(part))", told.value.url)  # and its parts
    page.context.set_offline(True)
    page.keyboard.press("g")
    guideline = page.get_by_role("complementary", name="Guideline")
    expect(guideline).to_contain_text("Read the whole passage.")


@thorough
def test_every_panel_is_whole_at_every_width(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    open_desk(page, campaign)
    press(page, "2")
    edges = page.get_by_role("group", name="Keys").evaluate(EDGES_OF_ROWS)
    assert len(edges) == 2
    assert len(set(edges)) == 1
    for key in [*PANELS, "x", "c"]:
        page.keyboard.press(key)
        check_axe_in_both_themes(page)
        check_page(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.keyboard.press("Escape")


@thorough
def test_on_a_phone_the_guideline_leaves_the_query_in_sight(
    phone: Page, campaign: Campaign
) -> None:
    open_desk(phone, campaign)
    for button in phone.get_by_role("contentinfo").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44, button.inner_text()
    phone.get_by_role("button", name="Guideline").tap()
    panel = phone.get_by_role("complementary", name="Guideline")
    expect(panel).to_contain_text("Read the whole passage.")
    assert is_apart(panel, phone.get_by_test_id("query"))
    panel.get_by_role("button", name="Close").tap()
    expect(panel).not_to_be_visible()
