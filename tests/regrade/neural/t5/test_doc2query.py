from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.neural.t5.doc2query import (
    QueryGenerator,
    Sampling,
    TokenizedPassage,
    draw_numbers,
    load_query_generator,
)
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import TEXTS, one_thread
from tests.regrade.neural.watched import Watched

SAMPLING = Sampling(n_queries=5, max_output_tokens=8)


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def folder(saved_t5: Saved) -> Any:
    return saved_t5()


@pytest.fixture(scope="module")
def generator(folder: Path) -> QueryGenerator:
    return load_query_generator(str(folder), SAMPLING, device="cpu")


@pytest.fixture(scope="module")
def alone(generator: QueryGenerator) -> dict[str, list[str]]:
    """Each passage's queries when it is a batch by itself."""
    passages = generator.tokenize(list(TEXTS.items()))
    return {passage.doc_id: generator.generate([passage])[0] for passage in passages}


def generated(generator: QueryGenerator, batch_size: int) -> dict[str, list[str]]:
    passages = generator.tokenize(list(TEXTS.items()))
    return {
        passage.doc_id: queries
        for batch in generator.batches(passages, batch_size)
        for passage, queries in zip(batch, generator.generate(batch), strict=True)
    }


@pytest.mark.parametrize("batch_size", [1, 2, 3, 64])
def test_generate_does_not_depend_on_the_batch(
    generator: QueryGenerator, alone: dict[str, list[str]], batch_size: int
) -> None:
    assert generated(generator, batch_size) == alone


def test_generate_makes_as_many_queries_as_asked_for_and_different_ones(
    alone: dict[str, list[str]],
) -> None:
    assert [len(queries) for queries in alone.values()] == [5] * len(TEXTS)
    assert all(len(set(queries)) > 1 for queries in alone.values())


def test_generate_with_more_queries_keeps_the_first_ones(
    folder: Path, alone: dict[str, list[str]]
) -> None:
    more = load_query_generator(str(folder), SAMPLING._replace(n_queries=9), device="cpu")
    assert {doc_id: made[:5] for doc_id, made in generated(more, 1).items()} == alone


def test_generate_with_another_seed_makes_others(folder: Path, alone: dict[str, list[str]]) -> None:
    other = load_query_generator(str(folder), SAMPLING._replace(seed=2), device="cpu")
    assert all(made != alone[doc_id] for doc_id, made in generated(other, 1).items())


def state_of_numpy() -> NDArray[np.uint32]:
    state = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    return np.append(state["key"], np.uint32(state["pos"]))


def test_generate_leaves_the_global_generators_alone(generator: QueryGenerator) -> None:
    import torch

    before = torch.random.get_rng_state(), random.getstate(), state_of_numpy()
    generated(generator, 2)
    assert torch.equal(before[0], torch.random.get_rng_state())
    assert before[1] == random.getstate()
    assert np.array_equal(before[2], state_of_numpy())


@pytest.mark.parametrize("kind", ["T5", "MT5", "UMT5"])
def test_generate_from_one_token_agrees_with_greedy_decoding_by_transformers(
    saved_t5: Saved, kind: str
) -> None:
    sampling = Sampling(n_queries=2, top_k=1, max_output_tokens=8)
    greedy = load_query_generator(str(saved_t5(kind)), sampling, device="cpu")
    for doc_id, queries in generated(greedy, 4).items():
        assert queries == [_greedily(greedy, TEXTS[doc_id])] * 2


def test_generate_draws_what_the_whole_model_would(generator: QueryGenerator) -> None:
    """Step by step, from scores recomputed without a cache."""
    passages = generator.tokenize(list(TEXTS.items()))
    for passage, queries in zip(passages, generator.generate(passages), strict=True):
        numbers = draw_numbers(SAMPLING, passage.doc_id)
        assert queries == [_slowly(generator, passage, row) for row in numbers]


def test_tokenize_cuts_long_passages_and_keeps_their_end(folder: Path) -> None:
    short = load_query_generator(str(folder), SAMPLING._replace(max_input_tokens=6), device="cpu")
    whole, cut = short.tokenize(
        [("a", "old stone bridge"), ("b", "old stone bridge in winter " * 99)]
    )
    assert (len(whole.token_ids), len(cut.token_ids)) == (4, 6)
    assert cut.token_ids[-1] == whole.token_ids[-1]


@pytest.mark.parametrize("max_input_tokens", [2, 3, 6, 512])
def test_tokenize_is_what_the_models_own_tokenizer_makes_of_a_text(
    folder: Path, max_input_tokens: int
) -> None:
    sampling = SAMPLING._replace(max_input_tokens=max_input_tokens)
    generator = load_query_generator(str(folder), sampling, device="cpu")
    texts = [*TEXTS.values(), "old  stone\nbridge " * 400, "old </s> bridge", " ", "w" * 9000]
    passages = generator.tokenize([(str(i), text) for i, text in enumerate(texts)])
    own = generator._t5.tokenizer(texts, truncation=True, max_length=max_input_tokens)["input_ids"]
    assert [passage.token_ids for passage in passages] == own


def test_tokenize_reads_only_the_beginning_of_a_book(folder: Path) -> None:
    short = load_query_generator(str(folder), SAMPLING._replace(max_input_tokens=6), device="cpu")
    watched = Watched(short._t5.tokenizer)
    reader = replace(short, _t5=short._t5._replace(tokenizer=watched))
    (book,) = reader.tokenize([("book", "old stone bridge " * 40_000)])
    assert book == short.tokenize([("book", "old stone bridge " * 4)])[0]
    assert sum(watched.seen) < 100


def test_tokenize_of_no_passage_is_empty(generator: QueryGenerator) -> None:
    assert generator.tokenize([]) == []


def test_batches_hold_fewer_long_passages(generator: QueryGenerator) -> None:
    lengths = [100, 512, 128, 129, 5, 300]
    passages = [TokenizedPassage(str(n), [7] * n) for n in lengths]
    sizes = [[len(p.token_ids) for p in batch] for batch in generator.batches(passages, 3)]
    assert sizes == [[512], [300], [129, 128], [100, 5]]


def test_batches_of_a_size_below_one_are_refused(generator: QueryGenerator) -> None:
    with pytest.raises(ValueError, match="batch_size must be at least 1; it is 0"):
        list(generator.batches([TokenizedPassage("d1", [7])], 0))


def test_batch_size_follows_the_number_of_queries(generator: QueryGenerator, folder: Path) -> None:
    many = load_query_generator(str(folder), Sampling(n_queries=80), device="cpu")
    assert (generator.batch_size, many.batch_size) == (8, 1)


def test_load_query_generator_in_bfloat16_generates(folder: Path) -> None:
    half = load_query_generator(str(folder), SAMPLING, precision="bfloat16", device="cpu")
    assert all(any(queries) for queries in generated(half, 2).values())


def test_load_query_generator_of_a_sampling_that_cannot_be_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="top_k must be at least 1; it is 0"):
        load_query_generator(str(folder), Sampling(top_k=0))


def _greedily(generator: QueryGenerator, text: str) -> str:
    t5: Any = generator._t5
    output = t5.network.generate(
        **t5.tokenizer(text, return_tensors="pt"), max_new_tokens=8, do_sample=False
    )
    return " ".join(t5.tokenizer.decode(output[0], skip_special_tokens=True).split())


def _slowly(generator: QueryGenerator, passage: TokenizedPassage, numbers: np.ndarray) -> str:
    import torch

    t5: Any = generator._t5
    ids, tokens = torch.tensor([passage.token_ids]), [t5.start]
    for number in numbers:
        with torch.inference_mode():
            scores = t5.network(
                input_ids=ids, decoder_input_ids=torch.tensor([tokens]), use_cache=False
            ).logits[0, -1]
        likeliest = sorted(scores.topk(SAMPLING.top_k).indices.tolist())
        borders = scores[likeliest].double().softmax(0).cumsum(0)
        tokens.append(likeliest[int((borders <= number).sum())])
        if tokens[-1] == t5.end:
            break
    return " ".join(t5.tokenizer.decode(tokens, skip_special_tokens=True).split())
