from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest
from django.core.management import CommandError

from config import celery_app
from ranking.models import Chunk, Job, Run
from ranking.rankers import bm25_scores
from ranking.rankers.chunk import rank_chunk
from tests.factories import make_collection, make_topics
from tests.ranking.commands.calling import call, counts
from tests.ranking.rankers.lexical import ordinals

pytestmark = pytest.mark.django_db

RANK = ("rank", "bm25", "--ranker", "bm25", "--collection", "trees", "--topics", "needs")


def test_rank_reports_counts() -> None:
    make_collection(), make_topics(queries={"q1": "how long do spruces live", "q2": "the zebra"})
    said = call(*RANK)
    assert said.startswith("Run bm25 by BM25:")
    assert counts(said) == ["1", "1", "3", "1"]


def test_rank_again_says_that_the_run_is_there_and_ranks_nothing(storage: Path) -> None:
    make_collection(), make_topics()
    call(*RANK)
    rmtree(storage / "lexical")
    when = f"{Job.objects.get().finished_at:%Y-%m-%d %H:%M UTC}"
    assert f"is there already, computed {when}" in call(*RANK)
    assert not (storage / "lexical").exists()
    assert Chunk.objects.get().n_attempts == 1


def test_rank_takes_every_parameter_into_the_spec() -> None:
    make_collection(), make_topics()
    scoring = ("--depth", "7", "--k1", "0.9", "--b", "0.4", "--no-tie-adjustment")
    feedback = ("--rm3", "--fb-terms", "5", "--fb-docs", "2", "--original-query-weight", "0.25")
    index = ("--fields", "text", "--stop-words", "none", "--stemmer", "none")
    said = call(*RANK, *scoring, *feedback, *index)
    spec = Run.objects.get().spec or {}
    assert said.startswith("Run bm25 by BM25 + RM3:")
    assert (spec["depth"], spec["parameters"]) == (
        7,
        {
            "k1": 0.9,
            "b": 0.4,
            "rm3": {"fb_terms": 5, "fb_docs": 2, "original_query_weight": 0.25},
            "adjusts_ties": False,
        },
    )
    chosen = {key: spec["index"][key] for key in ("fields", "stop_words", "stemmer")}
    assert chosen == {"fields": "text", "stop_words": "none", "stemmer": "none"}


def test_rank_with_expansions_finds_a_passage_by_their_words(tmp_path: Path) -> None:
    make_collection(), make_topics(queries={"q1": "felines"})
    file = tmp_path / "queries.tsv"
    file.write_text("d3\tdo felines nap\n")
    call(*RANK, "--expansions", str(file))
    assert ordinals(Run.objects.get()) == {"q1": [2]}


def test_rank_of_pretokenized_texts_takes_queries_as_they_stand() -> None:
    make_collection(texts={"d1": "##fir ##s", "d2": "FIR"}), make_topics(queries={"q1": "##s FIR"})
    call(*RANK, "--pretokenized")
    assert sorted(ordinals(Run.objects.get())["q1"]) == [0, 1]


def test_rank_with_a_number_out_of_range_names_the_option() -> None:
    make_collection(), make_topics()
    with pytest.raises(CommandError, match=r"^--fb-docs must be"):
        call(*RANK, "--rm3", "--fb-docs", "0")


@pytest.mark.parametrize(
    ("ranker", "given", "foreign"),
    [
        ("bm25", ("--model", "x"), "--model"),
        ("bm25", ("--pooling", "cls", "--passage-model", "x"), "--passage-model and no --pooling"),
        ("bert-dot", ("--rm3", "--fb-docs", "3"), "--rm3 and no --fb-docs"),
        ("colbert", ("--pretokenized",), "--pretokenized"),
        ("colbert", ("--device", "cuda"), "--device"),
    ],
)
def test_rank_with_an_option_of_another_ranker_is_refused(
    ranker: str, given: tuple[str, ...], foreign: str
) -> None:
    make_collection(), make_topics()
    with pytest.raises(CommandError, match=f"^The ranker {ranker} takes no {foreign}"):
        call("rank", "z", "--ranker", ranker, *RANK[4:], *given)
    assert not Run.objects.exists()


def test_rank_on_a_gpu_where_there_is_none_is_refused_before_anything_is_made(
    storage: Path,
) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("a GPU is here: nothing is refused for want of one")
    make_collection(), make_topics()
    with pytest.raises(CommandError, match=r"^BM25 with the device cuda needs a GPU"):
        call(*RANK, "--device", "cuda")
    assert not Run.objects.exists()
    assert not (storage / "lexical").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("device", "queue"), [((), "rank.cpu"), (("--device", "cuda"), "rank.gpu")]
)
def test_rank_by_workers_waits_for_them(
    monkeypatch: pytest.MonkeyPatch, device: tuple[str, ...], queue: str
) -> None:
    monkeypatch.setattr(bm25_scores, "find_gpu", lambda: "cpu")  # torch runs the same code on both
    sent: list[str] = []

    def send_task(name: str, args: list[int], queue: str, **_: object) -> None:
        sent.append(queue)
        rank_chunk(chunk_id=args[0])

    monkeypatch.setattr(celery_app, "send_task", send_task)
    make_collection(), make_topics()
    assert call(*RANK, *device, "--workers").startswith("Run bm25 by BM25:")
    assert sent == [queue]
