"""What the page makes of pair scores: the figure of flips, and another ranking of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from ranking.models import Run
from tests.e2e.conftest import signed_in
from tests.factories import make_user
from tests.ranking.runs.pairing import make_duo
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def researcher(transactional_db: None) -> str:
    make_user("dave", "ranking.may_research")
    make_duo("duo")
    return "dave"


def test_pairs_are_shown_and_aggregated_again(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library")
    page.get_by_role("link", name="Pairs of duo").click()
    expect(page.get_by_role("img", name="Flip rates of duo")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("group", name="Flip rates").get_by_role("row")).not_to_have_count(0)
    page.get_by_label("Only the first candidates").fill("one")
    page.get_by_role("button", name="Aggregate again").click()
    expect(page.get_by_role("alert")).to_contain_text("whole numbers from 2 on")
    page.get_by_label("Only the first candidates").fill("2, 3")
    page.get_by_label("How pairs add up").select_option("loop-truncation")
    cuts = page.get_by_label("Passages that each round keeps")
    cuts.fill("few")
    page.get_by_role("button", name="Aggregate again").click()
    expect(page.get_by_role("alert")).to_contain_text("whole numbers")
    cuts.fill("2, 1")
    name = "duo-loop-truncation-2-1-sym-log-sum-first"
    expect(page.get_by_text(f"Makes {name}-2, {name}-3.")).to_be_visible()
    page.get_by_role("button", name="Aggregate again").click()
    expect(page.get_by_text(f"Made 2 runs: {name}-2, {name}-3.")).to_be_visible()
    made = Run.objects.get(name=f"{name}-2")
    assert Run.objects.filter(name=f"{name}-3").exists()
    assert (made.spec or {})["parameters"] == {"cuts": [2, 1], "within": "sym-log-sum"}
    page.get_by_role("link", name=made.name).click()
    page.get_by_text("Parameters", exact=True).click()
    expect(page.get_by_text("2, 1", exact=True)).to_be_visible()
    page.get_by_text("Model, versions and hashes").click()
    expect(page.get_by_text("version of the code")).to_be_visible()


@thorough
def test_one_pair_is_seen_both_ways(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library/pairs?run=duo")
    expect(page.get_by_label("Topic")).to_contain_text("1 of 3 flip")
    page.get_by_role("link", name="d1 and d2").click()
    expect(
        page.get_by_text("This pair flips: of d1 and d2, the one that stands in")
    ).to_be_visible()
    first = page.get_by_role("article", name="d1")
    expect(first).to_contain_text("rank 1 in duo, rank 1 in bm25")
    expect(first).to_contain_text("In front of d2, it wins with probability 0.750.")
    expect(first).to_contain_text("Passage number 1 says something.")
    expect(page.get_by_role("article", name="d2")).to_contain_text("rank 3 in duo, rank 2 in bm25")
    page.get_by_label("Pairs of one passage").fill("d9")
    expect(page.get_by_role("alert")).to_contain_text("no pairs of passage 'd9'")
    page.get_by_label("Pairs of one passage").fill("d3")
    expect(page.get_by_text("0 pairs flip")).to_be_visible()


@thorough
def test_pair_scores_are_uploaded_and_downloaded(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library/runs/of/bm25")
    page.get_by_role("link", name="Upload pair scores").click()
    expect(page.get_by_text("bm25 has no pair scores.")).to_be_visible()
    file = page.get_by_label("File of pair scores")
    expect(page.get_by_role("button", name="Upload")).to_be_disabled()
    file.set_input_files(pairs_file("q1 d1 d2 0.75", "q9 d1 d2 1"))
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_contain_text("2 bad lines")
    expect(page.get_by_text("run bm25 ranks no topic 'q9'")).to_be_visible()
    file.set_input_files(pairs_file("q1 d1 d2 0.75", "q1 d2 d1 0.5"))
    page.get_by_role("button", name="Upload").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the pair scores").click()
    assert download.value.suggested_filename == "bm25.pairs.tsv"


def pairs_file(*lines: str) -> FilePayload:
    text = "".join(f"{line.replace(' ', chr(9))}\n" for line in lines)
    return {"name": "pairs.tsv", "mimeType": "text/plain", "buffer": text.encode()}
