"""A whole track is organized from the browser alone, by one organizer with two assessors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.campaigns.listing import progress_of
from annotation.models import Campaign
from ranking.models import Run
from tests.annotation.inviting import PASSWORD
from tests.e2e.conftest import signed_in
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.running import change_state, invite, turn_to
from tests.e2e.driving.server import Server
from tests.e2e.driving.wizard import begin, create, go_on
from tests.factories import make_collection, make_labels, make_run, make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
EXPERT = 3  # the grade of the qualification pair


@pytest.fixture
def organizer(page: Page) -> Page:
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    return signed_in(page, "carol")


@pytest.fixture
def desks(chromium: Browser, live_server: Server) -> Iterator[list[Page]]:
    with ExitStack() as open_now:
        yield [open_now.enter_context(opened(chromium, live_server)) for _ in range(2)]


@pytest.fixture
def ranked(transactional_db: None) -> list[Run]:
    """Twelve topics, one of which has its first relevant passage at each rank from 1 to 11."""
    texts: dict[str, str | None] = {f"d{n}": f"Passage number {n}." for n in range(12)}
    collection = make_collection(texts=texts)
    topic_set = make_topics(queries={f"q{n}": f"question {n}" for n in range(12)})
    ranking = {f"q{n}": list(texts) for n in range(12)}
    relevances = {
        f"q{n}": {f"d{d}": 2 if d == n else d % 2 if d > n else 0 for d in range(12)}
        for n in range(11)
    }
    make_labels("old", collection, topic_set, relevances)
    other = {query_id: [*ids[:-2], ids[-1], ids[-2]] for query_id, ids in ranking.items()}
    return [
        make_run(name, collection, topic_set, one)
        for name, one in (("one", ranking), ("two", other))
    ]


def draw_strata(page: Page) -> None:
    """The proposal fits at once; each fault stands under its field, and closes the next step."""
    page.get_by_label("Only some of the topics").check()
    page.get_by_label("Draw topics").select_option(label="by first relevant rank")
    rows = page.get_by_role("group", name=re.compile(r"^Stratum \d$"))
    expect(rows).to_have_count(3)
    expect(page.get_by_text("1 topic has no relevant passage")).to_be_visible()
    expect(page.get_by_role("link", name="Next: scale")).to_be_visible()
    n_pairs = page.get_by_test_id("n-pairs")
    expect(n_pairs).to_have_text("44")  # four passages of each of 11 topics
    page.get_by_label("From rank").nth(1).fill("2")
    expect(rows.nth(1)).to_contain_text("overlap")
    expect(n_pairs).to_have_text("44")
    closed = page.get_by_role("button", name="Next: scale")
    expect(closed).to_have_accessible_description(re.compile("cannot be counted"))
    closed.press("Enter")
    expect(page.get_by_label("From rank").nth(1)).to_be_focused()
    page.get_by_label("From rank").nth(1).fill("4")
    page.get_by_label("Topics", exact=True).nth(0).fill("7")
    expect(rows.nth(0)).to_contain_text("has 3 topics, 7 were asked for")
    page.get_by_label("Topics", exact=True).nth(0).fill("2")
    page.get_by_role("button", name="Remove stratum 3").click()
    page.get_by_role("button", name="Add a stratum").click()
    page.get_by_label("Name").nth(2).fill("last")
    page.get_by_label("Topics", exact=True).nth(2).fill("1")


def choose_known_pairs(page: Page) -> None:
    """Gold drawn from the old labels, and a qualification pair picked from the pool."""
    page.get_by_text("Gold pairs", exact=True).click()
    page.get_by_text("Draw pairs from a label set").click()
    expect(page.get_by_label("Label 2")).to_have_value("2")
    page.get_by_label("Pairs to draw").fill("3")
    page.get_by_role("button", name="Draw 3 pairs").click()
    gold = page.get_by_role("list", name="Chosen gold pairs").get_by_role("listitem")
    expect(gold).to_have_count(3)
    page.get_by_text("Qualification round", exact=True).click()
    ways = page.get_by_text("Choose pairs from the pool")
    expect(ways).to_have_count(2)
    ways.last.click()
    passages = page.get_by_role("list", name="Passages of the topic").get_by_role("listitem")
    free = passages.filter(has=page.get_by_role("combobox")).first
    expect(free).to_contain_text("rank")
    free.get_by_role("combobox").select_option("3")
    chosen = page.get_by_role("list", name="Chosen qualification pairs").get_by_role("listitem")
    expect(chosen).to_have_count(1)
    page.get_by_label("Passing share, in percent").fill("100")


def set_up(page: Page, runs: list[Run]) -> Campaign:
    """A draft of strata of topics, with gold and a qualification round."""
    begin(page, runs)
    page.get_by_label("Depth", exact=True).fill("4")
    page.get_by_label("Judgments per pair").fill("2")
    draw_strata(page)
    go_on(page, "scale")
    page.get_by_role("radio", name="TREC").check()
    choose_known_pairs(page)
    go_on(page, "guideline")
    go_on(page, "review")
    work = page.get_by_role("table")
    expect(work).to_contain_text(
        re.compile(r"\d+ pairs = \d+ regular \+ 3 gold \+ 1 qualification")
    )
    expect(work.get_by_role("row", name=re.compile("^Qualification 1 pair"))).to_be_visible()
    create(page)
    campaign = Campaign.objects.get()
    strata = campaign.pool.pairs.order_by().values_list("stratum", "topic").distinct()
    assert Counter(name for name, _ in strata) == {"top": 2, "middle": 2, "last": 1}
    kinds = Counter(campaign.pairs.values_list("kind", flat=True))
    assert (kinds["gold"], kinds["qualification"]) == (3, 1)
    assert (campaign.pass_share, campaign.policy().gold_every) == (1.0, 10)
    return campaign


def judge(desk: Page, grades: str, end: str) -> None:
    """Give these grades in turn, until the page says so."""
    passage, nothing = desk.get_by_test_id("passage"), desk.get_by_role("heading", name=end)
    for number in range(100):
        expect(passage.or_(nothing)).to_be_visible()
        if nothing.is_visible():
            return
        grade = int(grades[number % len(grades)])
        desk.get_by_role("group", name="Grades").get_by_role("button").nth(grade).click()
    pytest.fail(f"{end!r} never came")


def join_and_pilot(desk: Page, address: str, name: str, grades: str) -> None:
    desk.goto(address)
    desk.get_by_label("Username").fill(name)
    desk.get_by_label("Password").fill(PASSWORD)
    desk.get_by_role("button", name="Join", exact=True).click()
    desk.get_by_role("button", name="I agree").click()
    expect(desk.get_by_test_id("passage")).to_be_visible()
    desk.get_by_role("group", name="Grades").get_by_role("button").nth(EXPERT).click()
    expect(desk.get_by_text("You have passed the round")).to_be_visible()
    judge(desk, grades, "The pilot is done")


@thorough
def test_from_strata_to_old_labels_beside_new(
    organizer: Page, desks: list[Page], ranked: list[Run]
) -> None:
    campaign = set_up(organizer, ranked)
    address = invite(organizer, 2)
    turn_to(organizer, "Launch")
    organizer.get_by_label("Pairs to draw").fill("5")
    organizer.get_by_role("button", name="Draw", exact=True).click()
    expect(organizer.get_by_text("Drawn: ")).to_be_visible()
    change_state(organizer, "Start the pilot")
    for desk, name, grades in zip(desks, ("ann", "ben"), ("3", "0"), strict=True):
        join_and_pilot(desk, address, name, grades)
    turn_to(organizer, "Board")
    expect(organizer.get_by_text("Agreement is low")).to_be_visible()
    change_state(organizer, "Open")
    for desk in desks:
        desk.reload()
        judge(desk, "0123", "All done")
    assert progress_of(campaign).n_left == 0
    turn_to(organizer, "Labels")
    presets = organizer.get_by_role("group", name="Presets")
    presets.get_by_role("button", name=re.compile("^Median")).click()
    organizer.get_by_label("Name of the label set").fill("new")
    organizer.get_by_role("button", name="Make the label set").click()
    made = organizer.get_by_role("article", name="new")
    expect(made).to_contain_text(re.compile(r"\d+ judged, 4 by the known grade"))
    made.get_by_role("link", name=re.compile("runs: new")).click()
    asked = "baseline=one&runs=two&labels=old,new&measures=nDCG@4,RR@4,P@4"
    expect(organizer).to_have_url(re.compile(re.escape(asked)))
    expect(organizer.get_by_role("region", name="Verdict")).to_contain_text("nDCG@4")
