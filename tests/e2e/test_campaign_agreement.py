"""The page of a campaign's agreement: its figures, what they are compared by, and its links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign
from tests.annotation.answering import judge
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import signed_in
from tests.e2e.still import scrolls_sideways, until_still
from tests.factories import make_campaign, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db(transaction=True)

GRADES = {"alice": (1, 2, 3, 4, 5, 4), "bob": (1, 3, 3, 4, 5, 4), "ada": (1, 5, 3, 4, 5, 1)}
FIGURES = (
    "Coefficients of agreement",
    "Agreement of every two assessors",
    "Confusion of grades",
    "Grades by assessor",
    "Patterns of votes",
    "Spread of grades by topic",
    "Agreement over time",
    "Votes until a majority settles",
    "Agreement on highlights",
)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Of six pairs four are agreed on, one is split, and one has all votes apart."""
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(pool=make_pool())
    pairs = list(campaign.pairs.order_by("pk"))
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(pairs, grades, strict=True):
            judge(member, pair, grade, spans=[(0, 7)] if pair == pairs[0] else [])
    return campaign


def agreement_page(page: Page, campaign: Campaign, query: str = "") -> Page:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/agreement{query}")
    for name in FIGURES:
        expect(page.get_by_role("img", name=name)).to_be_visible()
    until_still(page)
    return page


def figure(page: Page, name: str) -> Locator:
    return page.get_by_role("figure").filter(has=page.get_by_role("img", name=name, exact=True))


def opened(page: Page, name: str) -> Locator:
    """The table of a figure."""
    shown = figure(page, name)
    shown.get_by_text("The same as a table").click()
    return shown.get_by_role("table")


def test_every_figure_shows_with_its_table_and_how_to_read_it(
    page: Page, campaign: Campaign
) -> None:
    agreement_page(page, campaign)
    expect(page.get_by_text("18 votes on 6 pairs")).to_be_visible()
    expect(page.get_by_text(re.compile("by Landis and Koch"))).to_contain_text("convention")
    same = opened(page, FIGURES[0]).get_by_role("row", name="Same grade")
    expect(same).to_contain_text(".722")
    patterns = opened(page, "Patterns of votes")
    expect(patterns.get_by_role("row", name="3 votes: all apart")).to_contain_text("17%")


def test_a_threshold_changes_the_figures_and_the_address_and_back_undoes_it(
    page: Page, campaign: Campaign
) -> None:
    agreement_page(page, campaign)
    same = opened(page, FIGURES[0]).get_by_role("row", name="Same grade")
    expect(same).to_contain_text(".722")
    page.get_by_label("Compare").select_option("2")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2$"))
    expect(same).to_contain_text(".889")
    expect(opened(page, "Confusion of grades").get_by_role("row")).to_have_count(3)
    page.get_by_label("Answers without a grade").select_option("category")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2&missing=category$"))
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/agreement$"))
    expect(same).to_contain_text(".722")


def test_assessors_topics_and_ties_lead_to_their_pairs(page: Page, campaign: Campaign) -> None:
    agreement_page(page, campaign)
    ada = opened(page, "Agreement of every two assessors").get_by_role("link", name="P-ada")
    expect(ada.first).to_have_attribute("href", re.compile(r"/pairs\?assessor=P-ada$"))
    topic = opened(page, "Spread of grades by topic").get_by_role("link").first
    expect(topic).to_have_attribute("href", re.compile(r"/pairs\?query_id=q\d$"))
    page.get_by_role("link", name="The pairs without a majority").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied$"))
    expect(page.get_by_text("1 pair", exact=True)).to_be_visible()


def test_axe_finds_nothing(page: Page, campaign: Campaign) -> None:
    agreement_page(page, campaign)
    for summary in page.locator("main details > summary").all():
        summary.click()
    check_axe_in_both_themes(page)


def test_on_a_phone_nothing_scrolls_sideways(phone: Page, campaign: Campaign) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.add_init_script("localStorage.setItem('regrade.text-size', 'xl')")
    agreement_page(phone, campaign)
    for summary in phone.locator("main details > summary").all():
        summary.tap()
    assert not scrolls_sideways(phone)
    check_axe(phone)


def test_a_campaign_without_judgments_says_so(page: Page, transactional_db: None) -> None:
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(pool=make_pool())
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/agreement")
    expect(page.get_by_text("Nobody has judged yet.")).to_be_visible()


def test_who_judges_here_is_told_why_there_is_nothing_yet(page: Page, campaign: Campaign) -> None:
    make_member(campaign, make_user("olga", "annotation.may_organize"))
    signed_in(page, "olga").goto(f"/campaigns/{campaign.pk}/agreement")
    expect(page.get_by_text("You judge here yourself;")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
