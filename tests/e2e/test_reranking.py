"""A run that is re-ranked in the browser: its job is paused, resumed and seen to be complete."""

from __future__ import annotations

import re

import pytest
from celery import current_app
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from ranking.jobs.chunk import rank_chunk
from ranking.jobs.here_and_now import run_job_now
from ranking.jobs.workers import Worker
from ranking.models import Chunk, Job, Run
from ranking.rankers import rerank_plan
from tests.e2e.axe import check_axe
from tests.e2e.conftest import opened, signed_in
from tests.e2e.still import scrolls_sideways
from tests.factories import make_user
from tests.ranking.rankers.reranking import make_bm25

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "bert-dot-bm25"
ANN = Worker("ann@one", "one", 7)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes what is offered but the test; a topic is a chunk."""
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    monkeypatch.setattr(rerank_plan, "_topics_per_chunk", lambda *_: 1)


@pytest.fixture
def researcher(transactional_db: None) -> str:
    make_user("dave", "ranking.may_research")
    make_bm25()
    return "dave"


def seen(page: Page) -> None:
    assert not scrolls_sideways(page)
    check_axe(page)


def ask_for_it(page: Page) -> None:
    page.goto("/library")
    page.get_by_role("link", name="Re-rank bm25").click()
    expect(page.get_by_label("Run to re-rank")).to_have_value("bm25")
    expect(page.get_by_label("Ranker")).to_have_value("bert-dot")
    expect(page.get_by_label("Name of the run")).to_have_value(NAME)
    seen(page)
    page.get_by_role("button", name="Compute the run").click()
    page.get_by_role("link", name=f"Job of {NAME}").click()
    expect(page.get_by_role("heading", name=f"Computing {NAME}")).to_be_visible()
    expect(page.get_by_role("definition").first).to_have_text("waiting: no worker has begun yet")


def pause_and_resume(page: Page) -> None:
    first, second = Chunk.objects.order_by("number")
    rank_chunk(chunk_id=first.pk, worker=ANN)
    bar = page.get_by_role("progressbar", name=f"Computing {NAME}")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="Pause").click()
    resume = page.get_by_role("button", name="Resume")
    expect(resume).to_be_visible()
    rank_chunk(chunk_id=second.pk, worker=ANN)
    assert Job.objects.get().status == "paused"
    seen(page)
    resume.click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def re_rank_and_see(page: Page) -> None:
    ask_for_it(page)
    pause_and_resume(page)
    run_job_now(job=Job.objects.get())
    expect(page.get_by_role("status").filter(has_text="is complete")).to_be_attached()
    expect(page.get_by_role("group", name="Who did what")).to_contain_text("ann@one")
    expect(page.get_by_role("group", name="Log")).to_contain_text("stored")
    expect(page.get_by_role("button", name=re.compile("Pause|Resume|Cancel"))).to_have_count(0)
    seen(page)


def test_a_run_is_re_ranked_while_its_job_is_paused_and_resumed(
    page: Page, researcher: str
) -> None:
    re_rank_and_see(signed_in(page, researcher))
    run = Run.objects.get(name=NAME)
    assert run.spec is not None
    assert (run.status, run.parent, run.spec["depth"]) == (
        "complete",
        Run.objects.get(name="bm25"),
        100,
    )


def test_a_run_is_re_ranked_on_a_phone(
    chromium: Browser, live_server: LiveServer, researcher: str
) -> None:
    size = {"width": 390, "height": 844}
    with opened(chromium, live_server, viewport=size, has_touch=True, is_mobile=True) as phone:
        re_rank_and_see(signed_in(phone, researcher))
    assert Run.objects.get(name=NAME).status == "complete"


def test_a_job_is_cancelled_after_a_second_word(page: Page, researcher: str) -> None:
    ask_for_it(signed_in(page, researcher))
    page.get_by_role("button", name="Cancel the job").click()
    dialog = page.get_by_role("dialog")
    seen(page)
    dialog.get_by_role("button", name="Cancel the job").click()
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert Job.objects.get().status == "cancelled"
    page.get_by_role("link", name="All jobs").click()
    expect(page.get_by_role("row").filter(has_text=NAME)).to_contain_text("cancelled")
    seen(page)


def test_what_a_ranker_lacks_is_told_at_its_field(page: Page, researcher: str) -> None:
    signed_in(page, researcher).goto("/library/compute?rerank=bm25")
    page.get_by_label("Ranker").select_option("bert-cat")
    model = page.get_by_label("Model", exact=True)
    submit = page.get_by_role("button", name="Compute the run")
    submit.click()
    expect(model).to_be_focused()
    expect(model).to_have_accessible_description(re.compile("has none of its own"))
    model.fill("/nowhere/at/all")
    submit.click()
    expect(model).to_have_accessible_description(re.compile("there is no such folder"))
    seen(page)


def test_organizers_see_a_job_and_steer_nothing(page: Page, researcher: str) -> None:
    signed_in(page, researcher)
    ask_for_it(page)
    page.get_by_role("button", name="Sign out").or_(
        page.get_by_role("link", name="Sign out")
    ).click()
    make_user("carol", "annotation.may_organize")
    signed_in(page, "carol").goto(f"/library/jobs/{Job.objects.get().pk}")
    expect(page.get_by_role("progressbar", name=f"Computing {NAME}")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Pause|Cancel"))).to_have_count(0)
