"""Models that sentence-transformers itself loads and computes, checked as ours are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import (
    ComputeDevice,
    load_network,
    n_positions,
    refuse_other_words,
    refusing,
)
from regrade.neural.quiet import quiet_library

NO_LIMIT = 10**9
# Of this release and of older ones.
ROUTERS, ROUTES = ("Router", "Asym"), ("router_config.json", "config.json")
TRANSFORMER = ".Transformer"


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
        sentence = f"{folder.name}: it has {len(places)} transformers, in {len(paths)} known places"
        raise UnusableModel(sentence, code="transformers_elsewhere")
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
        sentence = f"{folder.name}: the model reads {', '.join(model.modalities)} and no texts"
        raise UnusableModel(sentence, code="reads_no_text")
