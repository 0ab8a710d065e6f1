"""A ranking T5 that answers one of two words: loading and scoring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice
from regrade.neural.packing import EncodedText
from regrade.neural.t5.first_step import T5FirstStep, first_step_of
from regrade.neural.t5.loading import load_t5
from regrade.neural.token_ids import token_ids_of

if TYPE_CHECKING:
    import torch

# So much is kept for passages whatever the query, since rankings hang on them.
LEAST_PASSAGE_TOKENS = 64


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
        raise ValueError(
            f"max_tokens must be at least {least} to hold the prompt and some of each text; "
            f"it is {options.max_tokens}"
        )
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
        raise folder.refusal(
            "the words for true and false go together; one lacks", code="answer_word_missing"
        )
    # A folder that the hub's own tools made has its name in "models--owner--name".
    parts = re.split(r"[/\\]|--", folder.name)
    known = next((KNOWN_WORDS[part] for part in parts if part in KNOWN_WORDS), None)
    if known is None and folder.kind != "t5":
        raise folder.refusal(
            "which words it answers is not known; most of its kind answer yes or no",
            code="answer_words_unknown",
        )
    return known or TRUE_FALSE


def _piece_id(folder: ModelFolder, tokenizer: Any, word: str) -> int:
    piece = word if word.startswith(BLANK) else BLANK + word
    found: int | None = tokenizer.get_vocab().get(piece)
    if found is None:
        raise folder.refusal(
            f"{piece} is not one piece of its tokenizer; name the two words that it answers",
            code="word_in_pieces",
        )
    return found


def _piece_ids(folder: ModelFolder, tokenizer: Any, pieces: Sequence[str]) -> list[list[int]]:
    *ids, together = token_ids_of(tokenizer, [*pieces, " ".join(pieces)])
    if list(chain.from_iterable(ids)) != together:
        raise folder.refusal(
            "its tokens reach over blanks, so that prompts cannot be put together",
            code="tokens_across_blanks",
        )
    return ids


class MonoPrompt(NamedTuple):
    """`Query: {query} Document: {passage} Relevant:` and the end token, as monoT5 reads it.

    Each piece holds the token ids of what always stands there. No token of a T5 reaches over a
    blank, so that pieces, queries and passages can be tokenized apart and laid side by side.

    Source:
        Nogueira et al., Document Ranking with a Pretrained Sequence-to-Sequence Model, Findings
        of EMNLP 2020.
    """

    query: Sequence[int]
    document: Sequence[int]
    relevant: Sequence[int]

    def of(self, query: Sequence[int], passage: Sequence[int], max_tokens: int) -> EncodedText:
        """The passage is cut at its end, so that all the rest stays; then the query is.

        A query is cut only to keep 64 tokens for the passage, or half of what the pieces leave
        where that is less.

        Args:
            max_tokens: in all, at least 2 more than the pieces hold.
        """
        room = max_tokens - sum(map(len, self))
        query = query[: _query_room(room)]
        passage = passage[: room - len(query)]
        return EncodedText([*self.query, *query, *self.document, *passage, *self.relevant])


class DuoPrompt(NamedTuple):
    """`Query: {query} Document0: {first} Document1: {second} Relevant:` and the end token.

    The pieces are as in `MonoPrompt`.

    Source:
        Pradeep et al., The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
        Sequence-to-Sequence Models, 2021.
    """

    query: Sequence[int]
    first: Sequence[int]
    second: Sequence[int]
    relevant: Sequence[int]

    def of_rows(
        self,
        query: Sequence[int],
        passages: Sequence[Sequence[int]],
        rows: range,
        max_tokens: int,
    ) -> Iterator[EncodedText]:
        """Each of some passages before each other one: row by row, without the diagonal.

        The query is cut as in `MonoPrompt`, the passages as `kept_tokens` says.

        Args:
            rows: which passages stand first.
        """
        room = max_tokens - sum(map(len, self))
        query = query[: _query_room(room)]
        kept = kept_tokens(list(map(len, passages)), room - len(query)).tolist()
        head = [*self.query, *query, *self.first]
        for i in rows:
            for j, second in enumerate(passages):
                if i != j:
                    first = passages[i][: kept[i][j]]
                    second = second[: kept[j][i]]
                    yield EncodedText([*head, *first, *self.second, *second, *self.relevant])


def kept_tokens(n_tokens: Sequence[int], room: int) -> NDArray[np.int64]:
    """How many tokens of each passage are kept beside each other one; the longer is cut first.

    A passage may fill half of the room, rounded down, and what the other one leaves of its own
    half. It does not matter which of the two stands first. (pyterrier_t5 takes the same number
    of tokens from both, which can leave nothing of a short one.)

    Returns:
        shape (n, n). At [i, j], the tokens of passage i when it stands with j.
    """
    lengths = np.array(n_tokens, dtype=np.int64)
    return np.minimum(lengths[:, None], np.maximum(room - lengths, room // 2))


def _query_room(room: int) -> int:
    return room - min(LEAST_PASSAGE_TOKENS, room // 2)
