"""The page of a campaign's agreement: its figures, what they are compared by, and its links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign
from tests.annotation.answering import judge
from tests.e2e.conftest import signed_in
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


def table_of(page: Page, name: str) -> Locator:
    """The table of a figure."""
    drawn = page.get_by_role("img", name=name, exact=True)
    figure = page.get_by_role("figure").filter(has=drawn)
    figure.get_by_text("The same as a table").click()
    return figure.get_by_role("table")


def test_figures_follow_the_threshold_and_lead_to_their_pairs(
    page: Page, campaign: Campaign
) -> None:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/agreement")
    for name in FIGURES:
        expect(page.get_by_role("img", name=name)).to_be_visible()
    same = table_of(page, FIGURES[0]).get_by_role("row", name="Same grade")
    expect(same).to_contain_text(".722")
    page.get_by_label("Compare").select_option("2")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2$"))
    expect(same).to_contain_text(".889")
    expect(table_of(page, "Confusion of grades").get_by_role("row")).to_have_count(3)
    page.get_by_label("Answers without a grade").select_option("category")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2&missing=category$"))
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/agreement$"))
    expect(same).to_contain_text(".722")
    ada = table_of(page, "Agreement of every two assessors").get_by_role("link", name="P-ada")
    expect(ada.first).to_have_attribute("href", re.compile(r"/pairs\?assessor=P-ada$"))
    topic = table_of(page, "Spread of grades by topic").get_by_role("link").first
    expect(topic).to_have_attribute("href", re.compile(r"/pairs\?query_id=q\d$"))
    page.get_by_role("link", name="The pairs without a majority").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied$"))
    expect(page.get_by_text("1 pair", exact=True)).to_be_visible()
