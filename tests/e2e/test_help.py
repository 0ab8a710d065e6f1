"""The help, its search, definitions one click away, and *About*."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from regrade import __version__
from tests.e2e.conftest import SignIn
from tests.factories import make_labels, make_pool, make_run, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

COMPARED = "/compare?baseline=bm25&runs=bert&labels=old&measures=nDCG@10,AP"


@pytest.fixture
def researcher(transactional_db: None, sign_in: SignIn) -> Page:
    make_user("rita", "ranking.may_research")
    pool = make_pool()
    for name, doc_ids in (("bm25", ["d1", "d2"]), ("bert", ["d2", "d1"])):
        rankings = dict.fromkeys(("q1", "q2"), doc_ids)
        make_run(name, pool.collection, pool.topic_set, rankings)
    make_labels("old", pool.collection, pool.topic_set, {q: {"d1": 1} for q in ("q1", "q2")})
    return sign_in("rita")


def test_a_measure_is_one_click_from_its_definition(researcher: Page) -> None:
    researcher.goto(COMPARED)
    block = researcher.get_by_role("region", name="Under old")
    block.get_by_role("rowheader", name="nDCG@10").get_by_role("link").click()
    expect(researcher).to_have_url(re.compile("/help/measures#ndcg$"))
    heading = researcher.get_by_role("heading", name="nDCG", exact=True)
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    researcher.go_back()
    researcher.locator("summary").filter(has_text="Change").click()
    researcher.get_by_role("link", name="What this test asks").click()
    expect(researcher.get_by_role("heading", name="Paired t test")).to_be_focused()


def test_anybody_finds_a_term_and_goes_from_page_to_page(
    page: Page, transactional_db: None
) -> None:
    page.goto("/help")
    page.get_by_label("Search the help").fill("krippendorff ordinal")
    page.get_by_role("button", name="Search").click()
    found = page.get_by_role("region", name="What was found")
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


@thorough
def test_about_names_the_version_and_brings_the_notices(page: Page, transactional_db: None) -> None:
    page.goto("/help")
    page.get_by_role("link", name="About Regrade").last.click()
    expect(page.get_by_role("main")).to_contain_text(f"version{__version__}")
    notices = page.get_by_role("link", name="packages with their licences").get_attribute("href")
    assert notices is not None
    assert "## react - " in page.request.get(notices).text()
