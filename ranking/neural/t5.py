from __future__ import annotations

from importlib.util import find_spec
from typing import Any, NamedTuple

from ranking.neural.model_folder import ModelFolder, UnusableModel
from ranking.neural.networks import Place, load_network, load_tokenizer

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


def load_t5(folder: ModelFolder, place: Place) -> T5:
    """Load a T5, mT5 or umT5 with its decoder, from a folder alone.

    Raises:
        UnusableModel: another kind of model, no tokenizer, or weights or a tokenizer that do not
            fit the model's layers.
    """
    from transformers import AutoModelForSeq2SeqLM

    needs = "a T5 is needed, whose encoder reads a text and whose decoder writes one"
    folder.refuse_other_kinds(KINDS, needs=needs)
    _refuse_unread_pieces(folder)
    network = load_network(folder, AutoModelForSeq2SeqLM, place)
    tokenizer = load_tokenizer(folder, network)
    # In place of the files' words, transformers would make up a tokenizer that knows none.
    if not any(_tokenizer_files(folder)) and type(tokenizer).__name__ != OF_BYTES:
        reason = "the folder holds no tokenizer (tokenizer.json or spiece.model)"
        raise UnusableModel(f"{folder.name}: {reason}")
    config, start = network.config, network.generation_config.decoder_start_token_id
    # T5's decoder starts from the padding token where a folder does not say it.
    start = config.pad_token_id if start is None else start
    return T5(network, tokenizer, start, config.eos_token_id, config.pad_token_id)


def _tokenizer_files(folder: ModelFolder) -> tuple[bool, bool]:
    """Whether there is a tokenizer.json, and whether a file of SentencePiece."""
    json, pieces = (folder.path / name for name in ("tokenizer.json", "spiece.model"))
    return json.is_file(), pieces.is_file()


def _refuse_unread_pieces(folder: ModelFolder) -> None:
    has_json, has_pieces = _tokenizer_files(folder)
    if has_pieces and not has_json and not _reads_pieces():
        raise UnusableModel(f"{folder.name}: {NEEDS}")


def _reads_pieces() -> bool:
    return all(map(find_spec, ("sentencepiece", "google"))) and bool(find_spec("google.protobuf"))
