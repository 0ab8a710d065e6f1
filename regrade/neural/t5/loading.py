from __future__ import annotations

from typing import Any, NamedTuple

from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice, load_network, load_tokenizer

# Models that are built and fed as T5 is.
KINDS = ("t5", "mt5", "umt5")
NEEDS = "a T5 is needed, whose encoder reads a text and whose decoder writes one"


class T5(NamedTuple):
    """A T5 in memory; start, end and padding are the ids of the tokens that mean these."""

    network: Any
    tokenizer: Any
    start: int
    end: int
    padding: int


def load_t5(folder: ModelFolder, compute: ComputeDevice) -> T5:
    """Load a T5, mT5 or umT5 with its decoder from a local folder.

    Raises:
        UnusableModel: another kind of model, no tokenizer, or weights or a tokenizer that do not
            fit the model's layers.
    """
    from transformers import AutoModelForSeq2SeqLM

    folder.refuse_other_kinds(KINDS, needs=NEEDS)
    network = load_network(folder, AutoModelForSeq2SeqLM, compute)
    tokenizer = load_tokenizer(folder, network)
    config = network.config
    # T5's decoder starts from the padding token where neither of the folder's files says it.
    said = (network.generation_config, config)
    starts = [getattr(one, "decoder_start_token_id", None) for one in said]
    start = next((one for one in starts if one is not None), config.pad_token_id)
    return T5(network, tokenizer, start, config.eos_token_id, config.pad_token_id)
