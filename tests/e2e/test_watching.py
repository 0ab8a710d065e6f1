"""An organizer watches two runs while her campaign runs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from annotation.pools.building import build_pool_from_runs
from tests.annotation.voting import cast_votes
from tests.e2e.axe import check_axe
from tests.e2e.conftest import SignIn
from tests.e2e.still import scrolls_sideways
from tests.factories import make_campaign, make_collection, make_run, make_topics, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    texts = {"d1": "Firs.", "d2": "Larches."}
    ground = make_collection(texts=texts), make_topics(queries={"q1": "firs", "q2": "larches"})
    runs = [
        make_run("first", *ground, {"q1": ["d1", "d2"], "q2": ["d1", "d2"]}),
        make_run("second", *ground, {"q1": ["d2", "d1"], "q2": ["d2", "d1"]}),
    ]
    pool = build_pool_from_runs(name="pool", runs=runs, depth=2).pool
    make_user("carol", "annotation.may_organize")
    return make_campaign("live", pool, judgments_per_pair=1)


def test_she_sees_what_can_be_said_after_each_topic(campaign: Campaign, sign_in: SignIn) -> None:
    page: Page = sign_in("carol")
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"/campaigns/{campaign.pk}/labels")
    page.get_by_role("link", name="Two runs while it runs").click()
    expect(page.get_by_text("No topic has all its votes yet, of 2 topics.")).to_be_visible()
    cast_votes(campaign, {("q2", "d1"): {"ann": 1}, ("q2", "d2"): {"ann": 5}})
    page.reload()
    told = page.get_by_text("After 1 of 2 topics: over all of them, neither second nor first")
    expect(told).to_be_visible()
    page.get_by_label("Measure").select_option("RR@10")
    expect(page.get_by_text("in RR@10: second minus first is +.500 so far")).to_be_visible()
    expect(page.get_by_role("img", name="RR@10, second minus first")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("row").filter(has_text="larches")).to_contain_text("+.500")
    assert not scrolls_sideways(page)
    check_axe(page)
    page.get_by_label("Measure").select_option("AP")
    page.get_by_label("Run", exact=True).select_option("first")
    expect(page.get_by_text("Choose two different runs.")).to_be_visible()
