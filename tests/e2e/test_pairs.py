"""What the page makes of pair scores: the figure of flips, and another ranking of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ranking.models import Run
from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.e2e.still import scrolls_sideways
from tests.factories import make_user
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def researcher(transactional_db: None) -> str:
    make_user("dave", "ranking.may_research")
    make_duo("duo")
    return "dave"


def test_pairs_are_shown_and_aggregated_again(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library")
    page.get_by_role("link", name="Pairs of duo").click()
    expect(page.get_by_role("img", name="Flip rates of duo")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("group", name="Flip rates").get_by_role("row")).not_to_have_count(0)
    page.get_by_label("How pairs add up").select_option("loop-truncation")
    cuts = page.get_by_label("Passages that each round keeps")
    cuts.fill("few")
    page.get_by_role("button", name="Aggregate again").click()
    expect(page.get_by_role("alert")).to_contain_text("whole numbers")
    assert not scrolls_sideways(page)
    check_axe(page)
    cuts.fill("2, 1")
    page.get_by_role("button", name="Aggregate again").click()
    name = "duo-loop-truncation-2-1-sym-log-sum"
    expect(page.get_by_role("row").filter(has_text=name)).to_be_focused()
    made = Run.objects.get(name=name)
    assert (made.spec or {})["parameters"] == {"cuts": [2, 1], "within": "sym-log-sum"}


def test_pairs_of_a_run_without_any_are_refused_in_words(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library/pairs?run=bm25")
    expect(page.get_by_role("alert")).to_contain_text("bm25")
