from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# A token of English has some 4 characters and a blank: so many suffice for nearly all texts.
CHARACTERS_PER_TOKEN = 8


def token_ids_of(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """The texts' tokens, without special tokens and without truncation."""
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


def first_token_ids(tokenizer: Any, texts: Sequence[str], n_tokens: int) -> list[list[int]]:
    """The first tokens of each text, without special ones: n_tokens, or all that it has.

    Of a long text a beginning is tokenized, and all of it only where that gave too few: what
    tokenizers hold of texts of book's length, until they are cut, would fill the memory.
    """
    beginnings = [_beginning(text, n_tokens * CHARACTERS_PER_TOKEN) for text in texts]
    ids = [of_text[:n_tokens] for of_text in token_ids_of(tokenizer, beginnings)]
    for i, text in enumerate(texts):
        if len(ids[i]) < n_tokens and len(beginnings[i]) < len(text):
            ids[i] = token_ids_of(tokenizer, [text])[0][:n_tokens]
    return ids


def pair_token_ids(
    tokenizer: Any, pairs: Sequence[tuple[str, str]], n_tokens: int
) -> list[tuple[list[int], list[int]]]:
    """Tokens of pairs to be truncated to n_tokens: the first text whole, the second as needed.

    The longer text is cut first: a second one that exceeds its first still does so here.
    """
    firsts = list(dict.fromkeys(first for first, _ in pairs))
    seconds = list(dict.fromkeys(second for _, second in pairs))
    of_first = dict(zip(firsts, token_ids_of(tokenizer, firsts), strict=True))
    n_tokens = max([n_tokens, *(len(ids) + 1 for ids in of_first.values())])
    of_second = dict(zip(seconds, first_token_ids(tokenizer, seconds, n_tokens), strict=True))
    return [(of_first[first], of_second[second]) for first, second in pairs]


def _beginning(text: str, n_characters: int) -> str:
    """Up to a blank, over which no token reaches; the whole text where there is none."""
    if len(text) <= n_characters:
        return text
    return text[: max(0, text.rfind(" ", 0, n_characters))].rstrip(" ") or text
