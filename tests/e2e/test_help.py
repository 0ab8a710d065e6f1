"""The help, its search, definitions one click away, and *About*."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from regrade import __version__
from tests.e2e.axe import check_axe
from tests.e2e.conftest import SignIn
from tests.factories import make_labels, make_pool, make_run, make_user

pytestmark = pytest.mark.django_db(transaction=True)

COMPARED = "/compare?baseline=bm25&runs=bert&labels=old&measures=nDCG@10,AP"
PAGES = ["/help", "/help?search=kappa", "/help/measures", "/help/no-such-page", "/about"]


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


def test_help_in_the_header_leads_to_what_fits_the_page(researcher: Page) -> None:
    for place, title in (("/compare", "Measures"), ("/library/studies", "Studies")):
        researcher.goto(place)
        researcher.get_by_role("banner").get_by_role("link", name="Help").click()
        heading = researcher.get_by_role("heading", level=1)
        expect(heading).to_have_text(title)
        expect(heading).to_be_focused()
        expect(researcher).to_have_title(f"{title} · Help · Regrade")


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
    page.goto("/help?search=zyzzyva")
    expect(found).to_contain_text("No page of help has “zyzzyva”.")


def test_an_unknown_page_says_so_and_leads_on(page: Page, transactional_db: None) -> None:
    page.goto("/help/no-such-page")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no help page of this name")
    expect(page.get_by_role("main")).to_contain_text("“no-such-page” is no page of the help")
    page.get_by_role("link", name="all pages", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")


def test_about_names_the_version_and_brings_the_notices(page: Page, transactional_db: None) -> None:
    page.goto("/help")
    page.get_by_role("link", name="About Regrade").last.click()
    expect(page.get_by_role("main")).to_contain_text(f"version{__version__}")
    notices = page.get_by_role("link", name="packages with their licences").get_attribute("href")
    assert notices is not None
    assert "## react - " in page.request.get(notices).text()


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_and_no_page_is_wider_than_a_phone(
    page: Page, transactional_db: None, address: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    check_axe(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    check_axe(page)
