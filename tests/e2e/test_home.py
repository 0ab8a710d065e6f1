"""The first page of each role: what is left, what needs its reader, and what goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, CampaignState
from tests.annotation.adjudication.settling_campaign import make_settled
from tests.annotation.answering import claim_one, judge
from tests.e2e.conftest import SignIn
from tests.evaluation.four_runs import make_ground
from tests.factories import make_campaign, make_member, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_assessor_goes_on_with_what_is_left_and_is_not_shown_how_it_goes(
    sign_in: SignIn, transactional_db: None
) -> None:
    """She may organize besides."""
    ada = make_user("ada", "annotation.may_organize", "ranking.may_research")
    member = make_member(make_campaign("spruces", quota=6), ada)
    for _ in range(5):
        judge(member, claim_one(member), 2, active_ms=60_000)
    page = sign_in("ada")
    page.goto("/")
    todo = page.locator("section", has=page.get_by_role("heading", name="To judge"))
    expect(todo).to_contain_text("1 to judge")
    expect(todo).to_contain_text("5 of your 6 judged")
    headings = page.get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["To judge", "To organize", "No runs yet"]
    card = page.get_by_role("article").filter(has=page.get_by_role("link", name="spruces")).last
    expect(card).to_contain_text("You judge here yourself")
    expect(card).not_to_contain_text("judgments")
    todo.get_by_role("link", name="Judge: spruces").click()
    expect(page.get_by_test_id("passage")).to_be_visible()


def test_an_organizer_goes_to_what_needs_her(sign_in: SignIn, transactional_db: None) -> None:
    """Two disagreements, a pair that is stuck, and no guideline."""
    make_settled()
    Campaign.objects.filter(name="campaign").update(state=CampaignState.OPEN, max_not_judged=1)
    needy = Campaign.objects.get(name="campaign")
    make_user("carol", "annotation.may_organize")
    page = sign_in("carol")
    page.goto("/")
    needs = page.get_by_role("list", name="What campaign needs")
    expect(needs.get_by_role("link")).to_have_count(3)
    for name, path in (
        ("1 pair stuck", f"/campaigns/{needy.pk}/pairs"),
        ("2 disagreements", f"/campaigns/{needy.pk}/adjudicate"),
        ("No guideline", f"/campaigns/{needy.pk}/guideline"),
    ):
        needs.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(path))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.go_back()


@thorough
def test_comparisons_are_kept_in_the_browser_until_they_are_removed(
    sign_in: SignIn, transactional_db: None
) -> None:
    make_ground()
    make_user("rita", "ranking.may_research")
    page = sign_in("rita")
    for runs in ("b", "c,d"):
        page.goto(f"/compare?baseline=a&runs={runs}&labels=old&measures=RR@10")
        expect(page.get_by_role("link", name="Download CSV")).to_be_visible()
    page.goto("/")
    recent = page.get_by_role("article").filter(has_text="Recent comparisons")
    expect(recent.get_by_role("listitem")).to_have_text(
        [re.compile("c and d against a.*under old"), re.compile("b against a.*under old")]
    )
    recent.get_by_role("button", name="Remove: c and d against a").click()
    expect(recent.get_by_role("listitem")).to_have_count(1)
    page.reload()
    recent.get_by_role("link", name="b against a").click()
    expect(page).to_have_url(re.compile("runs=b&"))
    expect(page.get_by_role("link", name="Download CSV")).to_be_visible()


@thorough
def test_who_begins_is_shown_the_first_step(page: Page, sign_in: SignIn, transactional_db: None) -> None:
    make_user("ada", "annotation.may_organize", "ranking.may_research")
    sign_in("ada").goto("/")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="New campaign")).to_have_attribute(
        "href", "/campaigns/new"
    )
    main.get_by_role("link", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Import", level=1)).to_be_visible()
