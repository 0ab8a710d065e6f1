"""Runs by BM25 on a GPU; torch computes on the processor what it would compute there."""

from __future__ import annotations

import pytest

from ranking.exceptions import RankingError, UnfitWorker
from ranking.jobs.jobs import fail_job
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers import bm25_scores
from ranking.rankers.bm25_plan import Device, device_of
from ranking.rankers.bm25_scores import find_gpu, topics_at_once
from ranking.rankers.chunk import rank_chunk
from ranking.rankers.here_and_now import run_job_now
from ranking.rankers.indexes import build_lexical_index
from regrade.bm25.rm3 import RM3
from tests.factories import make_collection, make_topics
from tests.ranking.rankers.lexical import compute_run, plan_run, scores
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TEXTS = {
    f"d{n}": f"spruces {'live ' * (n % 5)}long {'cones ' * (n % 3)}w{n % 7}" for n in range(40)
}


@pytest.fixture
def no_gpu() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("a GPU is here: nothing is refused for want of one")


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processor in the place of a GPU: torch runs the same code on both."""
    monkeypatch.setattr(bm25_scores, "find_gpu", lambda: "cpu")


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("rm3", [None, RM3(fb_terms=5)])
def test_a_run_on_a_gpu_has_the_scores_of_the_processor(rm3: RM3 | None) -> None:
    collection, topic_set = make_collection(texts=TEXTS), make_topics()
    ours = compute_run(collection, topic_set, rm3=rm3)
    theirs = compute_run(collection, topic_set, name="gpu", rm3=rm3, device="cuda")
    assert scores(theirs) == scores(ours)
    assert (theirs.spec or {})["computed_by"][0].startswith("cpu, torch ")


@pytest.mark.usefixtures("gpu")
def test_an_index_rebuilt_of_more_texts_is_uploaded_again() -> None:
    collection, topic_set = make_collection(texts=TEXTS), make_topics()
    compute_run(collection, topic_set, device="cuda")
    Collection.objects.update(text_version=2)
    collection.passages.filter(doc_id="d1").update(text="firs have cones")
    build_lexical_index(collection=collection, options=PLAIN_INDEX)
    again = compute_run(collection, topic_set, name="again", device="cuda")
    assert scores(again) == scores(compute_run(collection, topic_set, name="processor"))


def test_a_run_on_a_gpu_is_divided_by_chunks_alone() -> None:
    assert topics_at_once(plan_run(device="cuda").run) is None


@pytest.mark.usefixtures("no_gpu")
def test_find_gpu_without_one_is_refused_with_what_to_choose() -> None:
    with refused(UnfitWorker, "no_gpu", field="device", says="choose the device cpu"):
        find_gpu()


@pytest.mark.usefixtures("no_gpu")
def test_rank_chunk_of_a_gpu_by_a_worker_without_one_is_declined() -> None:
    job = plan_run(device="cuda")
    chunk = job.chunks.get()
    with refused(UnfitWorker, "no_gpu", field="device"):
        rank_chunk(chunk_id=chunk.pk)
    assert (job.queue, chunk.attempts.get().outcome) == ("rank.gpu", "declined")


@pytest.mark.usefixtures("no_gpu")
def test_a_run_that_failed_for_want_of_a_gpu_goes_on_with_the_processor() -> None:
    collection, topic_set = make_collection(), make_topics()
    with refused(RankingError, "job_failed", says="needs a GPU"):
        run_job_now(job=plan_run(collection, topic_set, device="cuda"))
    assert compute_run(collection, topic_set).status == "complete"


@pytest.mark.parametrize(("first", "then"), [("cpu", "cuda"), ("cuda", "cpu")])
def test_the_device_of_the_last_request_counts_while_a_run_is_not_done(
    first: Device, then: Device
) -> None:
    collection, topic_set = make_collection(), make_topics()
    fail_job(job_id=plan_run(collection, topic_set, device=first).pk, reason="boom")
    job = plan_run(collection, topic_set, device=then)
    assert (device_of(job.run), job.chunks.count()) == (then, 1)
    assert device_of(plan_run(collection, topic_set, device=first).run) == first


def test_a_run_that_is_done_keeps_its_device() -> None:
    collection, topic_set = make_collection(), make_topics()
    compute_run(collection, topic_set)
    assert device_of(plan_run(collection, topic_set, device="cuda").run) == "cpu"


def test_a_run_on_a_real_gpu_has_the_scores_of_the_processor() -> None:
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU here: the run was computed by torch on the processor only")
    collection, topic_set = make_collection(texts=TEXTS), make_topics()
    ours = compute_run(collection, topic_set)
    theirs = compute_run(collection, topic_set, name="gpu", device="cuda")
    assert scores(theirs) == scores(ours)
