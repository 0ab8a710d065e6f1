"""A campaign from two run files, all in the browser: on a desk and on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Pool
from ranking.models import Run
from tests.e2e.axe import check_axe
from tests.e2e.conftest import opened, signed_in
from tests.e2e.prose import LOOK
from tests.e2e.still import scrolls_sideways
from tests.factories import (
    make_campaign,
    make_collection,
    make_pool,
    make_run,
    make_topics,
    make_user,
)
from tests.measured import Measured
from tests.real_data import DATA, needs_real_data

pytestmark = pytest.mark.django_db(transaction=True)

N_TOPICS, N_PASSAGES, DEPTH = 6, 40, 12
STORED_MS = 300_000  # real files, by a busy machine


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


COUNT_ACTIONS = """() => {
    window.nActions = 0;
    const count = ({ type, target }) => {
        if (type === "click" ? target.type !== "file" : target.type === "file") nActions += 1;
    };
    for (const type of ["click", "change"]) document.addEventListener(type, count, true);
}"""


def make_by_hand(page: Page, files: dict[str, Path]) -> None:
    """From the list of campaigns to the people of a new one."""
    page.goto("/campaigns")
    page.evaluate(COUNT_ACTIONS)
    page.get_by_role("link", name="New campaign").first.click()
    upload(page, "Files of passages", files["trees.tsv"])
    expect(page.get_by_label("The passages to judge")).to_have_value("trees")
    upload(page, "File of topics", files["needs.tsv"])
    expect(page.get_by_label("What was searched for")).to_have_value("needs")
    upload(page, "Run files", files["bm25.trec.txt"], files["dense one.run"])
    for run in ("bm25", "dense-one"):
        expect(page.get_by_role("checkbox", name=re.compile(f"^{run}"))).to_be_checked()
    seen(page, "runs")
    go_on(page, "pool")
    expect(page.get_by_test_id("n-pairs")).to_have_text("90")
    seen(page, "pool")
    go_on(page, "scale")
    page.get_by_role("radio", name="FiRA").check()
    expect(page.get_by_text("Requires highlights.").first).to_be_visible()
    seen(page, "scale")
    go_on(page, "guideline")
    expect(page.get_by_role("region", name="As assessors see it")).to_contain_text("Perfect")
    seen(page, "guideline")
    go_on(page, "review")
    seen(page, "review")
    create(page)


def seen(page: Page, step: str) -> None:
    assert not scrolls_sideways(page), step
    check_axe(page)


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


def test_a_campaign_is_made_from_two_run_files(
    page: Page, organizer: str, files: dict[str, Path], measured: Measured
) -> None:
    make_by_hand(signed_in(page, organizer), files)
    assert_made()
    n_actions = page.evaluate("nActions")
    measured("clicks and files chosen for a new campaign, everything uploaded", f"{n_actions}")
    assert n_actions == 13


def test_a_campaign_is_made_on_a_phone(
    chromium: Browser, live_server: LiveServer, organizer: str, files: dict[str, Path]
) -> None:
    size = {"width": 390, "height": 844}
    with opened(chromium, live_server, viewport=size, has_touch=True, is_mobile=True) as phone:
        make_by_hand(signed_in(phone, organizer), files)
    assert_made()


@needs_real_data
def test_a_campaign_is_made_from_two_real_runs(
    page: Page, organizer: str, measured: Measured
) -> None:
    folder, begun = DATA / "trec_dl", perf_counter()
    signed_in(page, organizer).goto("/campaigns/new")
    upload(page, "Files of passages", folder / "passages.tsv.gz")
    expect(page.get_by_label("The passages to judge")).to_have_value("passages", timeout=STORED_MS)
    upload(page, "File of topics", folder / "topics.dl20.txt")
    upload(page, "Run files", *sorted((folder / "runs").glob("*dl20*"))[:2])
    stored = page.get_by_text("54 topics, 5,400 lines")
    expect(stored).to_have_count(2, timeout=STORED_MS)
    expect(stored.first).to_contain_text("146 topics of the set not ranked")
    go_on(page, "pool")
    expect(page.get_by_test_id("n-pairs")).to_have_text("672")
    expect(page.get_by_text("146 topics have no pair at this depth.")).to_be_visible()
    go_on(page, "scale")
    page.get_by_role("radio", name="TREC").check()
    go_on(page, "guideline")
    go_on(page, "review")
    create(page)
    measured("a campaign from two real runs, all uploaded", f"{perf_counter() - begun:.0f} s")
    pool = Pool.objects.get()
    assert (pool.depth, pool.runs.count(), pool.pairs.count()) == (10, 2, 672)


def test_a_bad_run_file_is_refused_line_by_line_and_mended(
    page: Page, organizer: str, files: dict[str, Path]
) -> None:
    make_collection(), make_topics()
    signed_in(page, organizer).goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option("trees")
    page.get_by_label("What was searched for").select_option("needs")
    upload(page, "Run files", files["broken.run"])
    told = page.get_by_role("alert")
    expect(told).to_contain_text("7 bad lines. Nothing of this file was stored")
    expect(
        page.get_by_text("Lines 5, 17, 29, 41, 53 and 1 more: the score 'high' is")
    ).to_be_visible()
    expect(page.get_by_text("Line 73: 3 columns where the lines before have 6")).to_be_visible()
    assert not Run.objects.exists()
    seen(page, "refused")
    expect(page.get_by_role("button", name="Upload", exact=True)).to_have_count(0)
    files["broken.run"].write_text("q1 Q0 d1 1 5 t\nq1 Q0 new 2 4 t\nq9 Q0 d1 1 5 t\n")
    upload(page, "Run files", files["broken.run"])
    stored = page.get_by_text("Stored.")
    expect(stored).to_contain_text(
        "1 topic, 2 lines, no ties. Left out: 1 line of 1 unknown topic (q9)."
    )
    expect(told).to_have_count(0)
    expect(stored).to_contain_text("1 doc_id without text, 1 new")


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


def test_the_depth_is_seen_at_once_without_asking_the_server(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    pairs, judgments = page.get_by_test_id("n-pairs"), page.get_by_test_id("n-judgments")
    expect(pairs).to_have_text("40")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Depth", exact=True).fill("20")
    expect(pairs).to_have_text("60")
    expect(judgments).to_have_text("180")
    expect(page.get_by_text("2 pairs drop out: the passage has no text to show.")).to_be_visible()
    slider = page.get_by_role("slider")
    slider.focus()
    for _ in range(18):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Depth", exact=True)).to_have_value("2")
    expect(pairs).to_have_text("8")
    page.get_by_label("Judgments a pair").fill("5")
    expect(judgments).to_have_text("40")
    assert asked == []


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


def test_a_scale_and_special_pairs_of_ones_own_are_taken(
    page: Page, organizer: str, runs: list[Run]
) -> None:
    begin(signed_in(page, organizer), runs)
    go_on(page, "scale")
    page.get_by_role("radio", name="Your own").check()
    expect(page.get_by_role("alert")).to_have_text("Give each grade a name.")
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
    seen(page, "own-scale")
    go_on(page, "guideline")
    page.get_by_label("Text (Markdown)").fill("# Be *fair*")
    shown = page.get_by_role("region", name="As assessors see it")
    expect(shown.locator("em")).to_have_text("fair")
    look = shown.evaluate(LOOK)
    go_on(page, "review")
    create(page)
    campaign = Campaign.objects.get()
    kinds = sorted(campaign.pairs.values_list("kind", flat=True))
    assert (kinds.count("gold"), kinds.count("overlap"), len(kinds)) == (1, 3, 40)
    assert campaign.guidelines.get().body == "# Be *fair*"
    policy = campaign.policy()
    assert (policy.sets_offered, policy.topics_per_set, policy.new_topic_share) == (2, 3, 0.25)
    page.goto(f"/campaigns/{campaign.pk}/guideline")
    expect(shown.locator("em")).to_have_text("fair")
    assert shown.evaluate(LOOK) == look
    assert [g.name for g in campaign.grades.order_by("value")] == ["No", "Yes", "Wholly"]


def create(page: Page) -> None:
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))


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
    seen(page, "name")
    name.fill("forest")
    make_campaign("forest", make_pool("other", runs[0].collection, runs[0].topic_set))
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("alert")).to_contain_text("There is a campaign named 'forest'")
    expect(page.get_by_text("The name forest is taken; choose another.")).to_be_visible()
    assert Pool.objects.count() == 1
    name.fill("wood")
    create(page)
    page.goto("/campaigns/new")
    expect(page.get_by_label("The passages to judge")).to_have_value("")


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


def test_who_does_not_organize_is_told_so(page: Page, transactional_db: None) -> None:
    make_user("alice")
    signed_in(page, "alice").goto("/campaigns")
    expect(page.get_by_text("An organizer who adds you")).to_be_visible()
    expect(page.get_by_role("link", name="New campaign")).to_have_count(0)
    page.goto("/campaigns/new")
    expect(page.get_by_role("alert")).to_contain_text("researchers and organizers only")
