"""The library: runs, labels, collections and topics, found, read, kept, and led on from."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from annotation.models import Campaign, LabelSet
from annotation.pools.building import build_pool_from_runs
from evaluation.models import Study
from ranking.models import Collection, Run, TopicSet
from tests.annotation.voting import cast_votes
from tests.e2e.conftest import signed_in
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.server import Server
from tests.e2e.driving.still import until_still
from tests.evaluation.four_runs import make_ground
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_run,
    make_topics,
    make_user,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "A long text of firs that are green, of cones and of needles. " * 8
TEXTS = {"d1": "Firs have cones.", "d2": "Larches drop their needles.", "d3": LONG}
QUERIES = {"q1": "which firs have cones", "q2": "do larches drop needles", "q3": "a third"}
FIRST = {"q1": ["d1", "d2", "d3"], "q2": ["d1", "d2"], "q3": ["d1"]}
SECOND = {"q1": ["d3", "d1"], "q2": ["d2"], "q3": ["d2", "d1"]}
OLD = {"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}, "q3": {"d1": 1}}
KEEPING = "Owner and dependents"


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Over one of two runs; rita does research and organizes."""
    ground = make_collection(texts=TEXTS), make_topics(queries=QUERIES)
    runs = [make_run("first", *ground, FIRST), make_run("second", *ground, SECOND)]
    make_labels("old", *ground, OLD)
    make_labels("new", *ground, {**OLD, "q1": {"d1": 1, "d2": 1}, "q3": {"d1": 1, "d2": 0}})
    make_user("rita", "ranking.may_research", "annotation.may_organize")
    pool = build_pool_from_runs(name="pool", runs=runs[:1], depth=2).pool
    return cast_votes(make_campaign("live", pool), {("q1", "d1"): {"ann": 4, "bob": 5}})


@pytest.fixture
def researcher(page: Page, campaign: Campaign) -> Page:
    return signed_in(page, "rita")


def test_a_run_is_found_downloaded_renamed_archived_and_deleted(
    researcher: Page, tmp_path: Path
) -> None:
    page = researcher
    page.goto("/library")
    page.get_by_label("Search").fill("sec")
    expect(page.get_by_text("1 found.")).to_be_visible()
    expect(page).to_have_url(re.compile("search=sec"))
    page.get_by_role("button", name="Actions for second").click()
    with page.expect_download() as started:
        page.get_by_role("link", name="Download second").click()
    started.value.save_as(tmp_path / started.value.suggested_filename)
    assert (tmp_path / "second.run").read_text().startswith("q1 Q0 d3 1 2.0 second\n")
    page.get_by_role("link", name="second", exact=True).click()
    keeping = page.get_by_role("region", name=KEEPING)
    keeping.get_by_role("button", name="Rename").click()
    dialog = page.get_by_role("dialog")
    for name in ("first", "third"):  # the first is taken
        page.get_by_label("New name").fill(name)
        dialog.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("third")
    expect(keeping).to_contain_text("second until")
    # Its scores come anew; a press during which they move the button is no click.
    expect(page.get_by_role("heading", name="nDCG by cutoff")).to_be_visible()
    archive = keeping.get_by_role("button", name=re.compile("archive", re.IGNORECASE))
    archive.click()
    expect(archive).to_have_text("Take out of the archive")
    page.goto("/library")
    expect(page.get_by_text("1 found.")).to_be_visible()
    page.get_by_label("Show archived").check()
    page.get_by_role("link", name="third", exact=True).click()
    keeping.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()
    assert list(Run.objects.values_list("name", flat=True)) == ["first"]


def test_ticked_runs_are_described_at_once_and_compared(researcher: Page) -> None:
    page = researcher
    page.goto("/library")
    for name in ("first", "second"):
        page.get_by_label(f"Tick {name}").check()
    page.get_by_role("button", name="Edit details").click()
    dialog = page.get_by_role("dialog", name="Details of 2 runs")
    dialog.get_by_label("Team").fill("waterloo")
    for link in ("example.org", "https://example.org/paper"):  # the first is no link
        dialog.get_by_label("Link to paper or code").fill(link)
        dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    assert {*Run.objects.values_list("team", "link")} == {("waterloo", "https://example.org/paper")}
    page.locator("a[href*=among]").click()
    # The page replaces the address of the link as soon as it can: only the new one lasts.
    expect(page).to_have_url(re.compile("baseline=first&runs=second"))
    page.goto("/library/topics/of/needs/board?beside=RR@10,AP")
    board = page.get_by_role("group", name="Leaderboard")
    expect(board.get_by_role("link", name="Paper or code of second")).to_be_visible()
    page.get_by_label("Measure", exact=True).select_option("AP")
    expect(page).to_have_url(re.compile("beside=RR@10,nDCG@10&measure=AP"))
    expect(board.get_by_role("columnheader")).to_contain_text(["AP", "RR@10", "nDCG@10"])


def test_ticked_runs_are_fused(researcher: Page) -> None:
    page = researcher
    page.goto("/library")
    for name in ("first", "second"):
        page.get_by_label(f"Tick {name}").check()
    page.get_by_role("button", name="Fuse runs…").click()
    dialog = page.get_by_role("dialog", name="Fuse 2 runs")
    dialog.get_by_label("Method").select_option("Borda")
    dialog.get_by_label("Name of the new run").fill("first")
    dialog.get_by_role("button", name="Fuse runs").click()
    expect(dialog).to_contain_text("There is a run named 'first' already")
    dialog.get_by_label("Name of the new run").fill("fused")
    dialog.get_by_role("button", name="Fuse runs").click()
    expect(page.get_by_role("heading", name="fused", level=1)).to_be_visible()
    assert (Run.objects.get(name="fused").spec or {})["runs"] == ["first", "second"]


def test_details_of_ticked_runs_are_saved_and_then_emptied(researcher: Page) -> None:
    page = researcher
    Run.objects.filter(name="first").update(team="waterloo", link="https://example.org/paper")
    page.goto("/library")
    for name in ("first", "second"):
        page.get_by_label(f"Tick {name}").check()
    edit = page.get_by_role("button", name="Edit details")
    dialog = page.get_by_role("dialog", name="Details of 2 runs")
    team, save = dialog.get_by_label("Team", exact=True), dialog.get_by_role("button", name="Save")
    edit.click()
    expect(team).to_have_value("")  # they differ
    dialog.get_by_label("Empty in all runs: link").check()
    team.fill("delft")
    save.click()
    expect(dialog).to_have_count(0)
    assert {*Run.objects.values_list("team", "link")} == {("delft", "")}
    edit.click()
    expect(team).to_have_value("delft")
    team.fill("")
    save.click()
    expect(dialog).to_have_count(0)
    assert {*Run.objects.values_list("team", flat=True)} == {""}


def test_runs_of_a_study_are_one_line_until_it_is_unfolded(researcher: Page) -> None:
    ground = {"topic_set": TopicSet.objects.get(), "collection": Collection.objects.get()}
    labels = LabelSet.objects.get(name="old")
    asked = {"matrix": {}, "measures": "AP", "test": "t", "correction": "none"}
    study = Study.objects.create(name="noise", label_set=labels, **ground, **asked)
    for number, run in enumerate(Run.objects.all()):
        study.runs.create(
            number=number, variant=run.name, ranker="BM25", run=run, asked={}, **ground
        )
    page = researcher
    page.goto("/")
    expect(page.get_by_role("link", name="2 runs of the study noise")).to_be_visible()
    page.goto("/library")
    fold = page.get_by_role("button", name="2 runs of the study noise")
    expect(page.get_by_role("link", name="first", exact=True)).to_have_count(0)
    fold.press("Enter")
    expect(page.get_by_role("link", name="first", exact=True)).to_be_visible()
    page.goto("/library#run-first")
    expect(page.get_by_role("link", name="first", exact=True)).to_be_visible()


@thorough
def test_what_is_private_others_do_not_see(
    researcher: Page, chromium: Browser, live_server: Server
) -> None:
    page = researcher
    page.goto("/library/labels/of/old")
    page.get_by_label("Seen by").select_option("its owner alone")
    keeping = page.get_by_role("region", name=KEEPING)
    expect(keeping.get_by_text("rita", exact=True)).to_be_visible()
    assert LabelSet.objects.get(name="old").owner is not None
    make_user("theo", "ranking.may_research")
    with opened(chromium, live_server) as other:
        signed_in(other, "theo").goto("/library/labels")
        expect(other.get_by_role("link", name="new", exact=True)).to_be_visible()
        expect(other.get_by_role("link", name="old", exact=True)).to_have_count(0)
        other.goto("/library/labels/of/old")
        expect(other.get_by_text("There is no label set named old")).to_be_visible()


def test_a_collection_is_searched_down_to_a_passage(researcher: Page) -> None:
    page = researcher
    page.goto("/library/collections")
    page.get_by_role("link", name="trees", exact=True).click()
    page.get_by_label("Words", exact=True).fill("drop")
    expect(page.get_by_text("1 passage, with all of the words")).to_be_visible()
    page.get_by_role("link", name="d2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("d2")
    ranked = page.get_by_role("region", name="Ranks by run")
    expect(ranked).to_contain_text("of 2 runs, for 3 topics")
    page.get_by_role("link", name="Passage before, d1").click()
    judged = page.get_by_role("region", name="How it was judged")
    expect(judged.get_by_role("link", name="live")).to_be_visible()
    expect(judged).to_contain_text("5")


def test_label_sets_are_compared_and_combined(researcher: Page) -> None:
    page = researcher
    page.goto("/library/labels")
    page.get_by_role("link", name="new", exact=True).click()
    page.get_by_text("The same as a table").first.click()
    expect(page.get_by_role("row", name="1, relevant")).to_contain_text("4")
    page.get_by_role("link", name="Compare with others").click()
    page.get_by_role("combobox", name="against").select_option("old")
    page.get_by_role("combobox", name="Pairs").select_option("lost")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("article")).to_contain_text("1 in new, 0 in old")
    page.reload()
    expect(page.get_by_role("article")).to_have_count(1)
    page.goto("/library/labels/combine?of=new")
    page.get_by_role("combobox", name="Label set 2").select_option("old")
    page.get_by_label("Name of the new label set").fill("both")
    page.get_by_role("button", name="Combine").click()
    expect(page.get_by_text("both has 5 labels of 3 topics")).to_be_visible()
    assert LabelSet.objects.get(name="both").source == "combined"


@thorough
def test_a_campaign_gets_only_what_is_new(researcher: Page, campaign: Campaign) -> None:
    page, n_before = researcher, campaign.pairs.count()
    page.goto(f"/campaigns/{campaign.pk}/pairs")
    page.get_by_text("Add pairs of runs").click()
    page.get_by_label("Runs whose top passages are added").first.click()
    page.get_by_role("option", name="second").click()
    page.get_by_label("Skip pairs already labelled in").first.click()
    page.get_by_role("option", name="new", exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Count them").click()
    news = page.get_by_role("status").filter(has_text="new pair")
    expect(news).to_contain_text("1 labelled already")
    page.get_by_role("button", name="Add them").click()
    expect(news).to_contain_text("Added: 1 new pair")
    assert campaign.pairs.count() == n_before + 1


def test_a_variant_is_previewed_made_and_listed(researcher: Page) -> None:
    page = researcher
    page.goto("/library/topics")
    page.get_by_role("link", name="Make a variant").click()
    expect(page.get_by_label("Made of")).to_have_value("topics needs")
    page.get_by_label("Recipe", exact=True).select_option("typos-queries-swap_words-ones")
    samples = page.get_by_role("group", name="The first texts, before and after")
    expect(samples).to_contain_text("which firs have cones")
    recipe = page.get_by_label("The recipe in full")
    recipe.fill('{"kind": "lower')
    expect(page.get_by_text("This is not valid JSON.")).to_be_visible()
    recipe.fill('{"kind": "shuffle"}')
    expect(page.get_by_role("alert")).to_contain_text("'shuffle'")
    recipe.fill('{"kind": "truncate_words", "n_words": 1}')
    expect(samples.get_by_role("row").nth(1)).to_contain_text("which")
    page.get_by_label("Name of the variant").fill("short")
    page.get_by_role("button", name="Make the variant").click()
    expect(page.get_by_text("Made short: 3 of 3 texts changed.")).to_be_visible()
    assert TopicSet.objects.get(name="short").topics.get(query_id="q1").query == "which"
    page.goto("/library/topics")
    expect(page.get_by_role("region", name="Topic sets").first).to_contain_text("variant of needs")


# Topics


def topic_views(page: Page) -> Locator:
    page.goto("/compare?baseline=first&runs=second&labels=old,new&measures=RR@10&tab=topics")
    return page.get_by_role("region", name="Topic by topic")


def test_a_bar_leads_to_its_topic_and_on_to_the_next(researcher: Page) -> None:
    page = researcher
    bars = topic_views(page).locator("svg rect[style*=pointer]")
    expect(bars).to_have_count(3)
    bars.first.click()  # the greatest gain: q2, where second has d2 first
    expect(page).to_have_url(re.compile(r"/topics/needs/q2\?runs=first"))
    expect(page.get_by_role("heading", level=1)).to_have_text("do larches drop needles")
    second = page.get_by_role("region", name="second")
    expect(second.get_by_role("listitem").first).to_contain_text("Larches drop their needles.")
    expect(second).to_contain_text("RR@10 1.000 under old")
    by_difference = page.get_by_role("navigation", name=re.compile("^by RR@10"))
    expect(by_difference).to_contain_text("1 of 3")
    by_difference.get_by_role("link").click()
    expect(page.get_by_text("2 of 3 by")).to_be_visible()
    page.goto("/topics/needs/q1?runs=first,second&labels=old,new")
    passages = page.get_by_role("region", name="first").locator("ol > li")
    expect(passages.nth(2)).to_contain_text("old ?")
    page.get_by_label("Full texts").check()
    expect(passages.nth(0)).to_contain_text("votes in live 4 5")
    page.get_by_label("Words of the query in bold").check()
    expect(passages.nth(0).locator("b", has_text="cones")).to_be_visible()
    passages.nth(2).get_by_role("button", name="Show all").click()
    expect(passages.nth(2).get_by_role("button", name="Show less")).to_be_visible()


def test_filters_narrow_every_view_of_topics_and_stay_in_the_address(researcher: Page) -> None:
    page = researcher
    topics = topic_views(page)
    figure = topics.get_by_role("figure")
    topics.get_by_text("Filter the topics").click()
    topics.get_by_label("Words, from").fill("4")
    expect(topics.get_by_text("2 of 3 topics, as filtered.").first).to_be_visible()
    topics.get_by_label("Words in the query").fill("larches")
    topics.get_by_role("radio", name="Spread", exact=True).check()
    expect(figure).to_contain_text("1 of 3 topics, as filtered.")
    expect(page).to_have_url(re.compile("words_from=4.*view=spread.*search=larches"))
    page.reload()
    expect(figure).to_contain_text("1 of 3 topics, as filtered.")
    topics.get_by_label("Words in the query").fill("nothing of the kind")
    expect(topics.get_by_text("No topic passes all filters.")).to_be_visible()
    topics.get_by_role("button", name="Show all topics").click()
    expect(figure).to_contain_text("All 3 topics.")
    marks = figure.locator("svg [style*=pointer]")
    expect(marks).to_have_count(3 * 2)
    until_still(page)
    marks.first.click()
    expect(page).to_have_url(re.compile(r"/topics/needs/q1\?runs=first%2Csecond"))


def test_a_board_orders_runs_by_kind_and_leads_to_their_comparison(
    page: Page, transactional_db: None, tmp_path: Path
) -> None:
    make_user("rita", "ranking.may_research")
    make_ground()
    Run.objects.filter(name__in="ab").update(kind="trad")
    signed_in(page, "rita").goto("/library/topics/of/needs")
    page.get_by_role("link", name="Leaderboard of its runs").click()
    page.get_by_label("Labels", exact=True).select_option("old")
    page.get_by_label("Measure", exact=True).select_option("AP")
    page.get_by_label("Compare with labels").select_option("new")
    expect(page).to_have_url(re.compile(r"board\?labels=old&measure=AP&other=new$"))
    board = page.get_by_role("group", name="Leaderboard", exact=True)
    expect(board.get_by_role("row")).to_have_count(5)
    page.get_by_role("checkbox", name="traditional, 2").uncheck()
    expect(board.get_by_role("row")).to_have_count(3)
    expect(page).to_have_url(re.compile("without=trad"))
    page.get_by_role("checkbox", name="traditional, 2").check()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download as CSV", exact=True).click()
    coming.value.save_as(tmp_path / "board.csv")
    lines = list(csv.DictReader((tmp_path / "board.csv").read_text().splitlines()))
    assert sorted(line["run"] for line in lines) == ["a", "b", "c", "d"]
    for run in "ad":
        page.get_by_role("checkbox", name=f"Tick {run}", exact=True).check()
    page.get_by_role("link", name="Compare", exact=True).last.click()
    expect(page).to_have_url(re.compile(r"/compare\?baseline=[ad]&runs=[ad]&labels=old,new"))
