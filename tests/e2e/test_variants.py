"""A researcher makes a variant of the queries on a page, and finds it in the library."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ranking.models import TopicSet
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import SignIn
from tests.factories import make_collection, make_topics, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def researcher(transactional_db: None, page: Page, sign_in: SignIn) -> Page:
    make_collection()
    make_topics(queries={"q1": "oldest oak alive", "q2": "tallest pine"})
    make_user("rita", "ranking.may_research")
    sign_in("rita")
    return page


@pytest.mark.parametrize("width", [1280, 320])
def test_a_variant_is_previewed_made_and_listed(researcher: Page, width: int) -> None:
    page = researcher
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/library/topics")
    page.get_by_role("link", name="Make a variant").click()
    expect(page).to_have_title("Make a variant · Regrade")
    expect(page.get_by_label("Made of")).to_have_value("topics needs")
    page.get_by_label("Recipe", exact=True).select_option("typos-queries-swap_words-ones")
    samples = page.get_by_role("group", name="The first texts, before and after")
    expect(samples).to_contain_text("oldest oak alive")
    page.get_by_label("The recipe in full").fill('{"kind": "lower')
    expect(page.get_by_text("This is no JSON.")).to_be_visible()
    page.get_by_label("The recipe in full").fill('{"kind": "shuffle"}')
    expect(page.get_by_role("alert")).to_contain_text("there is no kind 'shuffle'")
    page.get_by_label("The recipe in full").fill('{"kind": "truncate_words", "n_words": 1}')
    expect(samples.get_by_role("row").nth(1)).to_contain_text("oldest")
    check_axe_in_both_themes(page)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_label("Name of the variant").fill("short")
    page.get_by_role("button", name="Make the variant").click()
    expect(page.get_by_text("Made short: 2 of 2 texts changed.")).to_be_visible()
    assert TopicSet.objects.get(name="short").topics.get(query_id="q1").query == "oldest"
    page.goto("/library/topics")
    expect(page.get_by_role("region", name="Topic sets").first).to_contain_text("variant of needs")
    check_axe(page)
