"""Models that sentence-transformers itself loads and computes, checked as ours are."""

from __future__ import annotations

from typing import Any

from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import ComputeDevice, load_network, refusing
from regrade.neural.quiet import quiet_library

NO_LIMIT = 10**9


def load_library_model(
    folder: ModelFolder, kind: Any, compute: ComputeDevice, **options: Any
) -> Any:
    """Load a folder by a class of sentence-transformers, ready to compute.

    The library fills layers without weights with random numbers. So its transformer is loaded a
    second time, by us, and that one is used.

    Args:
        kind: `SentenceTransformer` or `CrossEncoder`.
        options: for the class.

    Raises:
        UnusableModel: the folder does not hold such a model, would run code of its own, or lacks
            weights, or holds some that do not fit the layers.
        MemoryError: the processor's memory or the device's is too small for it.
    """
    _ = folder.modules  # refuses code of its own
    with refusing(folder), quiet_library():
        model = kind(
            str(folder.path),
            device=str(compute.device),
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"dtype": compute.dtype},
            **options,
        )
    _refuse_other_input(folder, model)
    network = model.transformers_model
    if network is not None:
        _load_again(folder, model, network, compute)
    return model.eval()


def longest_of(folder: ModelFolder, model: Any) -> int | None:
    """How many tokens a loaded model reads, special ones included; None where it sets no limit.

    Its files may say so, whatever length the folder cuts texts at.
    """
    said = folder.longest_tokens or model.get_max_seq_length()
    # A tokenizer that knows no limit says 10**30.
    return int(said) if said and said < NO_LIMIT else None


def _load_again(folder: ModelFolder, model: Any, network: Any, compute: ComputeDevice) -> None:
    from sentence_transformers.base.modules import Transformer

    places = [module for module in model.modules() if isinstance(module, Transformer)]
    if len(places) != 1:
        sentence = f"{folder.name}: it has several transformers, which is not supported"
        raise UnusableModel(sentence, code="several_transformers")
    path = dict(folder.modules).get("Transformer", "")
    inside = ModelFolder(folder.name, folder.path / path, folder.revision)
    unused = ["pooler."]
    places[0].model = load_network(
        inside, type(network), compute, unused=unused, config=network.config
    )


def _refuse_other_input(folder: ModelFolder, model: Any) -> None:
    if not {"text", "message"} & set(model.modalities):
        sentence = f"{folder.name}: the model reads {', '.join(model.modalities)} and no texts"
        raise UnusableModel(sentence, code="reads_no_text")
