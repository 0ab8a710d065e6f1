"""The main pages of each role, in whole: whatever the content policy forbids there fails the test.

Every test that opens a page looks for that; this one sees to it that all main pages are opened.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign
from tests.e2e.conftest import opened, signed_in_by_keyboard
from tests.e2e.still import until_still
from tests.factories import (
    make_administrator,
    make_campaign,
    make_labels,
    make_member,
    make_pool,
    make_user,
)
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db(transaction=True)

EVERYBODY = [
    *("/", "/login", "/join#none", "/reset#none"),
    *("/help/measures#rr", "/about", "/no/such/page"),
]
COMPARED = "/compare?baseline=bm25&runs=duo&labels=old,new&measures=RR@10,AP"
OF_ROLE = {
    "root": ["/account", "/accounts"],
    "alice": ["/judge/{}", "/judge/{}/record"],
    "carol": [
        "/campaigns",
        *(f"/campaigns/new?step={step}" for step in ("runs", "pool", "scale", "guideline")),
        "/campaigns/{}",
        *("/campaigns/{}/" + tab for tab in ("pairs", "agreement", "people", "guideline")),
        *("/campaigns/{}/" + tab for tab in ("launch", "labels", "settings")),
    ],
    "rita": [
        "/library",
        "/library/compute",
        "/library/jobs",
        "/library/pairs?run=duo",
        *(f"{COMPARED}&tab={tab}" for tab in ("scores", "topics", "order")),
    ],
}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    duo = make_duo("duo")
    pool = make_pool(collection=duo.collection, topic_set=duo.topic_set)
    for name, relevant in (("old", "d1"), ("new", "d2")):
        labels = {query_id: {relevant: 1} for query_id in ("q1", "q2")}
        make_labels(name, pool.collection, pool.topic_set, labels)
    campaign = make_campaign(pool=pool)
    make_member(campaign, make_user("alice"))
    make_user("carol", "annotation.may_organize")
    make_user("rita", "ranking.may_research")
    make_administrator("root")
    return campaign


@pytest.mark.parametrize("name", OF_ROLE)
def test_no_main_page_asks_for_what_the_policy_forbids(
    name: str, page: Page, campaign: Campaign
) -> None:
    signed_in_by_keyboard(page, name)
    for address in [*EVERYBODY, *OF_ROLE[name]]:
        page.goto(address.format(campaign.pk))
        expect(page.locator("main")).to_be_visible()
        until_still(page)


FOREIGN = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const style = document.createElement("style");
    style.textContent = "main { display: none }";
    document.body.append(style);
    return window.ran ?? false;
}"""


def put_into_a_page(script: str, chromium: Browser, live_server: LiveServer) -> None:
    with opened(chromium, live_server) as page:
        page.goto("/login")
        expect(page.get_by_label("Password")).to_be_visible()
        assert not page.evaluate(script)
        expect(page.locator("main")).to_be_visible()


def test_a_script_and_a_style_that_came_into_a_page_are_refused_and_told(
    chromium: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    with pytest.raises(AssertionError, match="Content Security Policy"):
        put_into_a_page(FOREIGN, chromium, live_server)
