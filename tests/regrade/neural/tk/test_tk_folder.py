from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.tk.folder import TkFiles, TkSettings, read_tk, save_tk
from tests.refusals import refused
from tests.regrade.neural.small_models.tiny_tk import SETTINGS, WORDS, make_tk, random_weights


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_tk(tmp_path / "tk")


def read(path: Path) -> TkFiles:
    return read_tk(ModelFolder("tiny", path, ""))


def change_config(path: Path, **changes: Any) -> None:
    config = json.loads((path / "config.json").read_text())
    (path / "config.json").write_text(json.dumps(config | changes))


def change_weights(path: Path, *drop: str, **add: Any) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(path / "model.safetensors") | add
    (path / "model.safetensors").unlink()
    kept = {name: tensor for name, tensor in weights.items() if name not in drop}
    save_file(kept, path / "model.safetensors")


def test_read_tk_gives_what_save_tk_was_given(folder: Path) -> None:
    files, weights = read(folder), random_weights()
    assert {name: tensor.tolist() for name, tensor in files.weights.items()} == {
        name: tensor.tolist() for name, tensor in weights.items()
    }


def test_read_tk_knows_words_by_their_line_without_the_first_two(folder: Path) -> None:
    vocabulary = read(folder).vocabulary
    assert list(vocabulary.items())[:2] == [("the", 2), ("cat", 3)]
    assert not {"<pad>", "<unk>"} & vocabulary.keys()


def test_read_tk_takes_what_a_folder_does_not_say_from_the_published_models(tmp_path: Path) -> None:
    settings = TkSettings()
    make_tk(tmp_path, settings)
    (tmp_path / "config.json").write_text('{"model_type": "tk"}')
    assert read(tmp_path).settings == settings


def test_read_tk_of_half_precision_computes_in_full(folder: Path) -> None:
    import torch

    change_weights(folder, mixer=torch.tensor([0.5], dtype=torch.float16))
    assert read(folder).weights["mixer"].dtype == torch.float32


def test_read_tk_takes_a_separator_of_lines_for_a_word(tmp_path: Path) -> None:
    words = [*WORDS[:-1], "\u2028"]
    save_tk(tmp_path, SETTINGS, words, random_weights())
    assert read(tmp_path).vocabulary["\u2028"] == len(WORDS) - 1


def test_read_tk_without_a_layers_weights_names_it_and_its_shape(folder: Path) -> None:
    change_weights(folder, "contextualizer.layers.1.linear1.weight")
    with refused(UnusableModel, "layers_without_weights") as caught:
        read(folder)
    assert "contextualizer.layers.1.linear1.weight (20, 12)" in str(caught.value)


def test_read_tk_with_more_words_than_vectors_is_refused(folder: Path) -> None:
    with (folder / "vocab.txt").open("a") as file:
        file.write("more\n")
    with refused(UnusableModel, "weights_of_other_size") as caught:
        read(folder)
    assert "word_vectors" in str(caught.value)


def test_read_tk_with_a_word_twice_is_refused(tmp_path: Path) -> None:
    save_tk(tmp_path, SETTINGS, [*WORDS[:-1], "cat"], random_weights())
    with refused(UnusableModel, "bad_vocabulary"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("vocab.txt", None, "tokenizer_missing"),
        ("model.safetensors", None, "weights_missing"),
        ("vocab.txt", b"\xff{", "file_unreadable"),
        ("model.safetensors", b"\xff{", "weights_unreadable"),
        ("config.json", b"\xff{", "not_json"),
    ],
)
def test_read_tk_names_a_file_that_is_missing_or_broken(
    folder: Path, name: str, content: bytes | None, code: str
) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with refused(UnusableModel, code) as caught:
        read(folder)
    assert name in str(caught.value)


LINEAR = "contextualizer.layers.{}.linear1.{}"


@pytest.mark.parametrize(
    ("changes", "code", "named"),
    [
        ({"model_type": "bert"}, "other_kind", "bert"),
        ({"n_layers": 1}, "weights_without_layer", LINEAR.format(1, "bias (20,)")),
        ({"feed_forward": 21}, "weights_of_other_size", LINEAR.format(0, "weight is (20, 12)")),
        ({"n_heads": 5}, "bad_config", "5 heads"),
        ({"n_layers": 0}, "bad_config", "n_layers"),
        ({"n_layers": True}, "bad_config", "got True"),
        ({"width": 2}, "bad_config", "width"),
        ({"max_query_words": 1.5}, "bad_config", "max_query_words"),
        ({"passage_positions_from": -1}, "bad_config", "got -1"),
        ({"kernel_means": [1.0]}, "bad_config", "1 kernel_means"),
        ({"kernel_means": [], "kernel_widths": []}, "bad_config", "0 kernel_means"),
        ({"kernel_widths": [0.1] * 10 + [0]}, "bad_config", "kernel_widths"),
        ({"kernel_means": [float("nan")] * 11}, "bad_config", "finite"),
        ({"kernel_means": ["1"] * 11}, "bad_config", "config.json: "),
        ({"kernel_means": None}, "bad_config", "config.json: "),
    ],
)
def test_read_tk_with_other_settings_says_what_does_not_fit(
    folder: Path, changes: dict[str, Any], code: str, named: str
) -> None:
    change_config(folder, **changes)
    with refused(UnusableModel, code) as caught:
        read(folder)
    assert named in str(caught.value)


def test_save_tk_of_weights_that_do_not_fit_writes_nothing(tmp_path: Path) -> None:
    weights = random_weights()
    del weights["mixer"]
    with pytest.raises(ValueError, match="no weights: mixer"):
        save_tk(tmp_path / "tk", SETTINGS, WORDS, weights)
    assert not (tmp_path / "tk").exists()
