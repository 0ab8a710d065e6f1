"""A comparison of runs: what is asked, each of its tabs, and what is downloaded."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path
from struct import unpack
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from annotation.models import CampaignState, LabelSet
from ranking.models import Run
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.evaluation.labelled import derive_like
from tests.factories import make_campaign, make_pool, make_user
from tests.oracles import pytrec_eval
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

COMPARED = "/compare?baseline=a&runs=b,c,d&labels=old,new"
SVG = "{http://www.w3.org/2000/svg}"
TITLE = "Mean RR@10 of each run under each label set"


@pytest.fixture
def organizer(page: Page, transactional_db: None) -> Page:
    """Without the right of a researcher: all of the page is open to organizers as well."""
    make_user("olga", "annotation.may_organize")
    make_ground()
    return signed_in(page, "olga")


def part(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def change_question(page: Page) -> None:
    """Open the controls, which are folded to a line."""
    page.locator("summary").filter(has_text="Edit").click()


def test_a_question_is_asked_mended_and_asked_otherwise(organizer: Page, tmp_path: Path) -> None:
    """Topics and downloads are of what was frozen; the table before it shows meanwhile."""
    page = organizer
    page.goto(f"{COMPARED},gone&measures=RR@10,nope@5,AP&test=anova&tab=topics")
    left_out = page.get_by_role("status").filter(has_text="left out")
    expect(left_out).to_contain_text("gone")
    expect(left_out).to_contain_text("nope@5")
    expect(page.get_by_text("There is no test called “anova”")).to_be_visible()
    expect(page).to_have_url(re.compile(r"labels=old,new&measures=RR@10,AP&test=t"))
    topics = part(page, "Topic by topic")
    expect(topics).to_contain_text("under old: ")
    change_question(page)
    held, asked = list[Route](), list[str]()
    page.route("**/api/comparison", lambda route: held.append(route), times=1)
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("combobox", name="Test").select_option("sign test")
    while not held:
        page.wait_for_timeout(20)
    expect(page.locator("[aria-busy=true]")).to_have_attribute("inert", "")
    assert [url.split("/")[-1] for url in asked if "/api/comparison" in url] == ["comparison"]
    held[0].continue_()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(topics.get_by_role("alert")).to_have_count(0)
    page.get_by_role("combobox", name="Correction").select_option("Benjamini-Hochberg")
    page.get_by_role("link", name="Scores").click()
    expect(part(page, "Under old")).to_contain_text("corrected by Benjamini-Hochberg")
    expect(part(page, "Under new").get_by_role("columnheader", name="AP")).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("link", name="Download CSV", exact=True).click()
    started.value.save_as(tmp_path / "comparison.csv")
    assert ",sign," in (tmp_path / "comparison.csv").read_text()


@thorough
def test_a_measure_is_one_click_from_its_definition(organizer: Page) -> None:
    page = organizer
    page.goto(f"{COMPARED}&measures=nDCG@10,AP&tab=scores")
    block = part(page, "Under old")
    block.get_by_role("columnheader", name="nDCG@10").get_by_role("link").click()
    expect(page).to_have_url(re.compile("/help/measures#ndcg$"))
    heading = page.get_by_role("heading", name="nDCG", exact=True)
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    page.go_back()
    change_question(page)
    page.get_by_role("link", name="Which test, and why").click()
    expect(page.get_by_role("heading", name="Which test, and why")).to_be_focused()


# Significance


SIGNIFICANCE = f"{COMPARED}&measures=AP,MFR@5&correction=holm&tab=significance"


def test_differences_all_systems_and_a_plan_are_read_and_downloaded(
    organizer: Page, tmp_path: Path
) -> None:
    tab = organizer
    tab.goto(SIGNIFICANCE)
    differences = part(tab, "Every difference")
    expect(differences.get_by_role("row")).to_have_count(1 + 3 * 2)
    differences.get_by_role("switch", name="Effect sizes").click()
    expect(differences.get_by_role("columnheader", name="Cliff")).to_be_visible()
    expect(tab).to_have_url(re.compile("effects=1"))
    with tab.expect_download() as download:
        differences.get_by_role("link", name="LaTeX with letters").click()
    assert "$^{a}$" in Path(download.value.path()).read_text("utf-8")

    systems = part(tab, "All systems at once")
    grid = systems.get_by_role("grid")
    first = grid.get_by_role("row").nth(1)
    expect(first.get_by_role("gridcell").nth(1)).to_have_text(re.compile("^a"))
    expect(grid.locator("[data-spot]")).to_have_count(6)
    systems.get_by_text("The pairs in numbers").click()
    pairs = systems.get_by_role("group", name="Pairs of runs under old")
    expect(pairs.get_by_role("row")).to_have_count(1 + 6)
    with tab.expect_download() as download:
        systems.get_by_role("button", name="Download CSV").click()
    download.value.save_as(tmp_path / "pairs.csv")
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 6
    assert all(row["run_letters"] for row in rows)
    method = systems.get_by_role("combobox", name="Method")
    method.select_option("mixed")
    systems.get_by_role("combobox", name="With").select_option("c")
    expect(pairs.get_by_role("cell", name="c", exact=True)).to_have_count(3)
    method.select_option("anova")
    table = systems.get_by_role("group", name="Analysis of variance under old")
    expect(table.get_by_role("rowheader", name="residual")).to_be_visible()
    expect(tab).to_have_url(re.compile("method=anova"))


def test_arrow_keys_lead_from_pair_to_pair(organizer: Page) -> None:
    organizer.goto(SIGNIFICANCE)
    systems = part(organizer, "All systems at once")
    said = systems.locator("p").filter(has_text=re.compile(r"^\w minus \w:"))
    first = said.inner_text()
    looked = systems.get_by_role("grid").locator("[tabindex='0']")
    looked.press("ArrowRight")
    expect(said).not_to_have_text(first)
    looked.press("ArrowLeft")
    expect(said).to_have_text(first)


@thorough
def test_a_plan_says_how_many_topics_a_difference_takes(organizer: Page) -> None:
    tab = organizer
    tab.goto(SIGNIFICANCE)
    plan = part(tab, "How many topics")
    plan.get_by_text("How many topics", exact=True).click()
    expect(plan.get_by_role("rowheader")).to_have_count(2)
    plan.get_by_label("Difference to find").fill("0.2")
    expect(plan.get_by_role("columnheader", name="topics for .200")).to_be_visible()
    tab.get_by_role("combobox", name="Measure", exact=True).select_option("MFR@5")
    expect(plan).to_contain_text("in MFR@5 under old")


# Order, and what is unjudged


@thorough
def test_the_order_tab_correlates_orders_and_draws_any_two(organizer: Page, tmp_path: Path) -> None:
    page = organizer
    page.goto(f"{COMPARED}&measures=P@3,MFR@5&tab=order&across=P@3&up_under=gold")
    slopes = part(page, "What the labels do to the order")
    expect(slopes.get_by_role("img", name=re.compile("^Mean P@3 of each run"))).to_be_visible()
    expect(slopes).to_contain_text("The orders under old and new: tau-b")
    slopes.get_by_text("Other coefficients").click()
    table = slopes.get_by_role("group", name="Other rank correlations")
    expect(table.get_by_role("row", name=re.compile("^old and new"))).to_contain_text("[")
    slopes.get_by_role("radio", name="ranks").check(force=True)
    expect(slopes.get_by_role("img", name=re.compile("^Rank by P@3 of each run"))).to_be_visible()
    scatter = part(page, "One order against another")
    expect(scatter).to_contain_text("No label set called “gold” is compared")
    expect(scatter.get_by_role("img", name="P@3 under new against P@3 under old")).to_be_visible()
    scatter.get_by_label("Measure up").select_option("MFR@5")
    expect(scatter.get_by_role("img", name="MFR@5 under new against P@3 under old")).to_be_visible()
    expect(page).to_have_url(re.compile("up=MFR@5"))
    with page.expect_download() as started:
        page.get_by_role("link", name="Download correlations as CSV", exact=True).click()
    started.value.save_as(tmp_path / "correlations.csv")
    assert "old,P@3,new,P@3,tau-b" in (tmp_path / "correlations.csv").read_text()
    drawn = page.locator("figure svg").first
    widths = []
    for event in ("beforeprint", "afterprint"):
        page.evaluate("(name) => void dispatchEvent(new Event(name))", event)
        widths.append(drawn.evaluate("(svg) => svg.width.baseVal.value"))
    on_paper, on_screen = widths
    assert on_paper <= 680 < on_screen  # scaled down to it, its letters could not be read


def test_the_unjudged_tab_draws_bounds_and_hides_an_unknown_pool(organizer: Page) -> None:
    page = organizer
    page.goto(f"{COMPARED}&measures=P@3,Bpref&tab=unjudged&of=c&under=new")
    judged = part(page, "How much is labelled")
    expect(judged.get_by_role("img", name="Judged@k of each run under new")).to_be_visible()
    bounds = part(page, "How unjudged passages could change the scores")
    bounds.get_by_text("The same as a table").click()
    expect(bounds.get_by_role("row", name=re.compile("^c"))).to_contain_text("cannot turn")
    pool = part(page, "Pool bias by run")
    expect(pool).to_contain_text("The runs pooled for new are unknown")
    expect(pool.get_by_role("figure")).to_have_count(0)
    expect(pool.get_by_role("button")).to_have_count(0)
    page.get_by_role("combobox", name="Measure", exact=True).last.select_option("Bpref")
    expect(bounds).to_contain_text("Bpref has no bounds")


@thorough
def test_the_pool_is_drawn_where_its_runs_are_known(organizer: Page) -> None:
    new = LabelSet.objects.get(name="new")
    pool = make_pool("pool", new.collection, new.topic_set, [*Run.objects.all()])
    derive_like(new, make_campaign(pool=pool, state=CampaignState.CLOSED))
    page = organizer
    page.goto(f"{COMPARED},derived&measures=P@3&tab=unjudged&under=derived")
    known = part(page, "Pool bias by run")
    known.get_by_label("Depth of the pool").fill("3")
    expect(known).to_contain_text("from the first 3 passages")
    known.get_by_role("radio", name="one team").check(force=True)
    drawn = known.get_by_role("img", name=re.compile("had its team not been pooled"))
    expect(drawn).to_be_visible()


# Kept, and shown


def save(page: Page, name: str) -> None:
    page.goto(f"{COMPARED}&measures=RR,P@5")
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog", name="Save this comparison")
    dialog.get_by_label("Name", exact=True).fill("two words")
    dialog.get_by_role("button", name="Save it").click()
    expect(dialog).to_contain_text("cannot name a saved comparison")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Note").fill("Table 2 of the paper.")
    dialog.get_by_role("button", name="Save it").click()
    expect(page.get_by_role("list", name="Saved as")).to_contain_text(name)


def turn_link(page: Page) -> str:
    """Turn the link of table-3 on or off; the path that it has, or had."""
    kept = page.get_by_role("list", name="Saved as")
    link = kept.get_by_role("link", name="this link")
    path = link.get_attribute("href") if link.count() else None
    kept.get_by_role("button", name="Edit table-3").click()
    dialog = page.get_by_role("dialog", name="Edit table-3")
    dialog.get_by_label("Anyone with the link can read it").click()
    dialog.get_by_role("button", name="Keep").click()
    expect(link).to_have_count(0 if path else 1)
    return path or link.get_attribute("href") or ""


def read_by_link(page: Page, path: str) -> None:
    """By a stranger on a small phone, until the owner turns the link off."""
    assert page.context.browser
    with page.context.browser.new_context(viewport={"width": 320, "height": 640}) as context:
        stranger = context.new_page()
        stranger.goto(urljoin(page.url, path))
        shown = stranger.get_by_role("main")
        expect(shown.get_by_role("heading", level=1)).to_have_text("table-3")
        expect(shown).to_contain_text("Table 2 of the paper.")
        expect(shown.get_by_role("heading", name="Under old")).to_be_visible()
        expect(shown.get_by_role("link", name="Sign in")).to_be_visible()
        expect(shown).not_to_contain_text("olga")
        assert stranger.evaluate("document.documentElement.scrollWidth") <= 320
        turn_link(page)
        stranger.reload()
        expect(shown).to_contain_text("its link was turned off")


def test_a_comparison_is_saved_found_and_opened_at_its_address(organizer: Page) -> None:
    page = organizer
    save(page, "table-2")
    kept = page.get_by_role("list", name="Saved as")
    expect(kept).to_contain_text("Table 2 of the paper.")
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    kept.get_by_role("button", name="Edit table-2").click()
    dialog = page.get_by_role("dialog", name="Edit table-2")
    dialog.get_by_label("Name", exact=True).fill("table-3")
    dialog.get_by_role("button", name="Keep").click()
    expect(kept).to_contain_text("table-3")
    page.goto("/library/comparisons?search=paper")
    expect(page.get_by_text("1 found.")).to_be_visible()
    page.get_by_role("link", name="table-3").click()
    expect(page.get_by_role("list", name="Saved as")).to_contain_text("table-3")
    read_by_link(page, turn_link(page))
    page.goto("/library/comparisons?search=paper")
    expect(page.get_by_text("1 found.")).to_be_visible()
    page.get_by_role("button", name="Delete table-3").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("No saved comparisons yet")).to_be_visible()


@thorough
def test_methods_are_read_and_scores_verified(organizer: Page) -> None:
    assert pytrec_eval  # else it is skipped
    page = organizer
    page.goto(f"{COMPARED}&measures=RR,P@5")
    page.get_by_role("link", name="Methods", exact=True).click()
    methods = page.get_by_role("region", name="Methods")
    expect(methods).to_contain_text("the baseline a on 6 topics")
    expect(methods.get_by_role("link", name="12 tests")).to_have_attribute(
        "href", re.compile("tab=significance")
    )
    expect(methods.get_by_role("region", name="Cautions")).to_contain_text("RR is disputed")
    expect(methods).to_contain_text("runs that fed the pool: not known here")
    methods.get_by_role("button", name="Verify by trec_eval").click()
    expect(methods.get_by_role("status")).to_have_text("All agree.")


# What a figure is downloaded as, made in the browser


def saved(figure: Locator, kind: str, folder: Path) -> Path:
    with figure.page.expect_download() as download:
        figure.get_by_role("button", name=f"{kind} of “{TITLE}”").press("Enter")
    name = download.value.suggested_filename
    assert name == f"runs-by-labels-RR-10.{kind.lower()}"
    download.value.save_as(folder / name)
    return folder / name


@thorough
def test_a_figure_is_saved_as_it_is_without_asking_the_server(
    organizer: Page, tmp_path: Path
) -> None:
    organizer.goto(f"{COMPARED}&measures=RR@10,AP&tab=order")
    figure = organizer.get_by_role("figure").filter(has=organizer.get_by_role("img", name=TITLE))
    expect(figure).to_be_visible()
    asked: list[Request] = []
    organizer.on("request", lambda request: asked.append(request))
    svg, png, table = (saved(figure, kind, tmp_path) for kind in ("SVG", "PNG", "CSV"))
    assert [request.url for request in asked if not request.url.startswith("blob:")] == []
    text = svg.read_text("utf-8")
    root = ET.fromstring(text)
    assert root[0].text == TITLE
    assert root.attrib["font-family"].startswith("Inter")
    assert not [part for part in ("var(", "currentColor", "class=", "style=") if part in text]
    size = [float(root.attrib[side]) for side in ("width", "height")]
    assert list(unpack(">II", png.read_bytes()[16:24])) == [round(2 * side) for side in size]
    assert [paper.get("fill") for paper in root.iterfind(f"{SVG}rect")] == ["#ffffff"]
    written = [part.text for part in root.iterfind(f"{SVG}text")]
    assert written == [TITLE, "label set", "mean RR@10"]
    with table.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    figure.get_by_text("The same as a table").click()
    shown = [row.locator("th, td").all_inner_texts() for row in figure.get_by_role("row").all()]
    assert shown == [head, *([run, *map(rounded, means)] for run, *means in rows)]
    assert any(len(mean) > len(".333") + 1 for _, *means in rows for mean in means)


def test_a_figure_is_saved_as_a_pdf_with_its_letters(organizer: Page, tmp_path: Path) -> None:
    organizer.goto(f"{COMPARED}&measures=RR@10,AP&tab=order")
    figure = organizer.get_by_role("figure").filter(has=organizer.get_by_role("img", name=TITLE))
    content = saved(figure, "PDF", tmp_path).read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    drawn = b"".join(zlib.decompress(stream) for stream in streams).decode("latin-1")
    assert all(f"({words})" in drawn for words in (TITLE, "label set", "mean RR@10", "old", "new"))


def rounded(number: str) -> str:
    return f"{float(number):.3f}".removeprefix("0")
