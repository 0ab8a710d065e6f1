"""Personal pages and settings: start page, theme and text size, own data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotation.models import Campaign, CampaignState, Judgment, Membership
from regrade import __version__
from tests.annotation.adjudication.settling_campaign import make_settled
from tests.annotation.answering import claim_one, judge
from tests.e2e.conftest import SignIn
from tests.factories import make_campaign, make_member, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

LIGHT, DARK = "rgb(251, 250, 247)", "rgb(22, 23, 26)"
# What the document says when its body begins, before anything of it is painted.
AT_FIRST = """() => new MutationObserver((_, observer) => {
    if (document.body === null) return;
    window.themeAtFirst = document.documentElement.dataset.theme ?? "none";
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
TEXT_SIZE = "parseFloat(getComputedStyle(document.querySelector('#passage-text')).fontSize)"
LAYERS = """() => [...new Set([...document.styleSheets[0].cssRules].flatMap(
    ({ name, nameList }) => nameList ? [...nameList] : name ?? []))]"""


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


def test_an_assessor_takes_their_data_along_and_withdraws(
    sign_in: SignIn, campaign: Campaign, alice: User, tmp_path: Path
) -> None:
    page = sign_in("alice")
    page.goto("/")
    page.get_by_role("link", name="Your data").click()
    expect(page.get_by_text("P-alice, assessor")).to_be_visible()
    page.get_by_label("Your English").select_option(label="Advanced")
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    assert Membership.objects.get().english_level == "advanced"
    with page.expect_download() as download:
        page.get_by_role("button", name="Download everything as one file").click()
    download.value.save_as(tmp_path / "held.json")
    held = json.loads((tmp_path / "held.json").read_text())
    assert [row["grade"] for row in held["judgments"]] == [4]
    page.get_by_text("Withdraw from this campaign").click()
    page.get_by_label("is withdrawn").check()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("withdrawn on")).to_be_visible()
    assert not Judgment.objects.votes().exists()


# The first page of each role


def test_an_assessor_goes_on_with_what_is_left_and_is_not_shown_how_it_goes(
    sign_in: SignIn, transactional_db: None
) -> None:
    """She may organize besides."""
    ada = make_user("ada", "annotation.may_organize", "ranking.may_research")
    member = make_member(make_campaign("spruces", quota=6), ada)
    for _ in range(5):
        judge(member, claim_one(member), 2, active_ms=60_000)
    page = sign_in("ada")
    page.goto("/")
    todo = page.locator("section", has=page.get_by_role("heading", name="To judge"))
    expect(todo).to_contain_text("1 to judge")
    expect(todo).to_contain_text("5 of your 6 judged")
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["To judge", "To organize", "Import two runs"]
    card = page.get_by_role("article").filter(has=page.get_by_role("link", name="spruces")).last
    expect(card).to_contain_text("You judge in this campaign")
    expect(card).not_to_contain_text("judgments")
    todo.get_by_role("link", name="Judge: spruces").click()
    expect(page.get_by_test_id("passage")).to_be_visible()


@thorough
def test_an_organizer_goes_to_what_needs_her(sign_in: SignIn, transactional_db: None) -> None:
    """Two disagreements, a pair that is stuck, and no guideline."""
    make_settled()
    Campaign.objects.filter(name="campaign").update(state=CampaignState.OPEN, max_not_judged=1)
    needy = Campaign.objects.get(name="campaign")
    make_user("carol", "annotation.may_organize")
    page = sign_in("carol")
    page.goto("/")
    needs = page.get_by_role("list", name="What campaign needs")
    expect(needs.get_by_role("link")).to_have_count(3)
    for name, path in (
        ("1 pair stuck", f"/campaigns/{needy.pk}/pairs"),
        ("2 disagreements", f"/campaigns/{needy.pk}/adjudicate"),
        ("No guideline", f"/campaigns/{needy.pk}/guideline"),
    ):
        needs.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(path))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.go_back()


# What all pages share


def test_anyone_gets_the_front_page_and_signs_in_by_keyboard(
    page: Page, campaign: Campaign
) -> None:
    make_user("carol", "annotation.may_organize")
    page.goto("/")
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Username").focus()
    page.keyboard.type("carol")
    page.keyboard.press("Tab")
    page.keyboard.type("carol-password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="carol")).to_be_visible()
    expect(page.get_by_role("heading", name="To organize")).to_be_visible()


@thorough
def test_a_page_has_one_title_and_styles_in_one_order(sign_in: SignIn, campaign: Campaign) -> None:
    make_user("carol", "annotation.may_organize")
    organizer = sign_in("carol")
    for address, title in (
        ("/", "Regrade"),
        (f"/campaigns/{campaign.pk}/pairs", f"Pairs · {campaign.name} · Regrade"),
    ):
        organizer.goto(address)
        expect(organizer).to_have_title(title)
        expect(organizer.locator("head > title")).to_have_count(1)
        assert organizer.evaluate(LAYERS) == ["base", "mantine", "shared"]
    organizer.get_by_role("link", name="People", exact=True).click()
    expect(organizer).to_have_title(f"People · {campaign.name} · Regrade")
    organizer.get_by_role("link", name="Campaigns").click()
    expect(organizer).to_have_title("Campaigns · Regrade")
    expect(organizer.locator("head > title")).to_have_count(1)


def test_a_page_says_whom_it_is_for(page: Page, sign_in: SignIn, transactional_db: None) -> None:
    make_user("mallory")
    sign_in("mallory").goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    links = page.get_by_role("link", name=re.compile("Library|Accounts|New campaign"))
    expect(links).to_have_count(0)
    for address in ("/campaigns/new", "/library/compute", "/accounts"):
        page.goto(address)
        expect(page.get_by_role("alert")).to_contain_text(re.compile("researcher|administrators"))


def test_anybody_finds_a_term_and_goes_from_page_to_page(
    page: Page, transactional_db: None
) -> None:
    page.goto("/help")
    page.get_by_label("Search the help").fill("krippendorff ordinal")
    page.get_by_role("button", name="Search").click()
    found = page.get_by_role("region", name="Results")
    expect(found.get_by_role("status")).to_contain_text("krippendorff ordinal")
    found.get_by_role("link", name="Krippendorff's alpha").click()
    expect(page.get_by_role("heading", name="Krippendorff's alpha")).to_be_focused()
    page.get_by_role("article").get_by_role("link", name="real campaign").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("campaign")
    expect(page).to_have_url(re.compile("/help/real-campaign$"))
    page.get_by_role("navigation", name="On this page").get_by_role("link").last.click()
    expect(page.locator(":focus")).to_be_in_viewport()
    page.goto("/help/no-such-page")
    page.get_by_role("link", name="all pages", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")
    page.get_by_role("link", name="About Regrade").last.click()
    expect(page.get_by_role("main")).to_contain_text(f"version{__version__}")
    notices = page.get_by_role("link", name="packages with their licences").get_attribute("href")
    assert notices is not None
    assert "## react - " in page.request.get(notices).text()
