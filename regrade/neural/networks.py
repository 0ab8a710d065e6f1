from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from textwrap import shorten
from typing import TYPE_CHECKING, Any, Literal

from regrade.extras import extra
from regrade.neural.batches import TokenBudget, is_of_device, is_of_memory
from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.quiet import quiet_transformers

if TYPE_CHECKING:
    import torch


Precision = Literal["float32", "bfloat16"]
PRECISIONS: tuple[Precision, ...] = ("float32", "bfloat16")
FALLBACK_LENGTH = 512
# One of these holds a tokenizer's words; a tokenizer of bytes needs none.
WORD_FILES = (
    "tokenizer.json",
    "vocab.txt",
    "vocab.json",
    "spiece.model",
    "sentencepiece.bpe.model",
    "tokenizer.model",
)
OF_BYTES = "ByT5Tokenizer"
# Where layers lie in a BERT and in a DistilBERT, and at the beginning of a newer model.
INSIDE = ("encoder.layer.", "transformer.layer.")
LAYERS = ("layers.", "model.layers.", "h.", "transformer.h.", "encoder.block.")


@dataclass(frozen=True, slots=True)
class ComputeDevice:
    """Device, precision and batch budget of models; the budget is learned by running."""

    device: torch.device
    dtype: torch.dtype
    budget: TokenBudget

    @property
    def machine(self) -> str:
        """Device and versions: kinds of machine may differ in last digits."""
        import torch
        import transformers

        kind = torch.cuda.get_device_name(self.device) if self.device.type == "cuda" else "cpu"
        return f"{kind}, torch {torch.__version__}, transformers {transformers.__version__}"


def find_compute_device(
    device: str | None = None, precision: Precision = "float32"
) -> ComputeDevice:
    """The compute device "cuda" or "cpu"; by default a GPU if there is one.

    On a GPU, disables cuDNN's attention in this process: it builds a new plan for each number and
    length of texts. On an H100, 16,384 pairs of mixed lengths took 42 s with it the first time.

    Raises:
        ValueError: an unavailable device, or an unknown precision.
        ExtraMissing: torch or transformers is not installed.
    """
    with extra("A neural ranker"):
        import torch
        import transformers  # noqa: F401 - all models but TK need it next

    has_gpu = torch.cuda.is_available()
    name = device or ("cuda" if has_gpu else "cpu")
    if name != "cpu" and not (has_gpu and name.startswith("cuda")):
        raise ValueError(f"there is no device {name!r} here")
    if precision not in PRECISIONS:
        raise ValueError(f"the precision {precision!r} is none of {', '.join(PRECISIONS)}")
    chosen = torch.device(name)
    if chosen.type == "cuda":
        torch.backends.cuda.enable_cudnn_sdp(False)
    return ComputeDevice(chosen, getattr(torch, precision), TokenBudget.of(chosen))


def load_network(
    folder: ModelFolder,
    kind: Any,
    compute: ComputeDevice,
    *,
    unused: Sequence[str] = (),
    **options: Any,
) -> Any:
    """Load a transformers module of a kind (`AutoModel` and its like), ready to compute.

    Args:
        unused: name prefixes of unused layers, which may lack weights.
        options: for the kind's `from_pretrained`.

    Raises:
        UnusableModel: the folder has no such model, lacks weights, or has weights that do not fit
            the layers.
        MemoryError: not enough memory on the host or the device.
    """
    _ = folder.weight_files  # refuses a folder without any
    with refusing(folder):
        network, report = kind.from_pretrained(
            folder.path,
            local_files_only=True,
            dtype=compute.dtype,
            output_loading_info=True,
            ignore_mismatched_sizes=True,  # refused below, in words that say which
            **options,
        )
        _refuse_misfits(folder, report, tuple(unused))
        return network.to(compute.device).eval()


def load_encoder(folder: ModelFolder, compute: ComputeDevice, **options: Any) -> Any:
    """Load the layers of a BERT or another encoder, without its head.

    Args:
        options: for `from_pretrained`.

    Raises:
        UnusableModel: as `load_network`, or the model generates text.
    """
    from transformers import AutoModel

    network = load_network(folder, AutoModel, compute, unused=["pooler."], **options)
    if network.config.is_encoder_decoder:
        raise folder.refusal(
            f"a model of the kind {network.config.model_type} writes texts; an encoder is needed",
            code="not_an_encoder",
        )
    return network


def load_tokenizer(folder: ModelFolder, network: Any, *, needs: Sequence[str] = ()) -> Any:
    """Load the tokenizer of a loaded model.

    Args:
        needs: special tokens that the model's input requires, such as "sep_token".

    Raises:
        UnusableModel: there is none, it lacks a special token, or it knows more tokens than the
            model.
    """
    from transformers import AutoTokenizer

    with refusing(folder, "its tokenizer"):
        tokenizer = AutoTokenizer.from_pretrained(folder.path, local_files_only=True)
    refuse_other_words(folder, tokenizer, network)
    lacks = [name.replace("_", " ") for name in needs if getattr(tokenizer, name) is None]
    if lacks:
        raise folder.refusal(f"the tokenizer has no {' and no '.join(lacks)}", code="token_missing")
    return tokenizer


def refuse_other_words(folder: ModelFolder, tokenizer: Any, network: Any) -> None:
    """Refuse a tokenizer with an empty vocabulary, or with more tokens than the model has.

    Raises:
        UnusableModel: it names what does not fit.
    """
    # Without the files, transformers would make up a tokenizer that knows none.
    if not _has_words(folder) and type(tokenizer).__name__ != OF_BYTES:
        names = ", ".join(WORD_FILES)
        raise folder.refusal(
            f"the folder holds no tokenizer (one of {names})", code="tokenizer_missing"
        )
    n_known = getattr(network.config.get_text_config(), "vocab_size", None)
    # Not their number: ids may leave gaps.
    n_ids = max(tokenizer.get_vocab().values()) + 1
    if n_known is not None and n_ids > n_known:
        raise folder.refusal(
            f"the tokenizer has {n_ids:,} tokens where the model knows {n_known:,}",
            code="tokenizer_too_large",
        )


def longest_input(tokenizer: Any, network: Any) -> int:
    """Maximum number of input tokens, special ones included."""
    # A tokenizer that knows no limit says 10**30.
    return min(int(tokenizer.model_max_length), n_positions(network) or FALLBACK_LENGTH)


def n_positions(network: Any) -> int | None:
    """Maximum number of positions of a network; None without a limit."""
    said = getattr(network.config.get_text_config(), "max_position_embeddings", None)
    if not isinstance(said, int) or said < 1:
        return None
    inner = getattr(network, "base_model", network)
    table = getattr(getattr(inner, "embeddings", None), "position_embeddings", None)
    # A RoBERTa and its like count positions from behind that of padding.
    padding = getattr(table, "padding_idx", None)
    return said - (0 if padding is None else padding + 1)


def _refuse_misfits(folder: ModelFolder, report: Any, unused: tuple[str, ...]) -> None:
    """Refuse weights that fill a model's layers only in part, or belong to other layers."""
    # Layers without weights would be filled with random numbers.
    missing = sorted(name for name in report["missing_keys"] if not name.startswith(unused))
    if missing:
        raise folder.refusal(
            f"{len(missing)} layers have no weights: {missing[0]}", code="layers_without_weights"
        )
    if report["mismatched_keys"]:
        name, found, wanted = min(report["mismatched_keys"])
        raise folder.refusal(
            f"the weights of {name} have the size {list(found)}, while its config asks for "
            f"{list(wanted)}",
            code="weights_of_other_size",
        )
    surplus = sorted(name for name in report["unexpected_keys"] if _is_inside(name))
    if surplus:
        raise folder.refusal(
            f"{len(surplus)} weights belong to layers that its config does not have: {surplus[0]}",
            code="weights_without_layer",
        )


def _has_words(folder: ModelFolder) -> bool:
    files = (folder.path / name for name in WORD_FILES)
    return any(file.is_file() and file.stat().st_size for file in files)


def _is_inside(name: str) -> bool:
    return name.startswith(LAYERS) or any(inside in name for inside in INSIDE)


@contextmanager
def refusing(folder: ModelFolder, what: str = "the model") -> Iterator[None]:
    """Turn a loader's error into a message that names the model.

    Raises:
        UnusableModel: instead of any other error.
        MemoryError: instead of any out-of-memory error.
        RuntimeError: unchanged, if a GPU failed.
    """
    try:
        with quiet_transformers():
            yield
    except UnusableModel:
        raise
    except UnpicklingError as error:
        # torch's own text says how to run the code in a file.
        raise folder.refusal(
            "the file of weights is broken, or holds more than weights", code="weights_unreadable"
        ) from error
    # What is wrong with a file comes as any error: of JSON, of pickle, of struct, and of the
    # tokenizers' library as a bare Exception.
    except Exception as error:
        if is_of_device(error):
            raise
        if is_of_memory(error):
            raise MemoryError(f"{folder.name}: memory is too small for {what}") from error
        said = shorten(f"{type(error).__name__}: {error}", 200, placeholder=" ...")
        raise folder.refusal(f"{what} cannot be loaded ({said})", code="loading_failed") from error


def read_tensors(folder: ModelFolder, names: Sequence[str]) -> dict[str, torch.Tensor]:
    """Those of the named tensors that a folder's weights hold, in float32.

    Raises:
        UnusableModel: the weights cannot be read.
    """
    from safetensors import safe_open

    found: dict[str, torch.Tensor] = {}
    with refusing(folder):
        for path in folder.weight_files:
            if path.suffix == ".safetensors":
                with safe_open(path, framework="pt") as file:
                    stored = set(file.keys())
                    found |= {name: file.get_tensor(name) for name in names if name in stored}
            else:
                tensors = _read_pickled(path)
                found |= {name: tensors[name] for name in names if name in tensors}
    return {name: tensor.float() for name, tensor in found.items()}


def _read_pickled(path: Path) -> dict[str, torch.Tensor]:
    import torch

    tensors: dict[str, torch.Tensor] = torch.load(path, map_location="cpu", weights_only=True)
    return tensors


def refuse_other_width(folder: ModelFolder, network: Any, weight: torch.Tensor, name: str) -> None:
    """Refuse a layer that does not take a model's states.

    Raises:
        UnusableModel: it says how wide both are.
    """
    width = network.config.hidden_size
    if weight.ndim != 2 or weight.shape[1] != width:
        raise folder.refusal(
            f"{name} has the size {list(weight.shape)}, while the model's states have "
            f"{width} dimensions",
            code="weights_of_other_size",
        )
