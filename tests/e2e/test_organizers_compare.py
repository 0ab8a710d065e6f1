"""An organizer sees what her labels do to the runs that her campaign pooled."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign
from annotation.pools.building import build_pool_from_runs
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import cast_votes, whole
from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Of two of three runs; labels were derived from its votes."""
    ground = make_collection(), make_topics()
    for name, best in (("first", "d1"), ("second", "d2"), ("other", "d3")):
        make_run(name, *ground, {"q1": [best, "d3"], "q2": [best]})
    runs = list(ground[0].runs.exclude(name="other").order_by("name"))
    pool = build_pool_from_runs(name="pool", runs=runs, depth=2).pool
    votes = {("q1", "d1"): {"ann": 4, "bob": 5}, ("q2", "d2"): {"ann": 1, "bob": 1}}
    campaign = cast_votes(make_campaign("live", pool), votes)
    derive_labels(
        name="derived", campaign=campaign, policy=whole(AggregationPolicy(aggregate="median"))
    )
    return campaign


@pytest.fixture
def organizer(page: Page, campaign: Campaign) -> Page:
    make_user("olga", "annotation.may_organize")
    return signed_in(page, "olga")


@pytest.mark.parametrize("path", ["/campaigns/{}/labels", "/library/labels/of/derived"])
def test_her_labels_lead_to_what_they_do_to_the_runs(
    organizer: Page, campaign: Campaign, path: str
) -> None:
    page = organizer
    page.goto(path.format(campaign.pk))
    page.get_by_role("link", name=re.compile("^What these labels do to its runs")).click()
    expect(page).to_have_url(re.compile("baseline=first&runs=second&labels=derived"))
    expect(page.get_by_role("link", name="Download CSV")).to_be_visible()
    check_axe(page)


def test_compare_and_library_are_in_her_navigation(organizer: Page) -> None:
    page = organizer
    page.goto("/")
    nav = page.get_by_role("navigation", name="Main")
    nav.get_by_role("link", name="Library").click()
    expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()
    nav.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare runs with a baseline")).to_be_visible()


def test_where_she_judges_herself_she_is_shown_no_labels(
    organizer: Page, campaign: Campaign
) -> None:
    page = organizer
    make_member(campaign, User.objects.get(username="olga"))
    page.goto("/compare?baseline=first&runs=second&labels=derived&measures=RR@10")
    expect(page.get_by_role("main")).to_contain_text("No label sets yet")
    page.goto("/library/labels/of/derived")
    expect(page.get_by_role("heading", name="No such label set")).to_be_visible()
