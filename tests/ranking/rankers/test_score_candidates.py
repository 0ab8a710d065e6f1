from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ranking.exceptions import RankingError
from ranking.models import PairScores, Run
from ranking.rankers.frozen_models import load_frozen
from ranking.rankers.here_and_now import run_job_now
from regrade.neural.pairs.aggregation import AGGREGATIONS
from regrade.neural.reranker import Candidates, PassageText
from tests.ranking.rankers.reranking import RANKINGS, TEXTS, doc_ids, make_bm25, plan_bert
from tests.refusals import refused
from tests.regrade.neural.small_models.sentence_folders import make_trunk
from tests.regrade.neural.small_models.tiny_bert import change_weights, make_bert
from tests.regrade.neural.small_models.tiny_t5 import make_t5

pytestmark = pytest.mark.django_db
ANSWERS = ("▁true", "▁false")
QUERY = "how long do spruces live"


def rerank(ranker: str, model: Path | None, **chosen: Any) -> Run:
    named = str(model) if model else None
    return run_job_now(job=plan_bert(make_bm25(), ranker, ranker=ranker, model=named, **chosen))


def scores(run: Run, query_id: str) -> dict[str, float]:
    ranking = run.rankings.get(topic__query_id=query_id)
    names = doc_ids(run)[query_id]
    return dict(zip(names, ranking.scores.tolist(), strict=True))


@pytest.fixture
def cross_encoder(tmp_path: Path) -> Path:
    return make_bert(tmp_path / "cross", "BertForSequenceClassification", num_labels=1)


def test_score_candidates_stores_what_the_model_says(cross_encoder: Path) -> None:
    run = rerank("bert-cat", cross_encoder)
    with_text = [doc_id for doc_id in RANKINGS["q1"] if TEXTS[doc_id] is not None]
    passages = [PassageText("", TEXTS[doc_id] or "") for doc_id in with_text]
    (expected,) = load_frozen(run.spec or {}).ranker.score([Candidates(QUERY, passages)])
    found = scores(run, "q1")
    assert [found[doc_id] for doc_id in with_text] == pytest.approx(expected, abs=1e-5)


def test_score_candidates_by_a_reranker_of_the_library_is_the_same_again(tmp_path: Path) -> None:
    model = make_trunk(tmp_path / "m", "ModernBertForSequenceClassification", num_labels=1)
    first = rerank("cross-encoder", model)
    assert first.parent is not None
    assert (first.spec or {})["label"] == "Cross-encoder"
    again = plan_bert(first.parent, "again", ranker="cross-encoder", model=str(model))
    assert scores(run_job_now(job=again), "q1") == scores(first, "q1")


def test_score_candidates_by_an_encoder_that_is_no_bert_says_so(tmp_path: Path) -> None:
    model = make_trunk(tmp_path / "m", "ModernBertModel")
    prompts = {"query_prompt": "find\n", "passage_prompt": ""}
    run = rerank("bert-dot", model, parameters=prompts)
    spec = run.spec or {}
    assert spec["label"] == "Bi-encoder"
    assert spec["parameters"].items() >= prompts.items()


def test_score_candidates_leaves_textless_passages_in_their_order_below(
    cross_encoder: Path,
) -> None:
    assert doc_ids(rerank("bert-cat", cross_encoder))["q1"][-2:] == ["d2", "d4"]


@pytest.mark.parametrize("ranker", ["bert-dot", "colbert"])
def test_score_candidates_by_the_packaged_model_finds_the_answer(ranker: str) -> None:
    assert doc_ids(rerank(ranker, None))["q1"][0] == "d3"


def test_score_candidates_by_mono_t5_gives_logs_of_probabilities(tmp_path: Path) -> None:
    run = rerank("mono-t5", make_t5(tmp_path / "t5", pieces=ANSWERS))
    with_text = [score for doc_id, score in scores(run, "q1").items() if TEXTS[doc_id]]
    assert max(with_text) < 0


def test_score_candidates_of_pairs_keeps_every_probability(tmp_path: Path) -> None:
    run = rerank("duo-t5", make_t5(tmp_path / "t5", pieces=ANSWERS))
    pairs = PairScores.objects.get(run=run, topic__query_id="q1")
    ordinals = dict(run.collection.passages.values_list("ordinal", "doc_id"))
    assert [ordinals[ordinal] for ordinal in pairs.ordinals.tolist()] == ["d1", "d3", "d5"]
    p = pairs.p.reshape(3, 3)
    assert np.isnan(p.diagonal()).all()
    assert ((p > 0) & (p < 1))[~np.eye(3, dtype=bool)].all()


def test_score_candidates_of_pairs_ranks_by_their_symmetric_sum(tmp_path: Path) -> None:
    run = rerank("duo-t5", make_t5(tmp_path / "t5", pieces=ANSWERS))
    pairs = PairScores.objects.get(run=run, topic__query_id="q1")
    expected = AGGREGATIONS["sym-sum"].score(pairs.p.reshape(3, 3))
    found = scores(run, "q1")
    assert [found[doc_id] for doc_id in ("d1", "d3", "d5")] == expected.tolist()


def test_score_candidates_that_are_no_numbers_fail_and_store_nothing(
    cross_encoder: Path,
) -> None:
    import torch

    change_weights(
        cross_encoder,
        drop=("classifier.bias",),
        add={"classifier.bias": torch.tensor([float("nan")])},
    )
    with refused(RankingError, "job_failed", says="how long do spruces"):
        rerank("bert-cat", cross_encoder)
    run = Run.objects.get(name="bert-cat")
    assert (run.status, run.rankings.count()) == ("failed", 0)


def test_score_candidates_by_a_model_that_changed_is_refused(cross_encoder: Path) -> None:
    import torch

    job = plan_bert(make_bm25(), "cat", ranker="bert-cat", model=str(cross_encoder))
    change_weights(
        cross_encoder, drop=("classifier.bias",), add={"classifier.bias": torch.tensor([1.0])}
    )
    with refused(RankingError, "job_failed", says="weights_sha"):
        run_job_now(job=job)


def test_score_candidates_by_a_model_without_tokenizer_is_refused(cross_encoder: Path) -> None:
    for name in ("tokenizer.json", "vocab.txt"):
        (cross_encoder / name).unlink()
    with refused(RankingError, "job_failed", says="cross"):
        rerank("bert-cat", cross_encoder)


def test_score_candidates_by_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    with refused(RankingError, "other_kind", field="model"):
        rerank("bert-cat", make_t5(tmp_path / "t5", pieces=ANSWERS))
    assert not Run.objects.filter(name="bert-cat").exists()
