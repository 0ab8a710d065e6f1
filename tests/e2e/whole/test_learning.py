"""A campaign whose pairs are chosen step by step: made, judged, watched and ended."""

from __future__ import annotations

import re

import pytest
from celery import current_app
from playwright.sync_api import Page, expect

from annotation.campaigns.state import set_campaign_state
from annotation.models import Campaign, CampaignState, EndReason
from ranking.models import Run
from tests.annotation.active.learning import take_due
from tests.e2e.conftest import signed_in
from tests.e2e.driving.desk import expect_saved, press
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.wizard import begin, create, go_on
from tests.factories import make_collection, make_member, make_run, make_topics, make_user
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db(transaction=True), thorough]


@pytest.fixture
def runs(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Only the test chooses pairs, as a worker would."""
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    make_user("carol", "annotation.may_organize")
    texts = {f"d{n}": f"Spruce number {n}." for n in range(6)}
    collection, topic_set = make_collection(texts=texts), make_topics(queries={"q1": "spruces"})
    # They differ below the pairs that are chosen, since the seed draws which run is first.
    ranked = [*texts]
    return [
        make_run(name, collection, topic_set, {"q1": ids})
        for name, ids in (("one", ranked), ("two", [*ranked[:4], *ranked[:3:-1]]))
    ]


def made_in_wizard(page: Page, runs: list[Run]) -> Campaign:
    begin(signed_in(page, "carol"), runs)
    page.get_by_role("radio", name="Step by step").check()
    page.get_by_role("radio", name="Move to front").check()
    page.get_by_label("Pairs a topic, at most").fill("5")
    expect(page.get_by_test_id("most-pairs")).to_have_text("5")
    check_page(page)
    go_on(page, "scale")
    page.get_by_role("radio", name="Relevant or not").check()
    page.get_by_label("Judgments per pair").fill("1")
    go_on(page, "guideline")
    go_on(page, "review")
    expect(page.get_by_text("at most 5 judgments")).to_be_visible()
    create(page)
    return Campaign.objects.get()


def open_to(campaign: Campaign, name: str) -> None:
    make_member(campaign, make_user(name))
    set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
    take_due()


def test_pairs_are_chosen_as_an_assessor_judges_and_a_topic_is_ended(
    page: Page, runs: list[Run]
) -> None:
    campaign = made_in_wizard(page, runs)
    open_to(campaign, "alice")
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    page.get_by_role("button", name="I agree").click()
    passage = page.get_by_test_id("passage")
    expect(passage).to_contain_text("Spruce number 0.")
    press(page, "1", "1")
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="The next passages are being chosen")).to_be_visible()
    expect_saved(page)
    assert take_due() == 1
    expect(passage).to_contain_text("Spruce number 3.")  # the page asks by itself

    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}")
    expect(page.get_by_text("3 judgments so far.")).to_be_visible()
    page.get_by_role("link", name="Topics").click()
    row = page.get_by_role("row", name=re.compile("q1"))
    expect(row).to_contain_text("judging")
    figure = page.get_by_role("img", name="Relevant passages found in topic q1")
    expect(figure).to_be_visible()
    check_page(page)
    page.get_by_role("button", name="End q1").click()
    expect(row).to_contain_text("ended by an organizer")
    assert campaign.active_topics.get().ended_because == EndReason.STOPPED
    page.get_by_role("button", name="Go on with q1").click()
    expect(row).to_contain_text("judging")
