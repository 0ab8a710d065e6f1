"""A ranking T5 that answers one of two words: loading and scoring."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from regrade.neural.batches import DeviceBatch
from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.networks import ComputeDevice
from regrade.neural.t5.first_step import T5FirstStep, first_step_of
from regrade.neural.t5.loading import load_t5
from regrade.neural.token_ids import token_ids_of

if TYPE_CHECKING:
    import torch

BLANK = "▁"  # how SentencePiece writes the blank before a word


class T5Options(NamedTuple):
    """Options of a ranking T5.

    Attributes:
        max_tokens: limit on a prompt's length, end token included.
        true_word: answer for a relevant, or the better first, passage; None takes the word known
            for the model, else true. "yes" and "▁yes" are the same piece.
        false_word: answer otherwise.
    """

    max_tokens: int = 512
    true_word: str | None = None
    false_word: str | None = None


class AnswerWords(NamedTuple):
    true: str
    false: str


DEFAULTS = T5Options()
TRUE_FALSE = AnswerWords("true", "false")
# By the names on the hub, as pygaggle lists them in pygaggle/rerank/transformer.py. All that are
# named there and not here answer true or false.
KNOWN_WORDS = {
    **dict.fromkeys(
        (
            "mt5-base-en-msmarco",
            "mt5-base-en-pt-msmarco-v1",
            "mt5-base-en-pt-msmarco-v2",
            "mt5-base-mmarco-v1",
            "mt5-base-mmarco-v2",
        ),
        AnswerWords("yes", "no"),
    ),
    **dict.fromkeys(
        (
            "ptt5-base-pt-msmarco-10k-v1",
            "ptt5-base-pt-msmarco-10k-v2",
            "ptt5-base-pt-msmarco-100k-v1",
            "ptt5-base-pt-msmarco-100k-v2",
            "ptt5-base-en-pt-msmarco-10k-v1",
            "ptt5-base-en-pt-msmarco-100k-v2",
        ),
        AnswerWords("sim", "não"),
    ),
    "mt5-3B-mmarco-en-pt": AnswerWords("true", BLANK),
    "mt5-13b-mmarco-100k": TRUE_FALSE,
}


class AnsweringT5(NamedTuple):
    """A T5 that answers one of two words, and the pieces of its prompt.

    Attributes:
        pieces: token ids of each piece, those of the last one with the end token.
    """

    first_step: T5FirstStep
    tokenizer: Any
    pieces: list[list[int]]

    def log_probabilities(self, batch: DeviceBatch) -> torch.Tensor:
        """Log softmax over the true and the false word, shape (n, 2), float32."""
        return self.first_step.logits(batch).log_softmax(dim=1)


def load_answering_t5(
    folder: ModelFolder, compute: ComputeDevice, options: T5Options, pieces: Sequence[str]
) -> AnsweringT5:
    """Load a T5, mT5 or umT5 that was trained to answer one of two words.

    Args:
        pieces: fixed parts of a prompt, such as "Query:".

    Raises:
        UnusableModel: another kind of model, weights or a tokenizer that do not fit, or a word that
            is not a single piece of the tokenizer.
        ValueError: max_tokens leaves no room.
    """
    t5 = load_t5(folder, compute)
    words = answer_words(folder, options)
    token_ids = [_piece_id(folder, t5.tokenizer, word) for word in words]
    ids = _piece_ids(folder, t5.tokenizer, pieces)
    ids[-1].append(t5.end)
    least = sum(map(len, ids)) + 2
    if options.max_tokens < least:
        said = f"max_tokens must be at least {least} to hold the prompt and some of each text"
        raise ValueError(f"{said}; it is {options.max_tokens}")
    return AnsweringT5(
        first_step_of(t5.network, start=t5.start, token_ids=token_ids), t5.tokenizer, ids
    )


def answer_words(folder: ModelFolder, options: T5Options) -> AnswerWords:
    """The given words, or those known for a model of that name.

    Raises:
        UnusableModel: only one word is given; or none, for an mT5 or umT5 with unknown words.
    """
    given = options.true_word, options.false_word
    if all(given):
        return AnswerWords(*map(str, given))
    if any(given):
        sentence = f"{folder.name}: the words for true and false go together; one lacks"
        raise UnusableModel(sentence, code="answer_word_missing")
    # A folder that the hub's own tools made has its name in "models--owner--name".
    parts = re.split(r"[/\\]|--", folder.name)
    known = next((KNOWN_WORDS[part] for part in parts if part in KNOWN_WORDS), None)
    if known is None and folder.kind != "t5":
        said = "which words it answers is not known; most of its kind answer yes or no"
        raise UnusableModel(f"{folder.name}: {said}", code="answer_words_unknown")
    return known or TRUE_FALSE


def _piece_id(folder: ModelFolder, tokenizer: Any, word: str) -> int:
    piece = word if word.startswith(BLANK) else BLANK + word
    found: int | None = tokenizer.get_vocab().get(piece)
    if found is None:
        said = f"{piece} is not one piece of its tokenizer"
        sentence = f"{folder.name}: {said}; name the two words that it answers"
        raise UnusableModel(sentence, code="word_in_pieces")
    return found


def _piece_ids(folder: ModelFolder, tokenizer: Any, pieces: Sequence[str]) -> list[list[int]]:
    *ids, together = token_ids_of(tokenizer, [*pieces, " ".join(pieces)])
    if list(chain.from_iterable(ids)) != together:
        said = "its tokens reach over blanks, so that prompts cannot be put together"
        raise UnusableModel(f"{folder.name}: {said}", code="tokens_across_blanks")
    return ids
