"""Split a text into words and sentences, and choose the words to change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from random import Random
from typing import Literal, TypeAlias, TypeVar

from regrade.text.spans import Span

Amount: TypeAlias = float | Literal["one", "ones"]
WordRule = Literal["any", "long", "longest"]

T = TypeVar("T")
LONG = 3
"""A long word has more letters and digits than this."""
_WORD = re.compile(r"[^\s.]+")


def words_of(text: str) -> list[Span]:
    """Words, ended by white space or a '.', with other adjacent punctuation."""
    return [match.span() for match in _WORD.finditer(text)]


def sentences_of(text: str) -> list[list[Span]]:
    """The words of each sentence; any '.' ends a sentence, even in "3.5"."""
    sentences, start = [], 0
    while start <= len(text):
        end = text.find(".", start)
        end = len(text) if end < 0 else end
        words = [match.span() for match in _WORD.finditer(text, start, end)]
        if words:
            sentences.append(words)
        start = end + 1
    return sentences


def core_of(text: str, word: Span) -> Span:
    """The word stripped of other characters than letters and digits; empty if it has none."""
    start, end = word
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return start, end


def considered(text: str, words: Sequence[Span], rule: WordRule) -> Sequence[Span]:
    """The words that may change.

    Args:
        text: the text of these words.
        words: of a sentence, or of the text.
        rule: `any`; `long` takes those with more than three letters and digits, or the longest
            where there are none; `longest` takes the longest. All that are equally long are taken.
    """
    if rule == "any" or not words:
        return words
    lengths = [sum(map(str.isalnum, text[start:end])) for start, end in words]
    least = max(lengths)
    if rule == "long":
        least = min(LONG + 1, least)
    return [word for word, length in zip(words, lengths, strict=True) if length >= least]


def groups_of(text: str, amount: Amount, rule: WordRule) -> list[Sequence[Span]]:
    """The words that may change: by sentence if the amount is `one`, else in one group."""
    groups = sentences_of(text) if amount == "one" else [words_of(text)]
    return [considered(text, words, rule) for words in groups]


def words_kept(
    text: str, sentences: Sequence[Sequence[Span]], amount: Amount, rule: WordRule
) -> set[Span] | None:
    """The words that the rule lets change; None for all."""
    if rule == "any":
        return None
    whole = [[word for words in sentences for word in words]]
    groups = sentences if amount == "one" else whole
    return {word for words in groups for word in considered(text, words, rule)}


def choose(
    groups: Iterable[Sequence[T]], amount: Amount, rng: Random, able: Callable[[T], bool]
) -> list[T]:
    """Choose the items to change, in order.

    Args:
        groups: candidates by sentence.
        amount: a number chooses each with that probability, `one` one of each group, `ones` one of
            all, uniformly.
        rng: only `random` is called, which is stable across releases of Python.
        able: whether the change would have an effect; if not, `one` and `ones` choose another.
    """
    if amount == "one":
        return [one for group in groups for one in choose_one(group, rng, able)]
    everything = chain.from_iterable(groups)
    if amount == "ones":
        return choose_one(list(everything), rng, able)
    draw = rng.random
    return [one for one in everything if draw() < amount and able(one)]


def choose_one(group: Sequence[T], rng: Random, able: Callable[[T], bool]) -> list[T]:
    """A uniform choice among the able ones, as a list; empty if there are none."""
    left = list(group)
    while left:
        at = place(rng, len(left))
        if able(left[at]):
            return [left[at]]
        left[at] = left[-1]
        left.pop()
    return []


def place(rng: Random, n: int) -> int:
    """A uniform integer in [0, n)."""
    return int(rng.random() * n)
