"""From two runs and two qrels, and nothing else, to a comparison."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ranking.models import Collection
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import signed_in_by_keyboard
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

FILES = {
    "bm25.run": "q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d1 1 2 a\n",
    "bert.run": "q1 Q0 d2 1 3 b\nq1 Q0 d1 2 2 b\nq2 Q0 d3 1 2 b\n",
    "old.qrels": "q1 0 d1 1\nq2 0 d3 1\n",
    "new.qrels": "q1 0 d2 2\nq2 0 d3 1\nq2 0 d1 high\n",
}


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in FILES]


def test_two_runs_and_two_qrels_lead_from_sign_in_to_a_comparison(
    page: Page, transactional_db: None, paths: list[Path]
) -> None:
    make_user("rita", "ranking.may_research")
    signed_in_by_keyboard(page, "rita")
    page.get_by_role("link", name="Import", exact=True).first.click()
    expect(page.get_by_label("Runs and labels only")).to_be_checked()
    check_axe_in_both_themes(page)
    page.get_by_label("Run and label files").set_input_files(paths[:3])
    page.get_by_label("Run and label files").set_input_files(paths[3:])
    expect(page.get_by_label("Relevant from, in old.qrels")).to_have_value("1")
    page.get_by_label("Relevant from, in new.qrels").fill("2")
    expect(page.get_by_text("Labels: 1, 2. Proposed is 1, as in trec_eval.")).to_be_visible()
    page.get_by_role("button", name="Upload", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("new.qrels, line 3")
    expect(alert).to_contain_text("Nothing of these files was stored")
    assert not Collection.objects.exists()
    paths[3].write_text(FILES["new.qrels"].replace("high", "0"))
    page.get_by_label("Run and label files").set_input_files(paths[3:])
    expect(page.get_by_label("Relevant from, in old.qrels")).to_be_visible()
    expect(page.get_by_label("Relevant from, in bm25.run")).to_have_count(0)
    expect(page.get_by_label("Relevant from, in new.qrels")).to_have_value("2")
    check_axe_in_both_themes(page)
    expect(page.get_by_label("Name of the import")).to_have_value("my-files")
    page.get_by_role("button", name="Upload", exact=True).click()
    came = page.get_by_role("region", name="What came")
    expect(came.get_by_role("listitem")).to_have_count(4)
    expect(came).to_contain_text("from new.qrels: 2 topics, 3 labels, 1 relevant (from 2 up)")
    expect(came).to_contain_text("from old.qrels: 2 topics, 2 labels, 2 relevant (from 1 up)")
    check_axe_in_both_themes(page)
    page.get_by_role("link", name="Compare bert with bm25 under 2 label sets").click()
    expect(page.get_by_label("Under old", exact=True)).to_contain_text("bert")
    expect(page.get_by_label("Under new", exact=True)).to_contain_text("bert")


def test_compare_in_the_menu_leads_to_what_was_imported_or_opened_last(
    page: Page, transactional_db: None, paths: list[Path]
) -> None:
    make_ground()
    make_user("rita", "ranking.may_research")
    signed_in_by_keyboard(page, "rita")
    compare = page.get_by_role("navigation", name="Main").get_by_role("link", name="Compare")
    opened = page.get_by_role("link", name="Download CSV")
    compare.click()
    expect(page).to_have_url(re.compile("baseline=a&runs=b,c,d"))
    expect(opened).to_be_visible()
    page.goto("/library/import?kind=scores")
    page.get_by_label("Run and label files").set_input_files(paths[:3])
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("region", name="What came")).to_be_visible()
    for _ in ("not compared yet", "opened last"):
        compare.click()
        expect(page).to_have_url(re.compile("baseline=bm25&runs=bert&labels=my-files-old"))
        expect(opened).to_be_visible()
        page.goto("/")
    page.get_by_role("link", name="b, c, and d against a").click()
    expect(opened).to_be_visible()
    page.goto("/")
    compare.click()
    expect(page).to_have_url(re.compile("baseline=a&runs=b,c,d"))


def test_what_is_chosen_stays_in_the_address_and_fits_a_small_phone(
    phone: Page, transactional_db: None, paths: list[Path]
) -> None:
    make_user("rita", "ranking.may_research")
    page = signed_in_by_keyboard(phone, "rita")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/library/import")
    page.get_by_text("Passages, topics, runs and labels", exact=True).click()
    expect(page).to_have_url(re.compile("kind=all"))
    page.get_by_text("Runs and labels only", exact=True).click()
    page.reload()
    expect(page.get_by_label("Runs and labels only")).to_be_checked()
    page.get_by_label("Run and label files").set_input_files(paths[:3])
    expect(page.get_by_role("button", name="Remove bert.run")).to_be_visible()
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("link", name="Compare bert with bm25 under old")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    check_axe(page)
