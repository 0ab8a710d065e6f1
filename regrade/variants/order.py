"""Order noise: words change places within their sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from regrade.text.spans import Span
from regrade.variants.step import Edit, WordStep
from regrade.variants.words import choose, place, sentences_of, words_kept


class Slot(NamedTuple):
    """The place of a word, counted over the text, and its sentence's places [first, end)."""

    at: int
    first: int
    end: int


@dataclass(frozen=True)
class OrderStep(WordStep):
    """Swaps the word of each chosen place with another one of its sentence, in reading order.

    With a number as the amount, several swaps may move a word. Punctuation that touches a word
    moves with it, and a '.' stays. A word alone in its sentence never moves.
    """

    def partner(self, slot: Slot, rng: Random) -> int:
        raise NotImplementedError

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        sentences = sentences_of(text)
        words = [word for sentence in sentences for word in sentence]
        groups = self._slots(text, sentences)
        order = list(range(len(words)))
        for slot in choose(groups, self.amount, rng, _has_company):
            other = self.partner(slot, rng)
            order[slot.at], order[other] = order[other], order[slot.at]
        return list(_moves(words, order))

    def _slots(self, text: str, sentences: Sequence[Sequence[Span]]) -> list[list[Slot]]:
        """The places of the words that may be chosen, by sentence."""
        kept = words_kept(text, sentences, self.amount, self.words)
        groups, first = [], 0
        for words in sentences:
            end = first + len(words)
            slots = [Slot(at, first, end) for at in range(first, end)]
            if kept is not None:
                slots = [s for s, word in zip(slots, words, strict=True) if word in kept]
            groups.append(slots)
            first = end
        return groups


def _has_company(slot: Slot) -> bool:
    return slot.end - slot.first > 1


def _moves(words: Sequence[Span], order: Sequence[int]) -> Iterable[Edit]:
    for at, moved in enumerate(order):
        if at != moved:
            yield *words[at], ((*words[moved], None),)


@dataclass(frozen=True)
class SwapWords(OrderStep):
    """Each chosen word changes places with another word of its sentence, each as likely.

    The definition in the paper does not say where the other word may stand; in all its examples the
    two stand in one sentence.

    Source:
        WordOrderSwap of the paper on texts with typos.
    """

    kind: ClassVar[str] = "swap_words"

    def partner(self, slot: Slot, rng: Random) -> int:
        other = slot.first + place(rng, slot.end - slot.first - 1)
        return other + (other >= slot.at)


@dataclass(frozen=True)
class SwapAdjacentWords(OrderStep):
    """Each chosen word changes places with the word before or behind it, each as likely.

    The first word of a sentence changes with the second, the last with the last but one.

    Source:
        WordOrderSwapAdj of the paper on texts with typos.
    """

    kind: ClassVar[str] = "swap_adjacent_words"

    def partner(self, slot: Slot, rng: Random) -> int:
        if slot.at == slot.first:
            return slot.at + 1
        if slot.at == slot.end - 1:
            return slot.at - 1
        return slot.at + (1 if rng.random() < 0.5 else -1)
