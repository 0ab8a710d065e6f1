"""The leaderboard of a topic set: the order of its runs, by kind, and under other labels."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ranking.models import Run
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.factories import make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

@pytest.fixture
def researcher(page: Page, transactional_db: None) -> Page:
    make_user("rita", "ranking.may_research")
    make_ground()
    Run.objects.filter(name__in="ab").update(kind="trad")
    Run.objects.filter(name="c").update(kind="nnlm", team="waterloo")
    return signed_in(page, "rita")


def test_a_board_orders_runs_by_kind_and_leads_to_their_comparison(
    researcher: Page, tmp_path: Path
) -> None:
    page = researcher
    page.goto("/library/topics/of/needs")
    page.get_by_role("link", name="Leaderboard of its runs").click()
    figure = page.get_by_role("img", name=re.compile("^Runs of needs by nDCG@10 under"))
    expect(figure).to_be_visible()
    page.get_by_label("Labels", exact=True).select_option("old")
    page.get_by_label("Measure", exact=True).select_option("AP")
    page.get_by_label("Beside other labels").select_option("new")
    expect(page).to_have_url(re.compile(r"board\?labels=old&measure=AP&other=new$"))
    board = page.get_by_role("group", name="Leaderboard", exact=True)
    expect(board.get_by_role("row")).to_have_count(5)
    expect(board).to_contain_text("best of its kind")
    expect(page.get_by_text("between the orders under old and new")).to_be_visible()

    page.get_by_role("checkbox", name="traditional, 2").uncheck()
    expect(board.get_by_role("row")).to_have_count(3)
    expect(page).to_have_url(re.compile("without=trad"))
    page.get_by_role("checkbox", name="traditional, 2").check()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download as CSV").click()
    coming.value.save_as(tmp_path / "board.csv")
    lines = list(csv.DictReader((tmp_path / "board.csv").read_text().splitlines()))
    assert sorted(line["run"] for line in lines) == ["a", "b", "c", "d"]

    for run in "ad":
        page.get_by_role("checkbox", name=f"Compare {run}", exact=True).check()
    page.get_by_role("link", name="Compare these").click()
    expect(page).to_have_url(re.compile(r"/compare\?baseline=[ad]&runs=[ad]&labels=old,new"))


@thorough
def test_runs_without_a_place_are_listed_though_there_are_no_others(researcher: Page) -> None:
    page = researcher
    Run.objects.exclude(name="a").update(status="failed")
    page.goto("/library/topics/of/needs/board?labels=old")
    page.get_by_text("3 runs without a place").click()
    left_out = page.get_by_role("listitem").filter(has_text="not complete")
    expect(left_out).to_have_text([f"{name}: not complete" for name in "bcd"])
    Run.objects.update(status="failed")
    page.reload()
    expect(page.get_by_role("heading", name="No runs on this board yet")).to_be_visible()
    expect(page.get_by_text("4 runs without a place")).to_be_visible()
    make_topics("bare")
    page.goto("/library/topics/of/bare/board")
    nothing = page.get_by_role("heading", name="No labels of these topics yet")
    expect(nothing).to_be_visible()
