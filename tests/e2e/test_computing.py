"""Runs, studies and comparisons that are asked for, computed by a worker, and read."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from celery import current_app
from playwright.sync_api import Locator, Page, expect

from evaluation.comparisons import jobs
from evaluation.comparisons import jobs as comparison_jobs
from evaluation.comparisons.jobs import LOCK, offer_waiting_comparisons
from evaluation.models import Comparison, ComparisonJob, Study, Training
from evaluation.studies.advancing import advance_study
from evaluation.studies.here_and_now import run_study_now
from evaluation.training.here_and_now import train_now
from ranking.jobs.jobs import fail_job
from ranking.jobs.process_lock import is_free
from ranking.models import Job, Run
from ranking.rankers import bm25_plan, rerank_plan
from ranking.rankers.chunk import RANKERS, rank_chunk
from ranking.rankers.here_and_now import run_job_now
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.evaluation import four_runs
from tests.evaluation.studies.study_cases import make_ground, make_read_study
from tests.evaluation.training.training_cases import make_ground as make_taught
from tests.factories import make_collection, make_topics, make_user
from tests.ranking.jobs.job_cases import ANN, plan_job, score_plainly
from tests.ranking.rankers.reranking import make_bm25
from tests.ranking.runs.pairing import make_duo
from tests.ranking.worker_process import wait_until, worker_process
from tests.regrade.training.small import model as tiny
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

NAME, RERANKED = "bm25-trees-needs", "bert-dot-bm25"
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the test runs queued chunks, with plain scores; one topic per chunk."""
    monkeypatch.setattr(current_app, "send_task", lambda *_, **__: None)
    for name in ("bm25", "bert-dot"):
        plain = RANKERS[name]._replace(score_topics=score_plainly)
        monkeypatch.setitem(RANKERS, name, plain)
    monkeypatch.setattr(bm25_plan, "TOPICS_PER_CHUNK", 1)
    monkeypatch.setattr(rerank_plan, "_topics_per_chunk", lambda *_: 1)


@pytest.fixture
def researcher(transactional_db: None, no_worker: None) -> str:
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


def test_a_run_is_computed_and_its_progress_seen(page: Page, form: Page) -> None:
    page.goto("/library")
    page.get_by_role("link", name="Compute a run").click()
    expect(page.get_by_label("Collection", exact=True)).to_have_value("trees")
    expect(page.get_by_label("Topic set")).to_have_value("needs")
    expect(page.get_by_label("Name of the run")).to_have_value(NAME)
    submit(page)
    row = row_of(page, NAME)
    expect(row).to_be_focused()
    expect(row).to_contain_text("no worker has begun yet")
    job = Job.objects.get()
    rank_chunk(chunk_id=job.chunks.all()[0].pk)
    bar = page.get_by_role("progressbar", name=f"Computing {NAME}")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    news = page.get_by_role("status")
    expect(news.filter(has_text="half of its topics is done")).to_be_attached()
    run_job_now(job=job)
    expect(row.get_by_role("checkbox")).to_be_visible()  # it is complete
    expect(news.filter(has_text=f"Run {NAME} is complete.")).to_be_attached()
    run = Run.objects.get(name=NAME)
    assert run.spec is not None
    spec = (run.status, run.spec["depth"], run.spec["parameters"]["rm3"])
    assert spec == ("complete", 1000, None)


def test_what_the_server_refuses_stands_at_its_field_until_it_is_mended(form: Page) -> None:
    form.get_by_label("k1").fill("1.2")
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Expand the queries by RM3").check()
    form.get_by_label("Feedback passages").fill("5")
    form.get_by_label("Feedback terms").fill("0")
    form.get_by_text("More: expand the queries").click()
    form.get_by_label("Depth").fill("20000")
    submit(form)
    depth, terms = form.get_by_label("Depth"), form.get_by_label("Feedback terms")
    expect(depth).to_be_focused()
    expect(depth).to_have_accessible_description(re.compile("from 1 to 10,000"))
    expect(terms).to_be_visible()
    expect(terms).to_have_accessible_description(re.compile("from 1 to 1,000"))
    depth.fill("10")
    expect(depth).not_to_have_attribute("aria-invalid", "true")
    terms.fill("10")
    form.keyboard.press("Enter")
    expect(row_of(form, "bm25-k1=1.2")).to_be_focused()
    parameters = (Run.objects.get().spec or {})["parameters"]
    assert (parameters["k1"], parameters["rm3"]["fb_docs"]) == (1.2, 5)


@thorough
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
    check_page(form)
    row.get_by_role("button", name=f"Actions for {name}").click()
    row.get_by_role("link", name="Try again").click()
    expect(form.get_by_label("Name of the run")).to_have_value(name)
    expect(form.get_by_label("k1")).to_have_value("1.2")
    expect(form.get_by_label("Feedback terms")).to_be_visible()
    submit(form)
    expect(row).to_contain_text("no worker has begun yet")
    run_job_now(job=Job.objects.get())
    expect(row.get_by_role("checkbox")).to_be_visible()  # it is complete


@thorough
def test_a_run_is_re_ranked_from_its_link(page: Page, researcher: str) -> None:
    make_bm25()
    signed_in(page, researcher).goto("/library")
    page.get_by_role("button", name="Actions for bm25").click()
    page.get_by_role("link", name="Re-rank bm25").click()
    expect(page.get_by_label("Run to re-rank")).to_have_value("bm25")
    expect(page.get_by_label("Ranker")).to_have_value("bert-dot")
    submit(page)
    page.get_by_role("button", name=f"Actions for {RERANKED}").click()
    page.get_by_role("link", name=f"Job of {RERANKED}").click()
    expect(page.get_by_role("definition").first).to_have_text("waiting: no worker has begun yet")


def test_a_job_is_paused_resumed_and_seen_to_its_end(
    page: Page, researcher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = plan_job(monkeypatch)
    first, second = job.chunks.all()
    signed_in(page, researcher).goto(f"/library/jobs/{job.pk}")
    expect(page.get_by_role("definition").first).to_have_text("waiting: no worker has begun yet")
    rank_chunk(chunk_id=first.pk, worker=ANN)
    bar = page.get_by_role("progressbar", name="Computing run")
    expect(bar).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="Pause").click()
    resume = page.get_by_role("button", name="Resume")
    expect(resume).to_be_visible()
    page.get_by_role("button", name="Cancel the job").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel the job").click()
    continues = page.get_by_role("button", name="Continue (1 of 2 done)")
    expect(continues).to_be_visible()
    page.goto("/library")
    page.get_by_role("button", name="Actions for run").click()
    Job.objects.update(status="done")
    continues.click()
    expect(page.get_by_role("alert")).to_be_visible()  # the refusal, in the menu
    Job.objects.update(status="cancelled")
    continues.click()
    expect(continues).to_have_count(0)
    expect(page.get_by_role("link", name="Job of run")).not_to_be_visible()
    expect(page.locator("#run-run")).to_contain_text("1 of 2 topics")
    page.goto(f"/library/jobs/{job.pk}")
    expect(page.get_by_role("definition").first).to_have_text("running")
    page.get_by_role("button", name="Pause").click()
    expect(resume).to_be_visible()
    rank_chunk(chunk_id=second.pk, worker=ANN)
    assert Job.objects.get().status == "paused"
    resume.click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    run_job_now(job=Job.objects.get())
    expect(page.get_by_role("status").filter(has_text="is complete")).to_be_attached()
    expect(page.get_by_role("group", name="Work by worker")).to_contain_text("ann@one")
    expect(page.get_by_role("button", name=re.compile("Pause|Resume|Cancel"))).to_have_count(0)
    assert Run.objects.get().status == "complete"


# Studies: the same texts with noise, computed and read


@thorough
def test_a_study_is_chosen_started_watched_and_read(page: Page, researcher: str) -> None:
    make_ground()
    signed_in(page, researcher).goto("/library")
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
    expect(page.get_by_role("cell", name="done")).to_have_count(4)
    page.get_by_role("link", name="Table", exact=True).click()
    row = page.get_by_role("row").filter(has_text="[Q] RemoveSpace(one)")
    expect(row.get_by_role("cell")).to_have_count(6)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download LaTeX").click()
    assert r"\begin{tabular}" in Path(download.value.path()).read_text("utf-8")


# Trainings: from labels to a run of the trained model


@thorough
def test_a_training_is_begun_paused_resumed_and_its_model_ranks(
    page: Page, researcher: str, tmp_path: Path
) -> None:
    make_taught()
    model = tiny(tmp_path / "small", "tk").path
    signed_in(page, researcher).goto("/library/trainings")
    expect(page.get_by_text("No trainings yet")).to_be_visible()
    page.get_by_role("link", name="New training").click()
    page.get_by_role("combobox", name="Ranker", exact=True).select_option("tk")
    page.get_by_label("Begins with").fill(f"{model}")
    for label, number in (("Steps", "12"), ("Batch", "8"), ("Validate every", "6")):
        page.get_by_label(label, exact=True).fill(number)
    page.get_by_label("Name of the training").fill("tuned")
    expect(page.get_by_text("16 relevant passages of 16 topics")).to_be_visible()
    page.get_by_role("button", name="Begin the training").click()
    expect(page.get_by_role("heading", name="tuned", level=1)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    train_now(training=Training.objects.get())
    expect(page.get_by_role("img", name="Loss")).to_be_visible()
    page.get_by_role("link", name="re-rank first by it").click()
    expect(page.get_by_role("textbox", name="Model", exact=True)).to_have_value("tuned")
    page.get_by_role("button", name="Compute the run").click()
    expect(page.get_by_text("Run tk-tuned-first waits")).to_be_visible()
    run_job_now(job=Job.objects.get())
    page.goto("/compare?baseline=first&runs=tk-tuned-first&labels=trec&measures=RR@10")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("was trained on 16 of these 20 topics")
    check_page(page)
    refusal.get_by_role("button", name="Leave them out").click()
    expect(page.get_by_text("without 16 that models were trained on")).to_be_visible()


def test_tables_figures_topics_and_failures_are_read(page: Page, researcher: str) -> None:
    study = make_read_study(measures="RR@10,MFR@10", test="t")
    advance_study(study_id=study.pk)
    signed_in(page, researcher).goto("/library/studies/noise/table")
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
    failure.get_by_text("Passages").click()
    expect(failure.get_by_role("row", name="two")).to_contain_text("3, fails")
    expect(page.get_by_role("article")).to_have_count(1)


# Pair scores


def test_pairs_are_shown_and_aggregated_again(page: Page, researcher: str) -> None:
    make_duo("duo")
    signed_in(page, researcher).goto("/library")
    page.get_by_role("button", name="Actions for duo").click()
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


# A comparison that a worker works out: real processes, and SIGKILL


COMPARED = "/compare?baseline=a&runs=b,c&labels=old&measures=RR@10,AP&test=bootstrap"
PATIENT = "--include tests.evaluation.patient_comparisons"


@pytest.fixture
def queue(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """Nobody else listens there; and everything takes too long for a request."""
    make_user("dave", "ranking.may_research")
    four_runs.make_ground()
    name = f"test-{uuid4()}"
    monkeypatch.setattr(comparison_jobs, "QUEUE", name)
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 0)
    return name


@thorough
def test_the_page_shows_how_far_a_worker_is_and_the_answer_of_another_where_it_is_killed(
    page: Page, queue: str, storage: Path, tmp_path: Path
) -> None:
    signed_in(page, "dave").goto(COMPARED)
    bar = page.get_by_role("progressbar", name="Working this out")
    expect(bar).to_have_attribute("aria-valuetext", "0 of 4 tests")
    job = ComparisonJob.objects.get()
    with ExitStack() as stack:

        def start(name: str, *more: str) -> subprocess.Popen[bytes]:
            options = " ".join(["--pool solo --queues", queue, *more])
            log = tmp_path / f"{name}.log"
            return stack.enter_context(worker_process(options, storage=storage, log=log, name=name))

        ann = start("ann", PATIENT)
        expect(bar).to_have_attribute("aria-valuetext", "2 of 4 tests", timeout=120_000)
        os.killpg(ann.pid, signal.SIGKILL)
        ann.wait()
        wait_until(lambda: is_free(LOCK, job.pk))
        ComparisonJob.objects.update(offered_at="2020-01-01T00:00Z")  # as half a minute later
        assert offer_waiting_comparisons() == 1
        ben = start("ben")
        wait_until(lambda: not ComparisonJob.objects.exists(), ben)
    expect(page.get_by_role("region", name="Verdict")).to_be_visible()
    expect(bar).to_have_count(0)
    assert Comparison.objects.get().spec["runs"] == ["b", "c"]
