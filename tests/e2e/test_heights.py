"""Pages with long lists open short: rows fold, page or stand on one line each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import LabelSet
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.still import scrolls_sideways, until_still
from tests.evaluation.four_runs import make_ground
from tests.factories import make_collection, make_labels, make_run, make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

N_TOPICS, N_PASSAGES, N_LABEL_SETS = 60, 60, 8
MOST_PX = 2_500
DOCS = [f"d{n}" for n in range(N_PASSAGES)]
TEXTS = {doc: f"Passage {doc}: spruces live two hundred years. " * 9 for doc in DOCS}
QUERIES = {f"q{n}": f"how long do spruces of kind {n} live" for n in range(N_TOPICS)}
TOPIC = "/topics/needs/q7?runs=first,second&labels=set-0,set-1"
PAGES = {
    TOPIC: "Show 20 more",
    "/library/runs/of/first": f"Show all {N_TOPICS} topics",
    "/library/labels/of/set-0": f"Show all {N_TOPICS} topics",
}


@pytest.fixture
def researcher(page: Page, transactional_db: None) -> Page:
    """Two runs of 60 passages each, and eight label sets with 40 relevant ones, on 60 topics."""
    ground = make_collection(texts=TEXTS), make_topics(queries=QUERIES)
    make_run("first", *ground, dict.fromkeys(QUERIES, DOCS))
    make_run("second", *ground, dict.fromkeys(QUERIES, DOCS[::-1]))
    relevances = {doc: n % 3 for n, doc in enumerate(DOCS)}
    for n in range(N_LABEL_SETS):
        make_labels(f"set-{n}", *ground, dict.fromkeys(QUERIES, relevances))
    make_user("rita", "ranking.may_research")
    return signed_in(page, "rita")


def test_pages_of_many_topics_and_passages_are_short(researcher: Page) -> None:
    page = researcher
    assert LabelSet.objects.count() == N_LABEL_SETS
    heights = {}
    for path, button in PAGES.items():
        page.goto(path)
        expect(page.get_by_role("button", name=button)).to_be_visible()
        until_still(page)
        heights[path] = page.evaluate("document.documentElement.scrollHeight")
    assert {path: height for path, height in heights.items() if height > MOST_PX} == {}


def test_a_topic_shows_ten_ranks_of_each_run_on_one_screen(researcher: Page) -> None:
    page = researcher
    page.goto("/compare?baseline=first&runs=second&labels=set-0&measures=P@5&tab=topics")
    views = page.get_by_role("region", name="Topic by topic")
    views.locator("svg rect[style*=pointer]").first.click()
    expect(page).to_have_url(re.compile("measure=P%405"))
    for run in ("first", "second"):
        ranked = page.get_by_role("region", name=run)
        expect(ranked).to_contain_text("P@5")
        expect(ranked.locator("ol > li")).to_have_count(10)
        last = ranked.locator("ol > li").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 800
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_text("Relevant passages (40)").click()
    expect(page.get_by_role("row")).to_have_count(41)
    page.get_by_role("button", name="Show 20 more").click()
    expect(ranked.locator("ol > li")).to_have_count(30)
    page.goto(TOPIC)
    page.get_by_label("Full texts").check()
    expect(page).to_have_url(re.compile("texts=full"))
    expect(page.get_by_role("button", name="Show all").first).to_be_visible()


def test_worst_topics_are_by_the_chosen_measure_and_labels(researcher: Page) -> None:
    page = researcher
    page.goto("/library/runs/of/first")
    page.get_by_label("By", exact=True).select_option("P@10")
    page.get_by_label("Under", exact=True).select_option("set-3")
    page.reload()
    expect(page.get_by_label("By", exact=True)).to_have_value("P@10")
    worst = page.get_by_role("group", name="Topics, the worst first")
    worst.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("labels=set-3&measure=P%4010"))


def test_on_a_phone_they_do_not_scroll_sideways(researcher: Page) -> None:
    page = researcher
    page.set_viewport_size({"width": 320, "height": 640})
    for path, button in PAGES.items():
        page.goto(path)
        expect(page.get_by_role("button", name=button)).to_be_visible()
        assert not scrolls_sideways(page), path
        check_page(page)


# Many runs


MOST_ABOVE = 650  # with the line of tabs itself, its content begins above 700
MANY = [f"team-full-{name}" for name in "abcdefghijklmnop"]


@pytest.fixture
def sixteen(page: Page, transactional_db: None) -> Page:
    make_user("olga", "annotation.may_organize")
    make_ground(MANY, n_topics=100)
    return signed_in(page, "olga")


@thorough
def test_tabs_of_sixteen_runs_begin_on_the_screen_and_are_no_taller_than_three(
    sixteen: Page,
) -> None:
    page = sixteen
    page.set_viewport_size({"width": 1280, "height": 800})
    others = ",".join(MANY[1:])
    asked = f"/compare?baseline={MANY[0]}&runs={others}&labels=old,new&measures=AP,RR,P@5"
    drawn = {"significance": "table[role=grid]", "runs": "tbody svg", "scores": "tbody th"}
    drawn["methods"] = "section dl"
    heights, starts = {}, {}
    tabs = ("runs", "scores", "topics", "topics&view=heat", "significance", "order", "unjudged")
    for tab in (*tabs, "methods"):
        page.goto(f"{asked}&tab={tab}")
        expect(page.locator(drawn.get(tab, "figure svg")).first).to_be_visible()
        expect(page.get_by_test_id("waiting")).to_have_count(0)
        heights[tab] = page.evaluate(BELOW_TABS)
        starts[tab] = page.evaluate("document.scrollingElement.scrollHeight") - heights[tab]
    assert {tab: start for tab, start in starts.items() if start > MOST_ABOVE} == {}
    assert {tab: height for tab, height in heights.items() if height > MOST_PX} == {}
    assert all(heights.values())


# From the line of tabs to the end of the page.
BELOW_TABS = """() => {
  const page = document.scrollingElement;
  const all = [...document.querySelectorAll('nav')];
  const tabs = all.find((nav) => nav.textContent.includes('Unjudged'));
  return page.scrollHeight - tabs.getBoundingClientRect().top - page.scrollTop;
}"""
