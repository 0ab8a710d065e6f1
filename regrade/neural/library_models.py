"""Models that sentence-transformers itself loads and computes, checked as ours are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import attempt
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import (
    ComputeDevice,
    load_network,
    n_positions,
    refuse_other_words,
    refusing,
)
from regrade.neural.quiet import quiet_library
from regrade.neural.reranker import PassageText
from regrade.neural.sentence_folder import Task

if TYPE_CHECKING:
    import torch


Text = TypeVar("Text")
# English has some 4 characters a token, other languages fewer; a budget that was too large for
# the memory is halved.
CHARACTERS_PER_TOKEN = 3
NO_LIMIT = 10**9
# Of this release and of older ones.
ROUTERS, ROUTES = ("Router", "Asym"), ("router_config.json", "config.json")
TRANSFORMER = ".Transformer"


def compute_padded(
    texts: Sequence[Text],
    lengths: Sequence[int],
    compute: Callable[[list[Text]], torch.Tensor],
    device: ComputeDevice,
) -> NDArray[np.float32]:
    """A library model's result for each text, in the order of the texts: shape (n_texts, ...).

    Texts of about one length form a batch, the longest first. So a result depends on the texts
    beside it by rounding, and the same texts give the same bytes.

    Args:
        texts: at least one.
        lengths: in characters, as the model reads them.
        compute: texts to a tensor with a row each; called in inference mode.
        device: its budget says how many tokens a batch may hold.

    Raises:
        MemoryError: one text alone is too much.
    """
    order = np.argsort(-np.array(lengths), kind="stable")
    rows: list[NDArray[np.float32]] = []
    start = 0
    while start < len(texts):
        longest = 1 + lengths[order[start]] // CHARACTERS_PER_TOKEN
        batch = [texts[i] for i in order[start : start + device.budget.n_fit(longest)]]
        undivided = f"one text of {lengths[order[start]]:,} characters" if len(batch) == 1 else None
        output = attempt(partial(compute, batch), budget=device.budget, undivided=undivided)
        if output is not None:
            rows.append(output.float().cpu().numpy())
            start += len(batch)
            device.budget.went_well()
    found = np.concatenate(rows)
    gathered = np.empty_like(found)
    gathered[order] = found
    return gathered


def load_library_model(
    folder: ModelFolder, kind: Any, compute: ComputeDevice, **options: Any
) -> Any:
    """Load a folder by a class of sentence-transformers, ready to compute.

    The library fills layers without weights with random numbers. So its transformers are loaded a
    second time, by us, and those are used.

    Args:
        kind: `SentenceTransformer` or `CrossEncoder`.
        options: for the class.

    Raises:
        UnusableModel: the folder does not hold such a model, would run code of its own, or lacks
            weights or a tokenizer, or holds some that do not fit the layers.
        MemoryError: the processor's memory or the device's is too small for it.
    """
    _ = folder.modules  # refuses code of its own
    with refusing(folder), quiet_library():
        model = kind(
            str(folder.path),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"dtype": compute.dtype},
            **options,
        )
    _refuse_other_input(folder, model)
    for place, path in _with_paths(folder, transformers_of(model)):
        _load_again(ModelFolder(folder.name, path, folder.revision), place, compute)
    return model.to(compute.device).eval()


def longest_of(folder: ModelFolder, model: Any) -> int | None:
    """How many tokens a loaded model reads, special ones included; None where it sets no limit.

    Its files may say so, whatever length the folder cuts texts at.
    """
    said = folder.longest_tokens or model.max_seq_length
    limits = [n_positions(place.model) for place in transformers_of(model)]
    # A tokenizer that knows no limit says 10**30.
    return min((int(n) for n in (said, *limits) if n and n < NO_LIMIT), default=None)


def transformers_of(model: Any) -> list[Any]:
    """Its modules that hold a transformer, as routers do for queries and for passages."""
    from sentence_transformers.base.modules import Transformer

    return [module for module in model.modules() if isinstance(module, Transformer)]


def _with_paths(folder: ModelFolder, places: Sequence[Any]) -> list[tuple[Any, Path]]:
    """Each transformer with its folder; those of a router lie in folders below its own."""
    paths = list(_paths_in(folder)) if folder.modules else [Path()]
    if len(paths) != len(places):
        raise folder.refusal(
            f"it has {len(places)} transformers, in {len(paths)} known places",
            code="transformers_elsewhere",
        )
    return [(place, folder.path / path) for place, path in zip(places, paths, strict=True)]


def _paths_in(folder: ModelFolder) -> Iterator[Path]:
    for kind, path in folder.modules:
        if kind == "Transformer":
            yield Path(path)
        elif kind in ROUTERS:
            names = (f"{path}/{name}".lstrip("/") for name in ROUTES)
            said = next(filter(None, map(folder.read_object, names)), {})
            routes = dict.fromkeys(chain.from_iterable(said["structure"].values()))
            yield from (
                Path(path, one) for one in routes if said["types"][one].endswith(TRANSFORMER)
            )


def _load_again(folder: ModelFolder, place: Any, compute: ComputeDevice) -> None:
    tokenizer, config, kind = place.tokenizer, place.model.config, type(place.model)
    place.model = None  # one copy at a time fits where two would not
    loaded = load_network(folder, kind, compute, unused=["pooler."], config=config)
    refuse_other_words(folder, tokenizer, loaded)
    if config.pad_token_id is None:
        config.pad_token_id = loaded.config.pad_token_id = tokenizer.pad_token_id
    # The library cuts at the number of positions, of which some kinds use fewer.
    tokenizer.model_max_length = min(tokenizer.model_max_length, n_positions(loaded) or NO_LIMIT)
    place.model = loaded


def _refuse_other_input(folder: ModelFolder, model: Any) -> None:
    if not {"text", "message"} & set(model.modalities):
        raise folder.refusal(
            f"the model reads {', '.join(model.modalities)} and no texts", code="reads_no_text"
        )


@dataclass(frozen=True, slots=True)
class LibraryTower:
    """An encoder that sentence-transformers computes: whatever its folder says is done.

    Texts are padded to the longest of their batch, so that the texts beside one move the last
    digits of its vector.

    Attributes:
        longest: how many tokens of a text the model reads; None where it sets no limit.
    """

    compute: ComputeDevice
    is_normalized: bool
    task: Task
    prompt: str
    max_tokens: int | None
    longest: int | None
    n_dimensions: int
    _model: Any

    def reading(self, task: Task, prompt: str, max_tokens: int | None) -> LibraryTower:
        """The same one for queries or passages, which may be cut earlier than its folder says.

        Raises:
            ValueError: a length for a model that sets none.
        """
        if max_tokens and self.longest is None:
            raise ValueError("the model reads whole texts, and none is cut at a number of tokens")
        n_tokens = min(max_tokens, self.longest) if max_tokens and self.longest else None
        return replace(self, task=task, prompt=prompt, max_tokens=n_tokens)

    def encode(self, texts: Sequence[PassageText]) -> NDArray[np.float32]:
        """One vector a text, in the order of the texts: shape (n, d).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        if not texts:
            return np.empty((0, self.n_dimensions), np.float32)
        joined = [text.joined for text in texts]
        lengths = [len(self.prompt) + len(text) for text in joined]
        return compute_padded(joined, lengths, self._encode, self.compute)

    def _encode(self, texts: list[str]) -> torch.Tensor:
        encode = self._model.encode_query if self.task == "query" else self._model.encode_document
        cut = {"text": {"max_length": self.max_tokens}} if self.max_tokens else None
        vectors: torch.Tensor = encode(
            texts,
            prompt=self.prompt,
            batch_size=len(texts),
            convert_to_tensor=True,
            show_progress_bar=False,
            normalize_embeddings=self.is_normalized,
            **({"processing_kwargs": cut} if cut else {}),
        )
        return vectors


def load_library_tower(
    folder: ModelFolder, compute: ComputeDevice, *, pooling: str | None, is_normalized: bool
) -> LibraryTower:
    """Load an encoder of any architecture that the library knows, to encode queries at first.

    Args:
        pooling: another way for token vectors to become one than the folder's.
        is_normalized: whether vectors are brought to length 1 at the end.

    Raises:
        UnusableModel: not an encoder that the library can load or run.
        MemoryError: the processor's memory or the device's is too small for it.
    """
    from sentence_transformers import SentenceTransformer

    model = load_library_model(folder, SentenceTransformer, compute)
    if pooling:
        _pool_by(folder, model, pooling)
    longest = longest_of(folder, model)
    tower = LibraryTower(compute, is_normalized, "query", "", None, longest, 0, model)
    with refusing(folder):
        vectors = tower.encode([PassageText("", "a"), PassageText("", "a b c")])
    return replace(tower, n_dimensions=vectors.shape[1])


def _pool_by(folder: ModelFolder, model: Any, pooling: str) -> None:
    from sentence_transformers.sentence_transformer.modules import Pooling

    for name, module in model.named_children():
        if isinstance(module, Pooling):
            other = Pooling(module.embedding_dimension, pooling, module.include_prompt)
            setattr(model, name, other)
            return
    raise folder.refusal(
        "the model has no pooling that could be another", code="pooling_unsupported"
    )
