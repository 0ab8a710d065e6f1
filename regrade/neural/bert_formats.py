"""How texts are written down for a BERT: special tokens, and where what is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from regrade.neural.model_folder import ModelFolder, UnusableModel
from regrade.neural.packing import EncodedText
from regrade.neural.token_ids import token_ids_of

N_PROBED = 7  # words of a text that shows how a tokenizer writes
N_UNCUT, N_CUT = 100, 6  # tokens of it that are kept


class OtherFormat(UnusableModel):
    """A tokenizer that writes texts down otherwise than this module."""


class SpecialTokens(NamedTuple):
    """The ids of a tokenizer's special tokens."""

    start: int
    end: int

    @classmethod
    def of(cls, tokenizer: Any) -> SpecialTokens:
        return cls(tokenizer.cls_token_id, tokenizer.sep_token_id)


def refuse_other_format(
    folder: ModelFolder, tokenizer: Any, *, is_pair: bool = False, has_segments: bool = False
) -> None:
    """Refuse a tokenizer that puts other special tokens around texts, or cuts them elsewhere.

    Args:
        is_pair: whether the model reads two texts together.
        has_segments: whether segments separate them.

    Raises:
        OtherFormat: it shows how the tokenizer writes a text.
    """
    vocabulary = tokenizer.get_vocab()
    words = sorted(filter(str.isalpha, vocabulary), key=vocabulary.__getitem__)[:N_PROBED]
    texts = [" ".join(words[:2]), " ".join(words[2:])] if is_pair else [" ".join(words)]
    ids = token_ids_of(tokenizer, texts)
    special = SpecialTokens.of(tokenizer)
    for n_tokens in (N_UNCUT, N_CUT):
        ours = (
            joint_pair(special, ids[0], ids[1], n_tokens)
            if is_pair
            else single(special, ids[0], n_tokens)
        )
        theirs = tokenizer(*texts, truncation=True, max_length=n_tokens)
        segments = theirs.get("token_type_ids") or [0] * len(theirs["input_ids"])
        is_same = theirs["input_ids"] == ours.token_ids
        if not is_same or (has_segments and segments != ours.segments):
            said = f"its tokenizer writes {tokenizer.decode(theirs['input_ids'])!r}"
            mend = "; the ranker cross-encoder computes it" if is_pair else ""
            raise OtherFormat(
                f"{folder.name}: {said}, which is not how a BERT reads texts{mend}",
                code="other_format",
            )


def single(special: SpecialTokens, ids: Sequence[int], max_tokens: int) -> EncodedText:
    """`[CLS] text [SEP]`, the text cut at its end to max_tokens in all."""
    return EncodedText([special.start, *ids[: max_tokens - 2], special.end])


def titled(
    special: SpecialTokens, title: Sequence[int], text: Sequence[int], max_tokens: int
) -> EncodedText:
    """`[CLS] title [SEP] text [SEP]`, cut at its end to max_tokens in all, as one segment.

    A passage without a title has its text alone.

    Source:
        Karpukhin et al., EMNLP 2020, and its code (DPR, biencoder_data.py, hf_models.py).
    """
    if not title:
        return single(special, text, max_tokens)
    pair = joint_pair(special, title, text, max_tokens)
    return EncodedText(pair.token_ids)


def joint_pair(
    special: SpecialTokens, query: Sequence[int], passage: Sequence[int], max_tokens: int
) -> EncodedText:
    """`[CLS] query [SEP] passage [SEP]`: cut to max_tokens in total, the longer text first.

    What tokenizers call longest_first: in most cases the passage alone is cut; both are where
    neither fits into half of the room.
    """
    n_query, n_passage = _longest_first(len(query), len(passage), max_tokens - 3)
    return _pair(special, query[:n_query], passage[:n_passage])


def mono_bert_pair(
    special: SpecialTokens,
    query: Sequence[int],
    passage: Sequence[int],
    max_tokens: int,
    max_query_tokens: int,
) -> EncodedText:
    """`[CLS] query [SEP] passage [SEP]`: the query is cut first, the passage takes the rest.

    The query's side holds max_query_tokens with both its special tokens. The passage's keeps a
    slot for a third one that is never written, so that a full pair is one shorter than
    max_tokens.

    Source:
        Nogueira and Cho, Passage Re-ranking with BERT, 2019, and its code (dl4marco-bert,
        tokenization.py): 64 and 512.
    """
    query = query[: max_query_tokens - 2]
    return _pair(special, query, passage[: max(0, max_tokens - (len(query) + 2) - 2)])


def _pair(special: SpecialTokens, query: Sequence[int], passage: Sequence[int]) -> EncodedText:
    ids = [special.start, *query, special.end, *passage, special.end]
    return EncodedText(ids, n_first=len(query) + 2)


def _longest_first(n_first: int, n_second: int, room: int) -> tuple[int, int]:
    shorter, longer = sorted((n_first, n_second))
    if shorter + longer > room:
        longer = max(shorter, room - shorter)
    if shorter + longer > room:
        shorter, longer = room // 2, room // 2 + room % 2
    return (shorter, longer) if n_first <= n_second else (longer, shorter)
