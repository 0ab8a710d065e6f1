from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ranking.neural.model_folder import ModelFolder, UnusableModel
from ranking.neural.quiet import quiet_transformers

if TYPE_CHECKING:
    import torch

# Models that are built and fed as T5 is.
KINDS = ("t5", "mt5", "umt5")
OF_BYTES = "ByT5Tokenizer"  # needs no file
NEEDS = (
    "its tokenizer is a SentencePiece file alone, which only the packages sentencepiece and "
    "protobuf can read: install both, or give a folder with a tokenizer.json"
)


class T5(NamedTuple):
    """A T5 in memory; start, end and padding are the ids of the tokens that mean these."""

    network: Any
    tokenizer: Any
    start: int
    end: int
    padding: int


def load_t5(folder: ModelFolder, dtype: torch.dtype) -> T5:
    """Load a T5, mT5 or umT5 with its decoder, from a folder alone.

    Raises:
        UnusableModel: another kind of model, no tokenizer, or weights or a tokenizer that do not
            fit the model's layers.
    """
    from safetensors import SafetensorError

    try:
        with quiet_transformers():
            network, tokenizer = _load(folder, dtype)
    except UnusableModel:
        raise
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        first_line = str(error).strip().partition("\n")[0]
        raise UnusableModel(f"{folder.name}: {first_line}") from error
    n_known = network.config.vocab_size
    if len(tokenizer) > n_known:
        sizes = f"{len(tokenizer):,} tokens where the model knows {n_known:,}"
        raise UnusableModel(f"{folder.name}: the tokenizer has {sizes}")
    config, start = network.config, network.generation_config.decoder_start_token_id
    # T5's decoder starts from the padding token where a folder does not say it.
    start = config.pad_token_id if start is None else start
    return T5(network, tokenizer, start, config.eos_token_id, config.pad_token_id)


def _load(folder: ModelFolder, dtype: torch.dtype) -> tuple[Any, Any]:
    from transformers import AutoConfig, AutoModelForSeq2SeqLM, AutoTokenizer

    kind = AutoConfig.from_pretrained(folder.path, local_files_only=True).model_type
    if kind not in KINDS:
        reason = "not a T5, whose encoder reads a text and whose decoder writes one"
        raise UnusableModel(f"{folder.name}: this is a model of the kind {kind}, {reason}")
    tokenizer = _load_tokenizer(folder, AutoTokenizer)
    network, report = AutoModelForSeq2SeqLM.from_pretrained(
        folder.path, local_files_only=True, dtype=dtype, output_loading_info=True
    )
    # Layers without weights would be filled with random numbers.
    if missing := sorted(report["missing_keys"]):
        raise UnusableModel(f"{folder.name}: {len(missing)} layers have no weights: {missing[0]}")
    return network, tokenizer


def _load_tokenizer(folder: ModelFolder, kind: Any) -> Any:
    has_json = (folder.path / "tokenizer.json").is_file()
    has_pieces = (folder.path / "spiece.model").is_file()
    if has_pieces and not has_json and not _reads_pieces():
        raise UnusableModel(f"{folder.name}: {NEEDS}")
    tokenizer = kind.from_pretrained(folder.path, local_files_only=True)
    # In place of the files' words, transformers would make up a tokenizer that knows none.
    if not has_json and not has_pieces and type(tokenizer).__name__ != OF_BYTES:
        reason = "the folder holds no tokenizer (tokenizer.json or spiece.model)"
        raise UnusableModel(f"{folder.name}: {reason}")
    return tokenizer


def _reads_pieces() -> bool:
    return all(map(find_spec, ("sentencepiece", "google"))) and bool(find_spec("google.protobuf"))
