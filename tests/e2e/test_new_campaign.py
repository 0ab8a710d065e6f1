"""A campaign is set up, step by step; whole/test_whole_way.py uploads all that it is made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign
from ranking.models import Run
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.wizard import begin, create, go_on
from tests.factories import (
    make_collection,
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


def paste_gold(page: Page) -> None:
    """Good lines are taken; each bad one stays, with its new number and reason."""
    page.get_by_text("Gold pairs", exact=True).click()
    page.get_by_text("Paste lines").click()
    lines = page.get_by_label("Lines of gold pairs")
    lines.fill("q1 d1 2 says it all\nq2 d2 9\nq1 void 1")
    page.get_by_role("button", name="Add these pairs").click()
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("Line 1: the grade 9 is not on the scale")
    expect(refused).to_contain_text("Line 2: passage void of topic q1 is not in the pool")
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


@thorough
def test_pairs_are_drawn_by_design_and_the_choice_outlives_the_page(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    page.get_by_role("radio", name="By design").check()
    expect(page.get_by_test_id("n-pairs")).to_have_text("12")  # 30% of 40
    page.get_by_label("Pairs (slider)").fill("20")
    page.get_by_label("Asked is").select_option("how far each run is from one")
    expect(page.get_by_role("img", name="Expected interval, by pairs judged")).to_be_visible()
    expect(page.get_by_test_id("n-judgments")).to_have_text("60")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    check_page(page)
    page.reload()
    expect(page.get_by_role("radio", name="By design")).to_be_checked()
    go_on(page, "scale")
    page.get_by_role("radio", name="Relevant or not").check()
    go_on(page, "guideline")
    go_on(page, "review")
    create(page)
    campaign = Campaign.objects.get()
    assert (campaign.pool.strategy, campaign.pairs.count()) == ("design", 20)
    assert campaign.pool.recipe["design"]["question"] == {"kind": "against", "runs": ["one", "two"]}
    assert (campaign.policy().unit, campaign.policy().order) == ("pairs", "fixed")
