"""A run that is asked for in the browser, computed by a worker, and seen to be complete."""

from __future__ import annotations

import re

import pytest
from celery import current_app
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from ranking.jobs.chunk import rank_chunk
from ranking.jobs.here_and_now import run_job_now
from ranking.jobs.jobs import fail_job
from ranking.models import Job, Run
from ranking.rankers import bm25_plan
from tests.e2e.axe import check_axe
from tests.e2e.conftest import opened, signed_in
from tests.e2e.still import scrolls_sideways
from tests.factories import make_collection, make_run, make_topics, make_user

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "bm25-trees-needs"


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes what is offered but the test; a topic is a chunk."""
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    monkeypatch.setattr(bm25_plan, "TOPICS_PER_CHUNK", 1)


@pytest.fixture
def researcher(transactional_db: None) -> str:
    make_user("dave", "ranking.may_research")
    return "dave"


@pytest.fixture
def form(page: Page, researcher: str) -> Page:
    make_collection(), make_topics()
    signed_in(page, researcher).goto("/library/compute")
    return page


def row_of(page: Page, run: str) -> Locator:
    return page.get_by_role("row").filter(has_text=run)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Compute the run").click()


def seen(page: Page) -> None:
    assert not scrolls_sideways(page)
    check_axe(page)


def compute_and_see(page: Page) -> None:
    """From the list of runs to the new one, complete, and on to its comparison."""
    page.goto("/library")
    page.get_by_role("link", name="Compute a run").click()
    expect(page.get_by_label("Collection", exact=True)).to_have_value("trees")
    expect(page.get_by_label("Topic set")).to_have_value("needs")
    expect(page.get_by_label("Name of the run")).to_have_value(NAME)
    seen(page)
    submit(page)
    row = row_of(page, NAME)
    expect(row).to_be_focused()
    expect(row).to_contain_text("no worker has begun yet")
    seen(page)
    job = Job.objects.get()
    rank_chunk(chunk_id=job.chunks.all()[0].pk)
    bar = page.get_by_role("progressbar", name=f"Computing {NAME}")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    expect(row).to_contain_text("1 of 2 topics")
    news = page.get_by_role("status")
    expect(news.filter(has_text="half of its topics is done")).to_be_attached()
    run_job_now(job=job)
    expect(row).to_contain_text("complete")
    expect(news.filter(has_text=f"Run {NAME} is complete.")).to_be_attached()
    seen(page)


def test_a_run_is_computed_and_its_progress_seen(page: Page, researcher: str) -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("other", collection, topic_set, {"q1": ["d1"]})
    compute_and_see(signed_in(page, researcher))
    run = Run.objects.get(name=NAME)
    assert run.spec is not None
    assert (run.status, run.spec["depth"], run.spec["parameters"]["rm3"]) == (
        "complete",
        1000,
        None,
    )
    page.get_by_role("link", name=f"Compare {NAME}").click()
    expect(page).to_have_url(re.compile("/compare"))


def test_a_run_is_computed_on_a_phone(
    chromium: Browser, live_server: LiveServer, researcher: str
) -> None:
    make_collection(), make_topics()
    size = {"width": 390, "height": 844}
    with opened(chromium, live_server, viewport=size, has_touch=True, is_mobile=True) as phone:
        compute_and_see(signed_in(phone, researcher))
    assert Run.objects.get(name=NAME).status == "complete"


def test_parameters_of_ones_own_are_sent_and_named(form: Page) -> None:
    form.get_by_label("k1").fill("1.2")
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Expand the queries by RM3").check()
    form.get_by_label("Feedback passages").fill("5")
    seen(form)
    form.get_by_label("Depth").focus()
    form.keyboard.press("Enter")
    expect(row_of(form, "bm25-k1=1.2-rm3-docs=5-trees-needs")).to_be_focused()
    parameters = (Run.objects.get().spec or {})["parameters"]
    assert (parameters["k1"], parameters["rm3"]["fb_docs"]) == (1.2, 5)


def test_what_the_server_refuses_stands_at_its_field_in_its_words(form: Page) -> None:
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Expand the queries by RM3").check()
    form.get_by_label("Feedback terms").fill("0")
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Depth").fill("20000")
    submit(form)
    depth, terms = form.get_by_label("Depth"), form.get_by_label("Feedback terms")
    expect(depth).to_be_focused()
    expect(depth).to_have_accessible_description(re.compile("from 1 to 10,000"))
    expect(terms).to_be_visible()
    expect(terms).to_have_accessible_description(re.compile("from 1 to 1,000"))
    seen(form)
    depth.fill("10")
    expect(depth).not_to_have_attribute("aria-invalid", "true")
    terms.fill("10")
    submit(form)
    expect(form).to_have_url(re.compile("/library#run-"))


def test_a_run_that_failed_says_why_and_is_tried_again(form: Page) -> None:
    name = "bm25-k1=1.2-rm3-trees-needs"
    form.get_by_label("k1").fill("1.2")
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Expand the queries by RM3").check()
    submit(form)
    row = row_of(form, name)
    expect(row).to_contain_text("no worker has begun yet")
    fail_job(job_id=Job.objects.get().pk, reason="There is no room left for the index.")
    expect(row).to_contain_text("There is no room left for the index.")
    seen(form)
    row.get_by_role("link", name="Try again").click()
    expect(form.get_by_label("Name of the run")).to_have_value(name)
    expect(form.get_by_label("k1")).to_have_value("1.2")
    expect(form.get_by_label("Feedback terms")).to_be_visible()
    submit(form)
    expect(row).to_contain_text("no worker has begun yet")
    run_job_now(job=Job.objects.get())
    expect(row).to_contain_text("complete")


def test_without_a_collection_the_page_says_where_to_upload_one(
    page: Page, researcher: str
) -> None:
    signed_in(page, researcher).goto("/library/compute")
    expect(page.get_by_role("heading", name="No collection yet")).to_be_visible()
    page.get_by_role("link", name="Upload a collection").click()
    expect(page.get_by_label("Files of passages")).to_be_visible()


def test_who_does_not_research_sees_no_way_to_compute(page: Page, transactional_db: None) -> None:
    make_user("carol", "annotation.may_organize")
    make_run("other", make_collection(), make_topics(), {"q1": ["d1"]})
    signed_in(page, "carol").goto("/library")
    expect(row_of(page, "other")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("[Cc]ompute"))).to_have_count(0)
    page.goto("/library/compute")
    expect(page.get_by_role("alert")).to_contain_text("right of a researcher")
    expect(page.get_by_role("button", name="Compute the run")).to_have_count(0)
