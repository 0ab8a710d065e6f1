"""A campaign from two run files, all in the browser: on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Pool
from ranking.models import Run
from tests.e2e.conftest import signed_in
from tests.e2e.looking import check_page
from tests.factories import (
    make_campaign,
    make_collection,
    make_pool,
    make_run,
    make_topics,
    make_user,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

N_TOPICS, N_PASSAGES, DEPTH = 6, 40, 12


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A collection, its topics, two runs of twelve passages a topic, and a broken one."""
    words = ("spruces live long", "firs have cones", "cats sleep", "larches drop their needles")
    passages = "".join(f"d{n}\t{words[n % 4]} {n}\n" for n in range(N_PASSAGES))
    topics = "".join(f"q{n}\twhat of tree {n}\n" for n in range(N_TOPICS))
    contents = {
        "trees.tsv": passages,
        "needs.tsv": topics,
        "bm25.trec.txt": run_lines("bm25", 1),
        "dense one.run": run_lines("dense", 2),
        "broken.run": run_lines("bm25", 1).replace(" 45 ", " high ") + "q0 Q0 d1\n",
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    return {name: tmp_path / name for name in contents}


def run_lines(tag: str, step: int) -> str:
    return "".join(
        f"q{q} Q0 d{(q * 5 + rank * step) % N_PASSAGES} {rank} {50 - rank} {tag}\n"
        for q in range(N_TOPICS)
        for rank in range(1, DEPTH + 1)
    )


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


def make_by_hand(page: Page, files: dict[str, Path], see: Callable[[Page], None]) -> None:
    """From the list of campaigns to the people of a new one."""
    page.goto("/campaigns")
    page.get_by_role("link", name="New campaign").first.click()
    upload(page, "Files of passages", files["trees.tsv"])
    expect(page.get_by_label("The passages to judge")).to_have_value("trees")
    upload(page, "File of topics", files["needs.tsv"])
    expect(page.get_by_label("What was searched for")).to_have_value("needs")
    upload(page, "Run files", files["bm25.trec.txt"], files["dense one.run"])
    for run in ("bm25", "dense-one"):
        expect(page.get_by_role("checkbox", name=re.compile(f"^{run}"))).to_be_checked()
    see(page)
    go_on(page, "pool")
    expect(page.get_by_test_id("n-pairs")).to_have_text("90")
    see(page)
    go_on(page, "scale")
    page.get_by_role("radio", name="FiRA").check()
    expect(page.get_by_text("Requires highlights.").first).to_be_visible()
    see(page)
    go_on(page, "guideline")
    expect(page.get_by_role("region", name="As assessors see it")).to_contain_text("Perfect")
    see(page)
    go_on(page, "review")
    see(page)
    create(page)


def assert_made() -> None:
    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.state, campaign.pool.depth) == ("needs", "draft", 10)
    assert campaign.pairs.count() == 90
    assert [g.requires_span for g in campaign.grades.order_by("value")] == [
        False,
        False,
        True,
        True,
    ]
    assert "Highlight the words" in campaign.guidelines.get().body


@thorough
def test_a_campaign_is_made_from_files_and_each_step_is_whole_at_every_width(
    page: Page, organizer: str, files: dict[str, Path]
) -> None:
    make_by_hand(signed_in(page, organizer), files, check_page)
    assert_made()


@thorough
def test_a_campaign_is_made_on_a_phone(
    phone: Page, organizer: str, files: dict[str, Path]
) -> None:
    make_by_hand(signed_in(phone, organizer), files, lambda _: None)
    assert_made()


def test_a_bad_run_file_is_refused_line_by_line_and_mended(
    page: Page, organizer: str, files: dict[str, Path]
) -> None:
    make_collection(), make_topics()
    signed_in(page, organizer).goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option("trees")
    page.get_by_label("What was searched for").select_option("needs")
    upload(page, "Run files", files["broken.run"])
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("7 bad lines")
    expect(page.get_by_text("Lines 5, 17, 29, 41, 53 and 1 more")).to_be_visible()
    assert not Run.objects.exists()
    expect(page.get_by_role("button", name="Upload", exact=True)).to_have_count(0)
    files["broken.run"].write_text("q1 Q0 d1 1 5 t\nq1 Q0 new 2 4 t\nq9 Q0 d1 1 5 t\n")
    upload(page, "Run files", files["broken.run"])
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
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Judgments a pair").fill("5")
    expect(page.get_by_test_id("n-judgments")).to_have_text("40")
    assert asked == []  # the numbers of every depth are here already
    follow(page, "Next: scale")
    page.get_by_role("radio", name="Relevant or not").focus()
    for key in ("Space", "ArrowDown"):
        page.keyboard.press(key)
    follow(page, "Next: guideline")
    follow(page, "Next: review")
    page.get_by_label("Name of the campaign").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))
    campaign = Campaign.objects.get()
    assert (campaign.pool.depth, campaign.grades.count(), campaign.pool.runs.count()) == (2, 4, 2)


def follow(page: Page, link: str) -> None:
    """The heading of the next step has the focus, so that reading and tabbing go on from there."""
    page.get_by_role("link", name=link).focus()
    page.keyboard.press("Enter")
    title = link.removeprefix("Next: ").capitalize()
    expect(page.get_by_role("heading", level=2, name=title)).to_be_focused()


def create(page: Page) -> None:
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))


@thorough
def test_a_draft_survives_a_reload_and_the_way_back(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    page.get_by_label("Depth", exact=True).fill("7")
    page.get_by_label("Only some of the topics").check()
    page.get_by_label("Topics to draw").fill("1")
    expect(page.get_by_test_id("n-pairs")).to_have_text("14")
    page.reload()
    expect(page.get_by_label("Depth", exact=True)).to_have_value("7")
    expect(page.get_by_test_id("n-pairs")).to_have_text("14")
    go_on(page, "scale")
    expect(page.get_by_text("Choose a scale.")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Depth", exact=True)).to_have_value("7")
    page.goto("/campaigns/new?step=review")
    expect(page).to_have_url(re.compile("review$"))
    expect(page.get_by_text("Choose a scale.")).to_be_visible()
    for _ in range(2):  # the second time it is meant
        page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("The passages to judge")).to_have_value("")
    page.reload()
    expect(page.get_by_text("Choose or upload a collection.")).to_be_visible()


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
    page.get_by_label("Pairs that everyone judges").fill("3")
    page.get_by_label("Gold pairs").fill("q1 d1 2 says it all\nq2 d2 9")
    expect(page.get_by_role("alert")).to_contain_text("line 2: the grade 9 is not on the scale")
    page.get_by_label("Gold pairs").fill("q1 d1 2 says it all")
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
def test_a_taken_name_is_told_in_place_and_nothing_is_lost(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    go_on(page, "scale")
    page.get_by_role("radio", name="Relevant or not").check()
    go_on(page, "guideline")
    go_on(page, "review")
    name = page.get_by_label("Name of the campaign")
    name.fill("my campaign")
    expect(page.get_by_text("No blank and no comma")).to_be_visible()
    expect(page.get_by_role("button", name="Create the campaign")).to_be_disabled()
    name.fill("forest")
    make_campaign("forest", make_pool("other", runs[0].collection, runs[0].topic_set))
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("alert")).to_contain_text("'forest'")
    assert Pool.objects.count() == 1
    name.fill("wood")
    create(page)
    page.goto("/campaigns/new")
    expect(page.get_by_label("The passages to judge")).to_have_value("")
