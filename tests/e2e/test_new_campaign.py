"""A campaign is set up, step by step; test_whole_way.py uploads all that it is made of."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import Campaign, Membership
from ranking.models import Run
from tests.e2e.conftest import signed_in, until
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.server import Server
from tests.factories import (
    make_collection,
    make_labels,
    make_member,
    make_run,
    make_topics,
    make_user,
)
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def organizer(transactional_db: None) -> str:
    make_user("carol", "annotation.may_organize")
    return "carol"


def upload(page: Page, label: str, *paths: Path) -> None:
    page.get_by_label(label, exact=True).set_input_files(list(paths))
    page.get_by_role("button", name=re.compile(r"^Upload( all \d+)?$")).click()


def go_on(page: Page, step: str) -> None:
    # By a key: what comes from the server meanwhile moves the link from under a pointer.
    page.get_by_role("link", name=f"Next: {step}").press("Enter")
    expect(page).to_have_url(re.compile(f"step={step}$"))


def test_a_bad_run_file_is_refused_line_by_line_and_mended(
    page: Page, organizer: str, tmp_path: Path
) -> None:
    make_collection(), make_topics()
    broken = tmp_path / "broken.run"
    rows = (f"q{q} Q0 d{d} 1 {'high' if d == 2 else 9 - d} t\n" for q in (1, 2) for d in (1, 2, 3))
    broken.write_text("".join(rows) + "q1 Q0 d1\n")
    signed_in(page, organizer).goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option("trees")
    page.get_by_label("What was searched for").select_option("needs")
    upload(page, "Run files", broken)
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("3 bad lines")
    expect(page.get_by_text("Lines 2, 5")).to_be_visible()
    assert not Run.objects.exists()
    broken.write_text("q1 Q0 d1 1 5 t\nq1 Q0 new 2 4 t\nq9 Q0 d1 1 5 t\n")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(refused).to_contain_text("broken.run was changed after it was chosen: choose it again.")
    upload(page, "Run files", broken)
    expect(page.get_by_text("Stored.")).to_contain_text("1 unknown topic (q9)")
    expect(refused).to_have_count(0)
    assert Run.objects.get().rankings.count() == 1


@pytest.fixture
def runs(transactional_db: None) -> list[Run]:
    texts = {f"d{n}": f"Passage number {n}." for n in range(30)} | {"void": None}
    collection, topic_set = make_collection(texts=texts), make_topics()
    ids = list(texts)
    return [
        make_run(name, collection, topic_set, dict.fromkeys(("q1", "q2"), ids[n : n + 20]))
        for n, name in ((0, "one"), (11, "two"))
    ]


def begin(page: Page, runs: list[Run]) -> None:
    page.goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option("trees")
    page.get_by_label("What was searched for").select_option("needs")
    for run in runs:
        page.get_by_role("checkbox", name=re.compile(f"^{run.name}")).check()
    go_on(page, "pool")


def test_a_campaign_is_made_by_the_keyboard_alone(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    signed_in(page, organizer).goto("/campaigns/new")
    for label, choice in (("The passages to judge", "trees"), ("What was searched for", "needs")):
        page.get_by_label(label).focus()
        page.keyboard.type(choice)
    page.get_by_role("checkbox", name="one").focus()
    for key in ("Space", "Tab", "Space"):
        page.keyboard.press(key)
    follow(page, "Next: pool")
    expect(page.get_by_test_id("n-pairs")).to_have_text("40")
    for key in ("Tab", "Tab", "Home", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("n-pairs")).to_have_text("8")
    page.reload()
    expect(page.get_by_test_id("n-pairs")).to_have_text("8")  # a draft outlives the page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Judgments per pair").fill("5")
    expect(page.get_by_test_id("n-judgments")).to_have_text("40")
    # The pool's numbers of every depth are here already; only the work is forecast again.
    assert {url.rsplit("/api/", 1)[1] for url in asked} == {"campaigns/plan"}
    follow(page, "Next: scale")
    page.get_by_role("radio", name="Relevant or not").focus()
    for key in ("Space", "ArrowDown"):
        page.keyboard.press(key)
    follow(page, "Next: guideline")
    follow(page, "Next: review")
    expect(page.get_by_role("button", name="Create the campaign")).to_be_enabled()
    page.get_by_label("Name of the campaign").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))
    campaign = Campaign.objects.get()
    assert (campaign.pool.depth, campaign.grades.count(), campaign.pool.runs.count()) == (2, 4, 2)


def follow(page: Page, link: str) -> None:
    """The heading of the next step has the focus, so that reading and tabbing go on from there."""
    if THOROUGH:
        check_page(page)
        page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("link", name=link).focus()
    page.keyboard.press("Enter")
    title = link.removeprefix("Next: ").capitalize()
    expect(page.get_by_role("heading", level=2, name=title)).to_be_focused()


def create(page: Page) -> None:
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))


def paste_gold(page: Page) -> None:
    """Good lines are taken; each bad one stays, with its number and reason."""
    page.get_by_text("Gold pairs", exact=True).click()
    page.get_by_text("Paste lines").click()
    lines = page.get_by_label("Lines of gold pairs")
    lines.fill("q1 d1 2 says it all\nq2 d2 9\nq1 void 1")
    page.get_by_role("button", name="Add these pairs").click()
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("Line 2: the grade 9 is not on the scale")
    expect(refused).to_contain_text("Line 3: passage void of topic q1 is not in the pool")
    expect(lines).to_have_value("q2 d2 9\nq1 void 1")
    expect(
        page.get_by_role("list", name="Chosen gold pairs").get_by_role("listitem")
    ).to_have_count(1)


@thorough
def test_a_scale_and_special_pairs_of_ones_own_are_taken(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    go_on(page, "scale")
    page.get_by_role("radio", name="Your own").check()
    page.get_by_role("button", name="Add a grade").click()
    for grade, title in (("Grade 0", "No"), ("Grade 1", "Yes"), ("Grade 2", "Wholly")):
        page.get_by_role("group", name=grade).get_by_label("Name").fill(title)
    page.get_by_role("group", name="Grade 2").get_by_label("Requires highlights").check()
    page.get_by_text("More: sets of topics").click()
    page.get_by_label("Sets of topics at a time").fill("2")
    page.get_by_label("Topics in a set").fill("3")
    page.get_by_label("How often a set is new, in percent").fill("25")
    expect(page.get_by_text("Assessors get 2 sets of 3 topics at a time")).to_be_visible()
    page.get_by_label("Pairs for everyone").fill("3")
    paste_gold(page)
    go_on(page, "guideline")
    page.get_by_label("Text (Markdown)").fill("# Be *fair*")
    shown = page.get_by_role("region", name="As assessors see it")
    expect(shown.locator("em")).to_have_text("fair")
    go_on(page, "review")
    create(page)
    campaign = Campaign.objects.get()
    kinds = sorted(campaign.pairs.values_list("kind", flat=True))
    assert (kinds.count("gold"), kinds.count("overlap"), len(kinds)) == (1, 3, 40)
    assert campaign.guidelines.get().body == "# Be *fair*"
    policy = campaign.policy()
    assert (policy.sets_offered, policy.topics_per_set, policy.new_topic_share) == (2, 3, 0.25)
    assert [g.name for g in campaign.grades.order_by("value")] == ["No", "Yes", "Wholly"]


@pytest.fixture
def ranked(transactional_db: None) -> Run:
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
    return make_run("one", collection, topic_set, ranking)


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
    expect(free).to_contain_text("one rank")
    free.get_by_role("combobox").select_option("3")
    chosen = page.get_by_role("list", name="Chosen qualification pairs").get_by_role("listitem")
    expect(chosen).to_have_count(1)
    page.get_by_label("Passing share, in percent").fill("100")


def test_strata_gold_and_a_qualification_round_lead_to_a_qualified_assessor(
    page: Page, organizer: str, ranked: Run, chromium: Browser, live_server: Server
) -> None:
    begin(signed_in(page, organizer), [ranked])
    page.get_by_label("Depth", exact=True).fill("4")
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
    expect(
        work.get_by_role("row", name=re.compile("^Qualification 1 pair . 3 assessors 3$"))
    ).to_be_visible()
    create(page)
    campaign = Campaign.objects.get()
    strata = campaign.pool.pairs.order_by().values_list("stratum", "topic").distinct()
    assert Counter(name for name, _ in strata) == {"top": 2, "middle": 2, "last": 1}
    kinds = Counter(campaign.pairs.values_list("kind", flat=True))
    assert (kinds["gold"], kinds["qualification"]) == (3, 1)
    assert (campaign.pass_share, campaign.policy().gold_every) == (1.0, 10)
    alice = make_member(campaign, make_user("alice"))
    page.goto(f"/campaigns/{campaign.pk}/launch")
    page.get_by_role("group", name="State").get_by_role("button", name="Open…").click()
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("open")
    with opened(chromium, live_server) as desk:
        signed_in(desk, "alice").goto(f"/judge/{campaign.pk}")
        desk.get_by_role("button", name="I agree").click()
        desk.get_by_role("group", name="Grades").get_by_role("button").nth(3).click()
        until(desk, lambda: Membership.objects.get(pk=alice.pk).qualified_at is not None)
