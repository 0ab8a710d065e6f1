"""A desk with some passages, and what a person does at it."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from annotation.campaigns.publishing import publish_guideline
from annotation.guidelines.text import Example
from annotation.models import Campaign, Judgment
from annotation.people.sessions import SessionStore
from tests.e2e.conftest import signed_in
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_topics

TEXTS = {f"d{n}": f"Spruces live {n} hundred years." for n in range(1, 9)}
EXAMPLE: Example = {
    "query": "how old do firs get",
    "passage": "Firs live for four hundred years.",
    "grade": 5,
    "explanation": "It names the age.",
}


def spruce_desk(assessor: User, n: int = 8) -> Campaign:
    """One topic of so many passages, one judgment each."""
    topic_set = make_topics(queries={"q1": "how long do spruces live"})
    topic_set.topics.update(narrative="Wanted are the usual and the greatest age.")
    texts = dict(list(TEXTS.items())[:n])
    pool = make_pool("pool", make_collection(texts=texts), topic_set)
    campaign = make_campaign(pool=pool, judgments_per_pair=1)
    publish_guideline(campaign=campaign, body="Read the *whole* passage.", examples=[EXAMPLE])
    make_member(campaign, assessor)
    return campaign


def open_desk(page: Page, campaign: Campaign, username: str = "alice") -> Page:
    signed_in(page, username).goto(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    return page


def press(page: Page, *keys: str) -> None:
    """Judge by these keys, each on another passage."""
    for key in keys:
        before = page.get_by_test_id("passage").inner_text()
        page.keyboard.press(key)
        expect(page.get_by_test_id("passage")).not_to_have_text(before)


def expect_saved(page: Page) -> None:
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")


def grades(campaign: Campaign) -> list[int | None]:
    """Of the live judgments, the oldest first."""
    live = Judgment.objects.live().filter(campaign_pair__campaign=campaign)
    return list(live.order_by("created_at").values_list("grade__value", flat=True))


def end_all_logins() -> None:
    for session in Session.objects.all():
        SessionStore(session.session_key).delete()
