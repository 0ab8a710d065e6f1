"""Move the threshold, see the order of two runs turn, keep the labels, and compare under them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, LabelSet
from annotation.pools.building import build_pool_from_runs
from tests.annotation.voting import cast_votes
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.factories import make_campaign, make_collection, make_run, make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
GRADES = {**dict.fromkeys(["f1", "f2", "f3", "f4"], 3), **dict.fromkeys(["g1", "g2"], 5)}
GRADES |= dict.fromkeys(["b1", "b2", "b3"], 1)
# One finds much that is fair, the other little that is good.
TOP = {"broad": ["f1", "f2", "f3", "f4", "b1"], "sharp": ["g1", "g2", "b1", "b2", "b3"]}


def judged_campaign() -> Campaign:
    topics = ["q1", "q2", "q3"]
    collection = make_collection(texts={doc: f"Text of {doc}." for doc in GRADES})
    topic_set = make_topics(queries={topic: f"what of {topic}" for topic in topics})
    runs = [
        make_run(name, collection, topic_set, dict.fromkeys(topics, docs))
        for name, docs in TOP.items()
    ]
    pool = build_pool_from_runs(name="pool", runs=runs, depth=5).pool
    campaign = make_campaign("judged", pool, judgments_per_pair=2)
    pairs = [(topic, doc) for topic in topics for doc in GRADES]
    return cast_votes(
        campaign, {pair: {"ann": GRADES[pair[1]], "bob": GRADES[pair[1]]} for pair in pairs}
    )


@thorough
def test_moving_the_threshold_turns_the_order_and_keeps_it(page: Page) -> None:
    campaign = judged_campaign()
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    signed_in(page, "carol")
    page.goto(f"/campaigns/{campaign.pk}/what-if?runs=broad,sharp&measure=P@5")
    verdict = page.get_by_text("leads")
    expect(verdict.first).to_contain_text("broad leads sharp by +.400")
    expect(page.get_by_text("200 of 200 draws")).to_be_visible()
    check_page(page)
    page.get_by_role("radiogroup", name="Relevant from grade").get_by_text("4").click()
    expect(verdict.first).to_contain_text("sharp leads broad by +.400")
    # The address is the state.
    page.goto(page.url)
    expect(verdict.first).to_contain_text("sharp leads broad by +.400")
    page.get_by_role("button", name="Keep as a label set").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the label set").fill("from-four")
    dialog.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("status").filter(has_text="Kept as from-four")).to_be_visible()
    assert LabelSet.objects.get(name="from-four").policy["threshold"] == 4
    page.get_by_role("link", name="Compare the runs under it").click()
    expect(page.get_by_role("heading", name="Verdict")).to_be_visible()
    expect(page.get_by_text("from-four").first).to_be_visible()
    page.goto(f"/campaigns/{campaign.pk}/labels")
    expect(page.get_by_text("from-four").first).to_be_visible()


@thorough
def test_decisive_pairs_are_asked_about(page: Page) -> None:
    campaign = judged_campaign()
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    signed_in(page, "carol")
    page.goto(f"/campaigns/{campaign.pk}/what-if?runs=broad,sharp&measure=P@5")
    page.get_by_text("all", exact=True).click()
    page.get_by_role("button", name="Ask one more judgment").click()
    page.get_by_role("dialog").get_by_role("button", name="Ask").click()
    expect(page.get_by_role("status").filter(has_text="judgment")).to_be_visible()
    assert campaign.pairs.filter(wanted=3).exists()
