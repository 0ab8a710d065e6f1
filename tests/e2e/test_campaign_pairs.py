"""The list of a campaign's pairs, and one pair with all that was said of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from tests.annotation.answering import judge
from tests.e2e.conftest import signed_in
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db(transaction=True)

SPRUCES = "Spruces live long."
GRADES = {"alice": (1, 2, 3, 4, 5, None), "bob": (1, 3, 3, 4, 5, 4), "ada": (1, 5, 3, 4, 5, 1)}
SHADES = """() => [...document.querySelectorAll("mark")].map((mark) =>
    [mark.textContent, mark.title, getComputedStyle(mark).backgroundColor])"""


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Two of six pairs are tied; of one passage people highlighted more and less of the same."""
    make_user("carol", "annotation.may_organize")
    pool = make_pool()
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    campaign = make_campaign(pool=pool)
    pairs = list(campaign.pairs.order_by("pk"))
    highlights = {"alice": [(0, 7)], "bob": [(0, 12)], "ada": [(0, 12)]}
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(pairs, grades, strict=True):
            answer: dict[str, Any] = {}
            if pair == pairs[0]:
                answer = {"spans": highlights[name], "note": f"By {name}."}
            judge(member, pair, grade, active_ms=30_000, confidence=4, **answer)
    return campaign


def pairs_page(page: Page, campaign: Campaign, query: str = "") -> Page:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/pairs{query}")
    expect(page.get_by_role("table")).to_be_visible()
    return page


def test_the_list_is_narrowed_and_searched_and_back_undoes_it(
    page: Page, campaign: Campaign
) -> None:
    pairs_page(page, campaign)
    page.get_by_role("button", name="Tied 2").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied$"))
    expect(page.get_by_text("2 pairs", exact=True)).to_be_visible()
    page.get_by_label("Order").select_option("Furthest apart")
    expect(page).to_have_url(re.compile(r"/pairs\?order=spread&only=tied$"))
    row = page.get_by_role("row", name=re.compile("P-ada: 1;"))
    expect(row).to_contain_text("P-alice: not judged: something else")
    page.go_back()
    page.go_back()
    expect(page.get_by_text("6 pairs", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Tied 2")).to_have_attribute("aria-pressed", "false")
    words = page.get_by_label("Words of the query")
    words.press_sequentially("cones firs", delay=20)
    expect(page.get_by_text("3 pairs", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?words=cones\+firs$"))
    expect(words).to_be_focused()
    words.fill("no such words")
    page.get_by_role("button", name="Show all pairs").click()
    expect(page.get_by_text("6 pairs", exact=True)).to_be_visible()
    expect(words).to_have_value("")


def test_a_pair_shows_its_heat_and_answers_and_leads_back_to_the_same_list(
    page: Page, campaign: Campaign
) -> None:
    pairs_page(page, campaign, "?only=noted&grade=1")
    page.get_by_role("link", name=SPRUCES).click()
    expect(page.get_by_test_id("heat")).to_have_text(SPRUCES)
    (whole, all_told, strong), (part, two_told, weak) = page.evaluate(SHADES)
    assert (whole, part) == ("Spruces", " live")
    assert all_told == "3 of 3: P-ada, P-alice, and P-bob"
    assert two_told == "2 of 3: P-ada and P-bob"
    assert strong != weak
    page.get_by_text("Highlights as a list").click()
    expect(page.get_by_role("list", name="Highlights")).to_contain_text("“live” 2 of 3")
    answers = page.get_by_role("region", name="Answers")
    expect(answers.get_by_role("row", name=re.compile("P-bob"))).to_contain_text("By bob.")
    expect(page.get_by_role("region", name="Label sets")).to_contain_text("relevant")
    page.get_by_text("History: 3 versions").click()
    expect(page.get_by_text("First answer")).to_have_count(3)
    page.get_by_role("link", name="Back to the list").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=noted&grade=1$"))
    expect(page.get_by_text("1 pair", exact=True)).to_be_visible()
