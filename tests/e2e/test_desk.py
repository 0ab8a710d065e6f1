"""What stands around the passage: progress, panels, keys, remarks, an empty desk."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Grade, Judgment, Membership, PairKind, Slot
from annotation.pools.pairs import Mark
from annotation.serving.leases import release_leases
from tests.annotation.answering import claim, claim_one, judge
from tests.annotation.assessing import expire, small_campaign
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import SignIn, signed_in
from tests.e2e.desk import expect_saved, grades, open_desk, press, spruce_desk
from tests.e2e.still import scrolls_sideways
from tests.factories import make_member, make_user

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


@pytest.mark.parametrize("panel", [None, "g", "h", "?", "x"])
def test_axe_finds_nothing_on_the_desk(page: Page, campaign: Campaign, panel: str | None) -> None:
    open_desk(page, campaign)
    press(page, "2")
    if panel is not None:
        page.keyboard.press(panel)
    check_axe_in_both_themes(page)


def test_axe_finds_nothing_on_a_phone(phone: Page, campaign: Campaign) -> None:
    open_desk(phone, campaign)
    phone.get_by_role("button", name="Guideline").tap()
    check_axe(phone)


def test_the_guideline_stands_beside_the_passage_with_scale_and_examples(
    page: Page, campaign: Campaign
) -> None:
    open_desk(page, campaign)
    page.keyboard.press("g")
    panel = page.get_by_role("complementary", name="Guideline")
    for words in ("Read the whole passage.", "It names the age.", "version 1"):
        expect(panel).to_contain_text(words)
    assert is_apart(panel, page.get_by_test_id("passage"))
    assert is_apart(panel, page.get_by_test_id("query"))
    assert is_apart(panel, page.get_by_role("group", name="Grades"))
    press(page, "2")
    expect(panel).to_be_visible()
    page.keyboard.press("g")
    expect(panel).not_to_be_visible()


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


def test_on_a_phone_the_guideline_leaves_the_query_in_sight(
    phone: Page, campaign: Campaign
) -> None:
    open_desk(phone, campaign)
    phone.get_by_role("button", name="Guideline").tap()
    panel = phone.get_by_role("complementary", name="Guideline")
    expect(panel).to_contain_text("Read the whole passage.")
    assert is_apart(panel, phone.get_by_test_id("query"))
    assert not scrolls_sideways(phone)
    panel.get_by_role("button", name="Close").tap()
    expect(panel).not_to_be_visible()


def test_buttons_of_a_phone_are_large_enough_for_a_thumb(phone: Page, campaign: Campaign) -> None:
    open_desk(phone, campaign)
    for button in phone.get_by_role("contentinfo").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44, button.inner_text()


def test_the_legend_is_the_list_that_handles_the_keys(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2")
    legend = page.get_by_role("group", name="Keys")
    expect(legend).to_contain_text("1\u20135")
    shown = [
        (button.get_attribute("aria-keyshortcuts"), " ".join(button.inner_text().split()))
        for button in legend.get_by_role("button").all()
    ]
    assert sorted(shown) == [
        ("?", "?Keys"),
        ("g", "gGuideline"),
        ("h", "hMy judgments"),
        ("u", "uLast passage"),
        ("x", "xCannot judge"),
    ]
    for key, there in (
        ("x", page.get_by_text("Why can this passage not be judged?")),
        ("g", page.get_by_role("complementary", name="Guideline")),
        ("h", page.get_by_role("complementary", name="My judgments")),
        ("?", page.get_by_role("complementary", name="Keys")),
        ("u", page.get_by_role("note")),
    ):
        page.keyboard.press(key)
        expect(there).to_be_visible()
        page.keyboard.press("Escape")
        expect(there).not_to_be_visible()


def test_every_row_of_the_legend_begins_at_one_edge(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    open_desk(page, campaign)
    press(page, "2")
    edges = page.get_by_role("group", name="Keys").evaluate(EDGES_OF_ROWS)
    assert len(edges) == 2
    assert len(set(edges)) == 1


def test_highlighting_is_in_the_legend_where_a_grade_asks_for_it(
    page: Page, campaign: Campaign
) -> None:
    Grade.objects.filter(value=5).update(requires_span=True)
    open_desk(page, campaign)
    expect(page.get_by_role("group", name="Keys")).to_contain_text("Highlight words")


def test_a_digit_without_a_grade_says_which_there_are(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    page.keyboard.press("9")
    expect(page.get_by_text("No grade has the key 9; there is 1\u20135.")).to_be_visible()
    assert not Judgment.objects.exists()


def test_a_double_click_judges_one_passage(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    before = page.get_by_test_id("passage").inner_text()
    page.get_by_role("group", name="Grades").get_by_role("button").nth(1).dblclick()
    expect(page.get_by_test_id("passage")).not_to_have_text(before)
    expect_saved(page)
    assert grades(campaign) == [2]


def test_progress_is_told_in_the_topic_and_in_the_share(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(quota=6)
    open_desk(page, campaign)
    expect(page.get_by_test_id("share")).to_have_text("0 of your 6")
    press(page, "2")
    page.keyboard.press("x")
    page.keyboard.press("1")
    expect(page.get_by_test_id("share")).to_have_text("2 of your 6")
    expect(page.get_by_text("Passage 3 of 8")).to_be_visible()


def test_after_a_pause_longer_than_a_lease_the_topic_goes_on(page: Page, alice: User) -> None:
    """The next topic is begun by then: fewer than fifteen passages are left of this one."""
    campaign = small_campaign(3, 12, k=1)
    make_member(campaign, alice)
    open_desk(page, campaign)
    press(page, *"1234")
    expect_saved(page)
    expire()
    release_leases()
    page.reload()
    expect(page.get_by_text("Passage 5 of 12")).to_be_visible()


def test_the_time_left_is_told_once_enough_answers_took_their_time(
    page: Page, campaign: Campaign
) -> None:
    member = Membership.objects.get()
    for _ in range(4):
        judge(member, claim_one(member), 2, active_ms=120_000, away_ms=0)
    open_desk(page, campaign)
    expect(page.get_by_test_id("time-left")).to_have_count(0)
    press(page, "2")
    expect(page.get_by_test_id("time-left")).to_have_text("about 6 min left of this topic")


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
    expect(page.get_by_role("button", name="How sure")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Last passage")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("textbox", name="Note")).to_have_value("3 of 5 ages; 2 are missing")
    expect(page.get_by_role("group", name="Keys")).to_contain_text("Sure")
    page.keyboard.press("c")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect_saved(page)
    assert list(Judgment.objects.live().values_list("confidence", flat=True)) == [1]


def test_who_is_not_asked_for_remarks_sees_none(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    for key in ("n", "c"):
        page.keyboard.press(key)
    expect(page.get_by_role("textbox")).to_have_count(0)
    press(page, "4")
    expect_saved(page)
    assert grades(campaign) == [4]


def test_an_empty_desk_says_that_the_share_is_done(page: Page, campaign: Campaign) -> None:
    Campaign.objects.update(quota=2)
    open_desk(page, campaign)
    press(page, "2")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your share is done")
    expect(page.get_by_role("group", name="Grades")).to_have_count(0)
    page.get_by_role("main").get_by_role("button", name="My judgments").click()
    expect(page.get_by_role("complementary").get_by_role("listitem")).to_have_count(2)
    check_axe(page)


def test_an_empty_desk_says_that_all_is_done(page: Page, campaign: Campaign) -> None:
    member = Membership.objects.get()
    while slots := claim(member, 5).slots:
        judge(member, slots[0].campaign_pair, 2)
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text("All done")


def test_an_empty_desk_says_when_what_others_hold_is_free(page: Page, campaign: Campaign) -> None:
    bob = make_member(campaign, make_user("bob"))
    claim(bob, 15)
    until = timezone.localtime() + timedelta(minutes=7)
    Slot.objects.filter(holder=bob).update(leased_until=until)
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Others have the rest")
    clock = page.evaluate(
        "at => new Date(at).toTimeString().slice(0, 5)", until.isoformat(timespec="seconds")
    )
    expect(page.get_by_role("main")).to_contain_text(f"free again at {clock}")


@pytest.mark.parametrize(
    ("state", "title", "may_look_again"),
    [
        ("draft", "The campaign is not open yet", True),
        ("paused", "The campaign is paused", True),
        ("closed", "The campaign has ended", False),
        ("archived", "The campaign has ended", False),
    ],
)
def test_an_empty_desk_says_in_which_state_the_campaign_is(
    page: Page, campaign: Campaign, state: str, title: str, may_look_again: bool
) -> None:
    Campaign.objects.update(state=state)
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("button", name="Look again")).to_have_count(int(may_look_again))
    expect(page.get_by_role("main").get_by_role("link", name="Your work")).to_be_visible()


def test_who_judges_on_when_a_campaign_has_ended_is_told_so(page: Page, campaign: Campaign) -> None:
    open_desk(page, campaign)
    press(page, "2")
    expect_saved(page)
    Campaign.objects.update(state="closed")
    page.keyboard.press("3")
    expect(page.get_by_role("heading", level=1)).to_have_text("The campaign has ended")
    rejected = page.get_by_role("alert")
    expect(rejected).to_contain_text("1 judgment not saved: campaign has ended")
    expect(rejected.get_by_role("button")).to_have_text("Discard it")
    assert grades(campaign) == [2]
    page.keyboard.press("u")
    expect(page.get_by_role("note")).to_contain_text("The campaign has ended, so it stays.")
    expect(page.get_by_role("group", name="Grades").get_by_role("button").first).to_be_disabled()
    check_axe(page)


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


def test_the_qualification_round_is_passed_in_the_browser(page: Page, alice: User) -> None:
    campaign = qualifying([2, 4])
    make_member(campaign, alice)
    open_desk(page, campaign)
    told = page.get_by_test_id("round")
    expect(told).to_contain_text("Qualification round, attempt 1 of 1")
    press(page, "2")
    expect(told).to_contain_text("as the expert says")
    expect(told).to_contain_text("Because of 0.")
    press(page, "4")
    expect(told).to_contain_text("You have passed the round")
    press(page, "3")
    expect_saved(page)
    assert Membership.objects.get(user=alice).qualified_at is not None


def test_who_does_not_pass_is_told_so_kindly(page: Page, alice: User) -> None:
    campaign = qualifying([2])
    make_member(campaign, alice)
    open_desk(page, campaign)
    page.keyboard.press("1")
    expect(page.get_by_role("heading", level=1)).to_have_text("The qualification round is over")
    check_axe(page)


def test_the_desk_is_left_and_found_as_it_was(sign_in: SignIn, campaign: Campaign) -> None:
    page = sign_in("alice")
    page.goto("/")
    expect(page.get_by_role("main")).to_contain_text("0 judged by you")
    page.get_by_role("link", name="Judge").click()
    press(page, "2")
    expect_saved(page)
    page.get_by_role("link", name="Regrade, your work").click()
    expect(page.get_by_role("main")).to_contain_text("1 judged by you")
