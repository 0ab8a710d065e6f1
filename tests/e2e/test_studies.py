"""A study from the choice of texts to the topics where rankers fail, in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.models import Study
from evaluation.studies.advancing import advance_study
from evaluation.studies.here_and_now import run_study_now
from tests.e2e.conftest import signed_in
from tests.evaluation.studies.study_cases import make_ground, make_read_study
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def researcher(page: Page) -> Page:
    make_user("dave", "ranking.may_research")
    return signed_in(page, "dave")


def test_a_study_is_chosen_started_watched_and_read(researcher: Page, storage: Path) -> None:
    make_ground()
    page = researcher
    page.goto("/library")
    page.get_by_role("link", name="Studies").click()
    expect(page.get_by_text("No studies yet")).to_be_visible()
    page.get_by_role("link", name="New study").click()
    expect(page.get_by_label("Name of the study")).to_have_value("needs-noise")
    page.get_by_role("button", name="None").first.click()
    expect(page.get_by_text("Choose a variant of the texts.")).to_be_visible()
    page.get_by_role("checkbox", name="Spaces removed, one word of each sentence").check()
    expect(page.get_by_text("4 runs")).to_be_visible()
    page.get_by_role("button", name="Start the study").click()
    expect(page.get_by_role("heading", name="needs-noise", level=1)).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "0 of 4 runs")
    run_study_now(study=Study.objects.get())
    expect(page.get_by_role("cell", name="done")).to_have_count(4, timeout=30_000)
    page.get_by_role("link", name="Table", exact=True).click()
    row = page.get_by_role("row").filter(has_text="[Q] RemoveSpace(one)")
    expect(row.get_by_role("cell")).to_have_count(6)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download LaTeX").click()
    assert r"\begin{tabular}" in Path(download.value.path()).read_text("utf-8")


def test_tables_figures_topics_and_failures_are_read(researcher: Page) -> None:
    page, study = researcher, make_read_study(measures="RR@10,MFR@10", test="t")
    advance_study(study_id=study.pk)
    page.goto("/library/studies/noise/table")
    expect(page.get_by_role("row").filter(has_text="[Q] capitals")).to_contain_text(f"{MINUS}.167")
    page.get_by_text("changes in %").click()
    expect(page.get_by_role("row").filter(has_text="[Q] capitals")).to_contain_text(f"{MINUS}46.7%")
    page.get_by_label("One line a kind of noise").check()
    expect(page.get_by_text("mean of 2 variants")).to_be_visible()
    page.reload()
    expect(page.get_by_text("mean of 2 variants")).to_be_visible()
    page.get_by_role("link", name="By kind of noise").click()
    page.get_by_role("combobox", name="Measure").select_option("MFR@10")
    page.reload()
    expect(page.get_by_role("img", name="Change of MFR@10 by kind of noise")).to_be_visible()
    page.get_by_role("link", name="Query by query").click()
    expect(page.get_by_text("0 better, 2 equal, 1 worse")).to_be_visible()
    page.get_by_role("combobox", name="Ranker").select_option("two")
    page.reload()
    expect(page.get_by_role("combobox", name="Ranker")).to_have_value("two")
    page.get_by_role("link", name="Failures").click()
    page.get_by_role("combobox", name="Failures").select_option("shared by all rankers")
    failure = page.get_by_role("article", name="Topic q1")
    expect(failure).to_contain_text("HOW LONG DO SPRUCES LIVE")
    expect(failure.get_by_role("row", name="two")).to_contain_text("3, fails")
    expect(page.get_by_role("article")).to_have_count(1)
