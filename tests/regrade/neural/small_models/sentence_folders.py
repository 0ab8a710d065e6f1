"""Small folders of sentence-transformers, saved by the library itself, with random weights."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.regrade.neural.small_models.tiny_bert import (
    LIKE_BERT,
    PACKAGED,
    PASSAGES,
    QUERIES,
    SMALL,
    TOKENIZER_FILES,
    WIDE,
    make_bert,
)

SETTINGS, OF_BERT = "config_sentence_transformers.json", "sentence_bert_config.json"
Change = Callable[[Path], None]
# Names of the ids that the packaged vocabulary gives to these tokens.
SPECIAL = {"pad_token_id": 0, "cls_token_id": 101, "sep_token_id": 102, "eos_token_id": 102}
PROMPTS = {"query": "query: ", "document": "a passage of text: "}


def make_trunk(folder: Path, kind: str, **settings: Any) -> Path:
    """A transformer of any kind with two layers; its tokenizer is the packaged one.

    Args:
        kind: a class of transformers, of BERT or with the sizes of one.
    """
    import torch
    import transformers

    from regrade.neural.quiet import quiet_transformers

    if kind.startswith(("Bert", "DistilBert", "Electra")):
        return make_bert(folder, kind, **settings)
    family = next(name for name in ("XLMRoberta", "ModernBert", "Qwen3") if kind.startswith(name))
    sizes = LIKE_BERT | {"vocab_size": 30522, "initializer_range": 0.3, **SPECIAL}
    if family == "Qwen3":
        sizes |= {"num_key_value_heads": 1, "head_dim": 8}
    if family == "XLMRoberta":
        sizes |= {"max_position_embeddings": 514, "pad_token_id": 1}
    config = getattr(transformers, f"{family}Config")(**{**sizes, **settings})
    with quiet_transformers(), torch.random.fork_rng():
        torch.manual_seed(20)
        getattr(transformers, kind)(config).save_pretrained(folder)
    if family == "XLMRoberta":
        _word_tokenizer().save_pretrained(folder)
        return folder
    for name in TOKENIZER_FILES:
        shutil.copy(PACKAGED / name, folder)
    return folder


def _word_tokenizer() -> Any:
    """A tokenizer with the special tokens of an XLM-R, and the words of our texts."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = sorted({word for text in (*QUERIES, *PASSAGES) for word in text.split()})
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    vocabulary = {word: i for i, word in enumerate([*special, *words])}
    plain = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    plain.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    plain.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    names = ("bos_token", "pad_token", "eos_token", "unk_token", "mask_token")
    return PreTrainedTokenizerFast(
        tokenizer_object=plain,
        cls_token="<s>",
        sep_token="</s>",
        model_max_length=512,
        **dict(zip(names, special, strict=True)),
    )


def save_encoder(
    folder: Path,
    *modules: Any,
    kind: str = "BertModel",
    pooling: str | tuple[str, ...] = "mean",
    include_prompt: bool = True,
    change: Change | None = None,
    **settings: Any,
) -> Path:
    """A folder as `SentenceTransformer.save` writes it.

    Args:
        modules: behind the pooling.
        change: what else is done to the folder.
        settings: of the class, such as `prompts`.
    """
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    from regrade.neural.quiet import quiet_library, quiet_transformers

    trunk = make_trunk(folder / "trunk", kind)
    with quiet_transformers(), quiet_library():
        first = [Transformer(str(trunk)), Pooling(WIDE, pooling, include_prompt)]
        model = SentenceTransformer(modules=[*first, *modules], device="cpu", **settings)
        model.save(str(folder / "saved"))
    if change is not None:
        change(folder / "saved")
    return folder / "saved"


def setting(name: str, **values: Any) -> Change:
    """Write settings into a file of the folder; None takes one out."""

    def change(folder: Path) -> None:
        held = json.loads((folder / name).read_text()) | values
        kept = {key: value for key, value in held.items() if value is not None}
        (folder / name).write_text(json.dumps(kept))

    return change


def cased(folder: Path) -> None:
    """Let the tokenizer keep capitals, and the folder ask for none."""
    path = folder / "tokenizer.json"
    held: Mapping[str, Any] = json.loads(path.read_text())
    held["normalizer"]["lowercase"] = False
    path.write_text(json.dumps(held))
    setting(OF_BERT, do_lower_case=True)(folder)


def dense() -> Any:
    import torch
    from sentence_transformers.base.modules import Dense

    with torch.random.fork_rng():
        torch.manual_seed(7)
        return Dense(WIDE, SMALL)
