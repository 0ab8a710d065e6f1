from __future__ import annotations

import json
from pathlib import Path

import pytest

from regrade.neural.model_folder import ModelFolder, UnusableModel, find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.t5.answers import AnsweringT5, T5Options, answer_words, load_answering_t5
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_t5 import PROMPT_PIECES, first_logits, make_t5

PIECES = ("Query:", "Document:", "Relevant:")


@pytest.fixture(scope="module")
def folder(saved_t5: Saved) -> ModelFolder:
    return find_model(str(saved_t5(pieces=(*PROMPT_PIECES, "▁yes", "▁no"))))


def load(folder: ModelFolder, options: T5Options = T5Options()) -> AnsweringT5:  # noqa: B008
    return load_answering_t5(folder, find_compute_device("cpu"), options, PIECES)


def change(path: Path, **settings: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))


def rows_of(folder: ModelFolder, *pieces: str) -> list[list[float]]:
    """What the output layer holds of these pieces, scaled as T5 does it."""
    from regrade.neural.t5.loading import load_t5

    network, tokenizer, *_ = load_t5(folder, find_compute_device("cpu"))
    ids = tokenizer.convert_tokens_to_ids(list(pieces))
    rows: list[list[float]] = (network.lm_head.weight[ids] / 4).tolist()  # d is 16
    return rows


def test_load_answering_t5_asks_for_true_and_false(folder: ModelFolder) -> None:
    assert load(folder).first_step.rows.tolist() == rows_of(folder, "▁true", "▁false")


@pytest.mark.parametrize("words", [("yes", "no"), ("▁yes", "▁no")])
def test_load_answering_t5_asks_for_the_words_given(
    folder: ModelFolder, words: tuple[str, str]
) -> None:
    options = T5Options(true_word=words[0], false_word=words[1])
    assert load(folder, options).first_step.rows.tolist() == rows_of(folder, "▁yes", "▁no")


def test_load_answering_t5_takes_a_blank_for_a_word(folder: ModelFolder) -> None:
    options = T5Options(true_word="true", false_word="▁")
    assert load(folder, options).first_step.rows.tolist() == rows_of(folder, "▁true", "▁")


def test_load_answering_t5_of_a_word_in_several_pieces_is_refused(folder: ModelFolder) -> None:
    options = T5Options(true_word="relevant", false_word="no")
    with refused(UnusableModel, "word_in_pieces") as caught:
        load(folder, options)
    assert "▁relevant" in str(caught.value)


def test_load_answering_t5_of_one_word_is_refused(folder: ModelFolder) -> None:
    with refused(UnusableModel, "answer_word_missing"):
        load(folder, T5Options(false_word="no"))


def test_load_answering_t5_without_room_is_refused(folder: ModelFolder) -> None:
    # Each of the three words is two tokens; the end is one, and each text needs one.
    with pytest.raises(ValueError, match=r"max_tokens .* 9 .* 8"):
        load(folder, T5Options(max_tokens=8))


def test_load_answering_t5_whose_tokens_reach_over_blanks_is_refused(tmp_path: Path) -> None:
    make_t5(tmp_path, pieces=[*PROMPT_PIECES, ":▁Document"])
    # A T5's own kind of tokenizer would split at blanks whatever its file says.
    change(tmp_path / "tokenizer_config.json", tokenizer_class="TokenizersBackend")
    joining = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}
    change(tmp_path / "tokenizer.json", pre_tokenizer=joining)
    with refused(UnusableModel, "tokens_across_blanks"):
        load(find_model(str(tmp_path)))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("unicamp-dl/mt5-base-mmarco-v2", ("yes", "no")),
        ("/models/mt5-base-mmarco-v2", ("yes", "no")),
        ("/hub/models--unicamp-dl--ptt5-base-pt-msmarco-10k-v1/snapshots/0a1", ("sim", "não")),
        ("castorini/monot5-base-msmarco", ("true", "false")),
    ],
)
def test_answer_words_are_known_by_name(tmp_path: Path, name: str, words: tuple[str, str]) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "t5"}')
    assert answer_words(ModelFolder(name, tmp_path, ""), T5Options()) == words


def test_answer_words_of_an_unknown_mt5_must_be_given(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "mt5"}')
    folder = ModelFolder("own/ranker", tmp_path, "")
    with refused(UnusableModel, "answer_words_unknown"):
        answer_words(folder, T5Options())


def test_log_probabilities_are_of_the_two_words_alone(folder: ModelFolder) -> None:
    import numpy as np

    from regrade.neural.batches import TokenBudget, gather
    from regrade.neural.packing import EncodedText
    from regrade.neural.t5.loading import load_t5

    compute = find_compute_device("cpu")
    answering, texts = load(folder), [[5, 6, 7, 1], [9, 1]]
    ours = gather(
        [EncodedText(ids) for ids in texts],
        answering.log_probabilities,
        budget=TokenBudget(99),
        device=compute.device,
    )
    ids = answering.tokenizer.convert_tokens_to_ids(["▁true", "▁false"])
    both = np.exp(first_logits(load_t5(folder, compute), texts)[:, ids])
    np.testing.assert_allclose(np.exp(ours), both / both.sum(axis=1, keepdims=True), rtol=1e-5)
