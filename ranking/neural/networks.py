from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ranking.neural.batches import TokenBudget
from ranking.neural.model_folder import ModelFolder, UnusableModel
from ranking.neural.quiet import quiet_transformers

if TYPE_CHECKING:
    import torch

Precision = Literal["float32", "bfloat16"]
PRECISIONS: tuple[Precision, ...] = ("float32", "bfloat16")
FALLBACK_LENGTH = 512


@dataclass(frozen=True, slots=True)
class Place:
    """Where and in which precision models compute; the budget is learned by running."""

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


def find_place(device: str | None = None, precision: Precision = "float32") -> Place:
    """A place on "cuda" or "cpu"; by default on a GPU where there is one."""
    import torch

    chosen = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    return Place(chosen, getattr(torch, precision), TokenBudget.of(chosen))


def load_network(
    folder: ModelFolder, kind: Any, place: Place, *, unused: Sequence[str] = (), **options: Any
) -> Any:
    """Load a transformers module of a kind (`AutoModel` and its like), ready to compute.

    Args:
        unused: beginnings of names of layers that may lack weights, since we do not use them.
        options: for the kind's `from_pretrained`.

    Raises:
        UnusableModel: the folder does not hold such a model, or lacks weights, or holds some
            that do not fit the layers.
    """
    with _refusing(folder):
        network, report = kind.from_pretrained(
            folder.path,
            local_files_only=True,
            dtype=place.dtype,
            output_loading_info=True,
            **options,
        )
    # Layers without weights would be filled with random numbers.
    missing = sorted(name for name in report["missing_keys"] if not name.startswith(tuple(unused)))
    if missing:
        raise UnusableModel(f"{folder.name}: {len(missing)} layers have no weights: {missing[0]}")
    return network.to(place.device).eval()


def load_tokenizer(folder: ModelFolder, network: Any, *, needs: Sequence[str] = ()) -> Any:
    """Load the tokenizer of a loaded model.

    Args:
        needs: the special tokens without which the model cannot be fed, such as "sep_token".

    Raises:
        UnusableModel: there is none, it lacks a special token, or it knows more tokens than the
            model.
    """
    from transformers import AutoTokenizer

    with _refusing(folder):
        tokenizer = AutoTokenizer.from_pretrained(folder.path, local_files_only=True)
    lacks = [name.replace("_", " ") for name in needs if getattr(tokenizer, name) is None]
    if lacks:
        raise UnusableModel(f"{folder.name}: the tokenizer has no {' and no '.join(lacks)}")
    n_known = network.config.vocab_size
    if len(tokenizer) > n_known:
        sizes = f"{len(tokenizer):,} tokens where the model knows {n_known:,}"
        raise UnusableModel(f"{folder.name}: the tokenizer has {sizes}")
    return tokenizer


def longest_input(tokenizer: Any, network: Any) -> int:
    """How many tokens the model can read, special ones included."""
    # A tokenizer that knows no limit says 10**30.
    said = getattr(network.config, "max_position_embeddings", FALLBACK_LENGTH)
    return min(int(tokenizer.model_max_length), int(said))


def token_ids_of(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """The texts' tokens without special ones, uncut."""
    if not texts:
        return []
    tokens = tokenizer(
        list(texts),
        add_special_tokens=False,
        return_attention_mask=False,
        return_token_type_ids=False,
        verbose=False,  # a text longer than the model reads is cut by who asks
    )
    return list(tokens["input_ids"])


@contextmanager
def _refusing(folder: ModelFolder) -> Iterator[None]:
    """Turn what a loader says into a sentence that names the model."""
    from safetensors import SafetensorError

    try:
        with quiet_transformers():
            yield
    except UnusableModel:
        raise
    except (OSError, ValueError, RuntimeError, KeyError, SafetensorError) as error:
        first_line = str(error).strip().partition("\n")[0]
        raise UnusableModel(f"{folder.name}: {first_line}") from error
