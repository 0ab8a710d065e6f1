"""The page of a job: passages before topics, who has what in hand, and what failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from celery import current_app
from playwright.sync_api import Page, expect

from ranking.jobs.chunk import rank_chunk
from ranking.models import Job, Run
from ranking.rhythm import MAX_ERRORS, MAX_LOSSES
from ranking.runs.storing import ScoredTopics
from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.e2e.still import scrolls_sideways
from tests.factories import make_user
from tests.ranking.jobs.job_cases import (
    ANN,
    BEN,
    lose,
    make_silent,
    plan_job,
    plan_job_with_vectors,
    score_by,
    score_plainly,
    take,
)
from tests.ranking.rankers.reranking import make_bm25

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = ("At work now", "Who did what", "Chunks that failed", "Log")
# Of a table in its frame, which would scroll.
IS_CUT = "frame => frame.scrollWidth > frame.clientWidth"


@pytest.fixture
def researcher(transactional_db: None) -> str:
    make_user("dave", "ranking.may_research")
    return "dave"


def see(page: Page, job: Job) -> None:
    page.goto(f"/library/jobs/{job.pk}")
    expect(page.get_by_role("heading", name="Computing run")).to_be_visible()
    expect(page.get_by_role("group", name="Log")).to_be_visible()
    assert not scrolls_sideways(page)
    check_axe(page)


def test_a_re_ranking_has_chunks_of_the_size_that_was_asked_for(
    page: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    make_bm25()
    signed_in(page, researcher).goto("/library/compute?rerank=bm25")
    fold = page.get_by_text("More: how the work is divided")
    size = page.get_by_label("Pairs in a chunk")
    expect(size).to_be_hidden()
    fold.click()
    expect(size).to_have_accessible_description(re.compile("Left empty, Regrade takes 1,000"))
    check_axe(page)
    size.fill("0")
    fold.click()
    page.get_by_role("button", name="Compute the run").click()
    expect(size).to_be_focused()
    expect(size).to_have_accessible_description(re.compile("Must be a whole number from 1 to"))
    size.fill("5")
    page.get_by_role("button", name="Compute the run").click()
    page.get_by_role("link", name="Job of bert-dot-bm25").click()
    expect(page.get_by_role("definition").filter(has_text="0 of 2")).to_be_visible()


def test_a_first_stage_counts_passages_and_then_topics(
    page: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job_with_vectors(monkeypatch)
    first, second, third, _ = job.chunks.all()
    rank_chunk(chunk_id=first.pk, worker=ANN)
    take(second, BEN)
    see(signed_in(page, researcher), job)
    expect(page.get_by_text("4 of 7 passages encoded")).to_be_visible()
    expect(page.get_by_role("group", name="At work now")).to_contain_text("3 passages")
    expect(page.get_by_role("group", name="Who did what")).to_contain_text("4 passages")
    make_silent(second)
    rank_chunk(chunk_id=second.pk, worker=BEN)
    rank_chunk(chunk_id=third.pk, worker=BEN)
    page.reload()
    expect(page.get_by_text("1 of 2 topics")).to_be_visible()
    expect(page.get_by_role("group", name="Who did what")).to_contain_text("3 passages, 1 topic")


def test_what_failed_is_told_with_its_reason_on_a_phone_too(
    phone: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    see(signed_in(phone, researcher), half_failed(monkeypatch))
    failed = phone.get_by_role("group", name="Chunks that failed")
    expect(failed).to_contain_text("RuntimeError: out of paper")
    expect(failed).to_contain_text(f"{MAX_LOSSES} workers ended or fell silent")
    expect(phone.get_by_text("0 of 4 topics, 2 failed")).to_be_visible()


def test_a_phone_shows_all_of_a_jobs_tables_without_scrolling_sideways(
    phone: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = half_failed(monkeypatch)
    score_by(monkeypatch, score_on_a_big_machine)
    rank_chunk(chunk_id=job.chunks.all()[3].pk, worker=ANN)
    see(signed_in(phone, researcher), job)
    frames = [phone.get_by_role("group", name=name) for name in TABLES]
    assert [frame.evaluate(IS_CUT) for frame in frames] == [False] * len(TABLES)


def test_a_phone_shows_the_progress_of_every_job_without_scrolling_sideways(
    phone: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    half_failed(monkeypatch)
    signed_in(phone, researcher).goto("/library/jobs")
    row = phone.get_by_role("row").filter(has_text="0 of 4 topics, 2 failed")
    expect(row.get_by_role("progressbar")).to_be_visible()
    expect(row).to_contain_text("running")
    assert not phone.get_by_role("group", name="Jobs").evaluate(IS_CUT)
    assert not scrolls_sideways(phone)
    check_axe(phone)


def score_on_a_big_machine(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
    scored = score_plainly(run=run, topic_ids=topic_ids)
    return scored._replace(machine="NVIDIA H100 80GB HBM3, 132 multiprocessors")


def half_failed(monkeypatch: pytest.MonkeyPatch) -> Job:
    """Of four chunks one fails by itself, one loses its workers, one is in hand."""

    def fail(**_: object) -> None:
        raise RuntimeError("out of paper")

    job = plan_job(monkeypatch, n_topics=4)
    first, second, third, _ = job.chunks.all()
    score_by(monkeypatch, fail)  # type: ignore[arg-type]
    for _ in range(MAX_ERRORS):
        rank_chunk(chunk_id=first.pk, worker=ANN)
    for _ in range(MAX_LOSSES):
        lose(second)
    rank_chunk(chunk_id=second.pk, worker=BEN)
    take(third, BEN)
    return job
