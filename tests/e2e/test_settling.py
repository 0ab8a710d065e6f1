"""Ties are settled: by an organizer, from the board to another result, and by an adjudicator."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from annotation.labels.deriving import derive_labels
from annotation.models import Adjudication, Campaign, Role
from regrade.aggregation import AggregationPolicy
from tests.annotation.answering import judge
from tests.annotation.inviting import PASSWORD, invite
from tests.annotation.voting import whole
from tests.e2e.conftest import signed_in, until
from tests.factories import make_campaign, make_member, make_pool, make_run, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

# Of q1 the first passage is tied and the second relevant; of q2 the second is tied, and only the
# third relevant.
GRADES = {"alice": (1, 5, 1, 1, 1, 5), "bob": (5, 5, 1, 1, 5, 5)}
RANKINGS = {"q1": ["d1", "d2"], "q2": ["d3", "d1"]}
NOTE = "Note (optional)"


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Two ties of six pairs, and the labels of the votes as they are."""
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    pool = make_pool()
    make_run("bm25", pool.collection, pool.topic_set, RANKINGS)
    backwards = {query_id: doc_ids[::-1] for query_id, doc_ids in RANKINGS.items()}
    make_run("bert", pool.collection, pool.topic_set, backwards)
    campaign = make_campaign(pool=pool, judgments_per_pair=2)
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(campaign.pairs.order_by("pk"), grades, strict=True):
            judge(member, pair, grade, note=f"It is a {grade}.")
    policy = whole(AggregationPolicy(aggregate="majority"))
    derive_labels(name="before", campaign=campaign, policy=policy)
    return campaign


def decision(page: Page) -> Locator:
    return page.get_by_role("region", name="Decision", exact=True)


def pair_page(page: Page, campaign: Campaign) -> Page:
    first = campaign.pairs.order_by("pk")[0]
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/pairs/{first.pk}")
    expect(decision(page)).to_contain_text("Nobody decided on this pair.")
    return page


def scores(page: Page, labels: str) -> str:
    block = page.get_by_role("region", name=f"Under {labels}", exact=True)
    return block.get_by_role("row", name=re.compile("^bert")).inner_text()


def test_a_tie_is_settled_and_the_result_of_a_run_moves(page: Page, campaign: Campaign) -> None:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}")
    page.get_by_role("region", name="Needs you").get_by_role("link", name="2 ties").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied&only=undecided$"))
    page.get_by_role("link", name="Spruces live long.").click()
    expect(decision(page)).to_contain_text("Nobody decided on this pair.")
    page.get_by_label(NOTE).press_sequentially("In full: 1")  # and no key decides meanwhile
    expect(decision(page)).to_contain_text("Nobody decided on this pair.")
    page.get_by_label(NOTE).blur()
    page.keyboard.press("4")
    expect(decision(page)).to_contain_text("Decided: 4, because it was tied")
    expect(decision(page)).to_contain_text("In full: 1")
    decision(page).get_by_role("button", name="Take back").click()
    expect(decision(page)).to_contain_text("Nobody decided on this pair.")
    decision(page).get_by_role("button", name="5", exact=True).click()
    expect(decision(page)).to_contain_text("Decided: 5, because it was tied")
    made = Adjudication.objects.order_by("pk")
    assert list(made.values_list("grade__value", flat=True)) == [4, 5]

    page.get_by_role("link", name="Back to the list").click()
    page.get_by_role("button", name="Not decided").click()
    expect(page.get_by_role("row", name=re.compile("Spruces live long"))).to_contain_text("tied")
    page.get_by_role("link", name="Labels").click()
    expect(page.get_by_label("Decisions of adjudicators")).to_have_value("override")
    page.get_by_label("Name of the label set").fill("after")
    page.get_by_role("button", name="Make the label set").click()
    after = page.get_by_role("article", name="after")
    expect(after).to_contain_text("decisions of adjudicators in the place of votes")
    page.goto("/compare?baseline=bm25&runs=bert&labels=before,after&measures=AP&tab=scores")
    expect(page.get_by_role("region", name="Under after", exact=True)).to_contain_text("AP")
    assert scores(page, "before") != scores(page, "after")


@thorough
def test_a_decision_on_answers_that_changed_is_refused_and_they_are_read_again(
    page: Page, campaign: Campaign
) -> None:
    pair_page(page, campaign)
    late = make_member(campaign, make_user("ada"))
    judge(late, campaign.pairs.order_by("pk")[0], 2)
    page.keyboard.press("3")
    expect(decision(page).get_by_role("alert")).to_contain_text("changed since you opened it")
    expect(page.get_by_role("region", name="Answers")).to_contain_text("P-ada")
    assert not Adjudication.objects.exists()
    page.keyboard.press("3")
    expect(decision(page)).to_contain_text("Decided: 3,")
    expect(decision(page).get_by_role("alert")).to_have_count(0)


@thorough
def test_a_key_pressed_before_the_answer_to_the_last_one_came_is_not_lost(
    page: Page, campaign: Campaign
) -> None:
    pair_page(page, campaign)
    held = list[Route]()

    def hold_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/decision", hold_first)
    for key in "2", "2", "3":
        page.keyboard.press(key)
    until(page, lambda: bool(held))
    held[0].continue_()
    expect(decision(page)).to_contain_text("Decided: 3,")
    expect(decision(page).get_by_text("1 earlier decision")).to_be_visible()


# The queue of an adjudicator


def decided() -> list[tuple[int, str, bool | None]]:
    live = Adjudication.objects.live().order_by("campaign_pair")
    return list(live.values_list("grade__value", "reason", "saw_votes"))


def test_an_invited_adjudicator_settles_pairs_by_keys_and_undoes_one(
    page: Page, campaign: Campaign
) -> None:
    page.goto(f"/join#{invite(campaign, role=Role.ADJUDICATOR).token}")
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Begin").click()
    status = page.get_by_role("status").first
    expect(status).to_have_text("2 left")
    expect(page.get_by_text("It is a 5.")).to_have_count(0)
    page.keyboard.press("4")
    expect(status).to_have_text("Saved 4 · 1 left")
    page.keyboard.press("v")
    votes = page.get_by_role("region", name="Votes")
    expect(votes).to_contain_text("It is a 5.")
    expect(page.get_by_text("P-bob")).to_have_count(0)
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Nothing left to adjudicate")).to_be_visible()
    assert decided() == [(4, "tied", False), (2, "tied", True)]
    page.keyboard.press("u")
    expect(status).to_have_text("Undone · 1 left")
    assert decided() == [(4, "tied", False)]
