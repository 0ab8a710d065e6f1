from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regrade.neural.bert_cat import load_bert_cat
from regrade.neural.bi_encoder import load_bi_encoder
from regrade.neural.colbert import load_colbert
from regrade.neural.model_folder import UnusableModel
from regrade.neural.networks import (
    ComputeDevice,
    find_compute_device,
    load_encoder,
    load_network,
    load_tokenizer,
)
from tests.refusals import refused
from tests.regrade.neural.conftest import Saved
from tests.regrade.neural.small_models.tiny_bert import (
    TOKENIZER_FILES,
    change_weights,
    folder_of,
    make_bert,
    tokenizer_of,
)

LOADERS = [load_bert_cat, load_bi_encoder, load_colbert]


@cache
def cpu() -> ComputeDevice:
    return find_compute_device("cpu")


@pytest.fixture
def folder(tmp_path: Path, saved_bert: Saved) -> Path:
    """A BERT with a head of one label, which every ranker here can load."""
    saved = saved_bert("BertForSequenceClassification", num_labels=1)
    return Path(shutil.copytree(saved, tmp_path / "model"))


def drop(*names: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        for name in names:
            (folder / name).unlink()

    return change


def write(name: str, content: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return change


def configure(**settings: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | settings))

    return change


# By what is broken: how, the code, and what the sentence names.
BROKEN: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "no weights": (drop("model.safetensors"), "weights_missing", ""),
    "weights cut short": (write("model.safetensors", b"x" * 1000), "loading_failed", "header"),
    "more layers than weights": (
        configure(num_hidden_layers=3),
        "layers_without_weights",
        "16 layers have no weights: encoder.layer.2.",
    ),
    "fewer layers than weights": (configure(num_hidden_layers=1), "weights_without_layer", "16 "),
    "layers of another width": (configure(intermediate_size=24), "weights_of_other_size", "24"),
    "heads that do not divide": (configure(num_attention_heads=3), "loading_failed", "multiple"),
    "a size that is no number": (configure(hidden_size="wide"), "loading_failed", "hidden_size"),
    "an unknown kind": (configure(model_type="martian"), "loading_failed", "martian"),
    "no kind": (configure(model_type=None), "loading_failed", ""),
    "a config that is no object": (write("config.json", b"[1]"), "loading_failed", ""),
    "a config that is not JSON": (write("config.json", b"{"), "loading_failed", "JSON"),
    "an unknown activation": (configure(hidden_act="mystery"), "loading_failed", "mystery"),
    "fewer words than the tokenizer": (
        configure(vocab_size=9),
        "weights_of_other_size",
        "[30522, 16], while its config asks for [9, 16]",
    ),
    "no tokenizer": (drop(*TOKENIZER_FILES), "tokenizer_missing", "tokenizer.json, vocab.txt"),
    "settings of a tokenizer alone": (drop("tokenizer.json", "vocab.txt"), "tokenizer_missing", ""),
    "a tokenizer that is not JSON": (write("tokenizer.json", b"{"), "loading_failed", "tokenizer"),
    "a tokenizer that is empty": (write("tokenizer.json", b"{}"), "loading_failed", "tokenizer"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_load_of_a_broken_folder_names_the_model_and_what_is_broken(
    folder: Path, broken: str
) -> None:
    change, code, named = BROKEN[broken]
    change(folder)
    with refused(UnusableModel, code) as caught:
        load_tokenizer(folder_of(folder), load_encoder(folder_of(folder), cpu()))
    assert str(caught.value).startswith("tiny: ")
    assert named in str(caught.value)


@pytest.mark.parametrize("broken", ["no weights", "no tokenizer"])
@pytest.mark.parametrize("load", LOADERS, ids=lambda load: str(load.__name__))
def test_rankers_refuse_a_broken_folder(
    folder: Path, load: Callable[..., object], broken: str
) -> None:
    change, code, _ = BROKEN[broken]
    change(folder)
    with refused(UnusableModel, code):
        load(folder_of(folder), cpu())


@pytest.mark.usefixtures("socket_disabled")
@pytest.mark.parametrize("load", LOADERS, ids=lambda load: str(load.__name__))
def test_load_prints_nothing_and_calls_nobody(
    folder: Path, load: Callable[..., object], capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    load(folder_of(folder), cpu())
    assert capfd.readouterr() == ("", "")


def test_load_network_of_old_weights_reads_the_same(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import load_file
    from transformers import BertModel

    weights = tmp_path / "model.safetensors"
    make_bert(tmp_path)
    torch.save(load_file(weights), tmp_path / "pytorch_model.bin")
    new = load_network(folder_of(tmp_path), BertModel, cpu()).state_dict()
    weights.unlink()
    old = load_network(folder_of(tmp_path), BertModel, cpu()).state_dict()
    assert all(torch.equal(tensor, new[name]) for name, tensor in old.items())


@pytest.mark.parametrize("content", [b"", b"junk"])
def test_load_network_of_old_weights_that_are_broken_is_refused(
    folder: Path, content: bytes
) -> None:
    from transformers import BertModel

    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(content)
    with pytest.raises(UnusableModel) as caught:
        load_network(folder_of(folder), BertModel, cpu())
    assert caught.value.code in ("loading_failed", "weights_unreadable")


@pytest.mark.parametrize(
    "error",
    [MemoryError(), RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried 9 bytes.")],
)
def test_load_network_without_memory_blames_no_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    from transformers import BertModel

    def no_memory(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(BertModel, "from_pretrained", no_memory)
    with pytest.raises(MemoryError, match="tiny: memory is too small for the model"):
        load_network(folder_of(folder), BertModel, cpu())


def test_load_network_ignores_heads_that_it_does_not_use(tmp_path: Path) -> None:
    import torch

    make_bert(tmp_path)
    head = {"cls.predictions.bias": torch.ones(3), "embeddings.position_ids": torch.arange(512)}
    change_weights(tmp_path, add=head)
    assert "cls.predictions.bias" not in load_encoder(folder_of(tmp_path), cpu()).state_dict()


def test_load_encoder_does_without_a_pooler(tmp_path: Path) -> None:
    whole = load_encoder(folder_of(make_bert(tmp_path)), cpu()).embeddings.word_embeddings.weight
    change_weights(tmp_path, drop=("pooler.",))
    network = load_encoder(folder_of(tmp_path), cpu())
    assert network.embeddings.word_embeddings.weight.equal(whole)


def test_load_encoder_of_a_model_that_writes_is_refused(tmp_path: Path) -> None:
    from transformers import BartConfig, BartModel

    from regrade.neural.quiet import quiet_transformers

    sizes: dict[str, Any] = {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1}
    with quiet_transformers():
        BartModel(BartConfig(vocab_size=100, **sizes)).save_pretrained(tmp_path)
    with refused(UnusableModel, "not_an_encoder") as caught:
        load_encoder(folder_of(tmp_path), cpu())
    assert "bart" in str(caught.value)


@pytest.mark.parametrize("kept", ["vocab.txt", "tokenizer.json"])
def test_load_tokenizer_needs_either_file_of_words(folder: Path, kept: str) -> None:
    network = load_encoder(folder_of(folder), cpu())
    for name in {*TOKENIZER_FILES} - {kept}:
        (folder / name).unlink()
    tokenizer = load_tokenizer(folder_of(folder), network, needs=("cls_token", "mask_token"))
    text = "Naïve goldfish, 東京 [SEP] unquestionably!"
    assert tokenizer(text)["input_ids"] == tokenizer_of()(text)["input_ids"]


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "tokenizer_missing"), (b"\xff\xfe\xe9", "loading_failed")]
)
def test_load_tokenizer_of_a_list_of_words_that_is_none_is_refused(
    folder: Path, content: bytes, code: str
) -> None:
    network = load_encoder(folder_of(folder), cpu())
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.txt").write_bytes(content)
    with refused(UnusableModel, code):
        load_tokenizer(folder_of(folder), network)


def test_load_tokenizer_without_a_needed_token_says_which(folder: Path) -> None:
    network = load_encoder(folder_of(folder), cpu())
    needs = ("bos_token", "sep_token", "eos_token")
    with refused(UnusableModel, "token_missing") as caught:
        load_tokenizer(folder_of(folder), network, needs=needs)
    assert "no bos token and no eos token" in str(caught.value)


def test_load_tokenizer_whose_ids_leave_gaps_up_to_one_the_model_lacks_is_refused(
    folder: Path,
) -> None:
    words = json.loads((folder / "tokenizer.json").read_text())
    words["model"]["vocab"]["fish"] = 30_522
    (folder / "tokenizer.json").write_text(json.dumps(words))
    network = load_encoder(folder_of(folder), cpu())
    with refused(UnusableModel, "tokenizer_too_large") as caught:
        load_tokenizer(folder_of(folder), network)
    assert "30,523 tokens where the model knows 30,522" in str(caught.value)


def test_find_compute_device_computes_where_and_how_asked() -> None:
    import torch

    compute = find_compute_device("cpu", "bfloat16")
    assert (compute.device.type, compute.dtype) == ("cpu", torch.bfloat16)
    assert compute.machine.startswith("cpu, torch 2.")


def test_find_compute_device_on_a_gpu_leaves_out_the_attention_that_plans(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import torch

    sdp: Any = torch.backends.cuda  # which has no types for these
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    was_on = sdp.cudnn_sdp_enabled()
    try:
        sdp.enable_cudnn_sdp(True)
        find_compute_device("cpu")
        assert sdp.cudnn_sdp_enabled()
        find_compute_device()
        assert not sdp.cudnn_sdp_enabled()
    finally:
        sdp.enable_cudnn_sdp(was_on)


def test_find_compute_device_gives_each_caller_a_budget_of_its_own() -> None:
    assert find_compute_device("cpu").budget is not find_compute_device("cpu").budget


@pytest.mark.parametrize("device", ["cuda", "gpu", "mps", "cpu:x"])
def test_find_compute_device_on_a_device_that_is_not_here_is_refused(
    monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match=f"there is no device '{device}' here"):
        find_compute_device(device)


def test_find_compute_device_in_an_unknown_precision_is_refused() -> None:
    with pytest.raises(ValueError, match="'float8' is none of float32, bfloat16"):
        find_compute_device("cpu", "float8")  # type: ignore[arg-type]
