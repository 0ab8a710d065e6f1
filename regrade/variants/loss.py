"""Steps that lose text: spaces, stop words, capitals and punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import ClassVar

from regrade.text.characters import lower_case
from regrade.text.spans import Span
from regrade.variants.step import Edit, Step, WordStep, checked_share, replacing
from regrade.variants.words import Amount, choose, groups_of, sentences_of, words_kept

_LISTED = """
    i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself
    yourselves he him his himself she she's her hers herself it it's its itself they them their
    theirs themselves what which who whom this that that'll these those am is are was were be been
    being have has had having do does did doing a an the and but if or because as until while of at
    by for with about against between into through during before after above below to from up down
    in out on off over under again further then once here there when where why how all any both
    each few more most other some such no nor not only own same so than too very s t can will just
    don don't should should've now d ll m o re ve y ain aren aren't couldn couldn't didn didn't
    doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't mustn mustn't
    needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't
"""
STOP_WORDS = frozenset(_LISTED.split())
"""English stop words of NLTK's corpus as the paper on texts with typos had it: 179 words."""


# Hyphens, dashes and strokes.
JOINERS = frozenset("-/\\\u2010\u2011\u2012\u2013\u2014\u2015")


@dataclass(frozen=True)
class RemoveSpace(WordStep):
    """The white space between two words of a sentence is removed.

    A number removes each such space with that probability, `one` removes one of each sentence,
    `ones` one of the text. With a rule for words, a space counts where it touches a word that may
    change.

    Source:
        RemoveSpace of the paper on texts with typos.
    """

    kind: ClassVar[str] = "remove_space"

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        sentences = sentences_of(text)
        kept = words_kept(text, sentences, self.amount, self.words)
        gaps = [
            [
                (left[1], right[0])
                for left, right in pairwise(words)
                if kept is None or left in kept or right in kept
            ]
            for words in sentences
        ]
        return [(*gap, ()) for gap in choose(gaps, self.amount, rng, lambda _: True)]


@dataclass(frozen=True)
class RemoveStopWords(WordStep):
    """Each chosen stop word is removed with the white space behind it.

    Where no white space follows, that before it goes. A stop word that punctuation touches, as
    "it?", stays; only a '.' may follow. A text of stop words may come out empty.

    Source:
        RemoveStop of the paper on texts with typos; the list is `STOP_WORDS`.
    """

    kind: ClassVar[str] = "remove_stop_words"

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        def is_stop_word(word: Span) -> bool:
            return text[word[0] : word[1]].lower().replace("\u2019", "'") in STOP_WORDS

        groups = groups_of(text, self.amount, self.words)
        removed: list[Span] = []
        for word in choose(groups, self.amount, rng, is_stop_word):
            _remove_word(text, word, removed)
        return [(*span, ()) for span in removed]


def _remove_word(text: str, word: Span, removed: list[Span]) -> None:
    """Add a word to the removed spans, with the white space after it, or else before it.

    Consecutive words are merged into one span, so that no white space remains before a '.'.
    """
    start, end = word
    while text[end : end + 1].isspace():
        end += 1
    if removed and removed[-1][1] == start:
        start = removed.pop()[0]
    if end == word[1]:
        while start and text[start - 1].isspace():
            start -= 1
    removed.append((start, end))


@dataclass(frozen=True)
class LowerCase(WordStep):
    """Each chosen word loses its capitals, letter by letter as in `regrade.text`."""

    kind: ClassVar[str] = "lower_case"
    amount: Amount = 1.0

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        if self.amount == 1.0 and self.words == "any":
            lower = lower_case(text)
            return [] if lower == text else [replacing(0, len(text), lower)]

        def changes(word: Span) -> bool:
            old = text[word[0] : word[1]]
            return lower_case(old) != old

        groups = groups_of(text, self.amount, self.words)
        chosen = choose(groups, self.amount, rng, changes)
        return [replacing(start, end, lower_case(text[start:end])) for start, end in chosen]


@dataclass(frozen=True)
class RemovePunctuation(Step):
    """Each punctuation mark is removed with the given probability.

    A mark between two digits stays ("3.5"). A dash or stroke between two letters or digits becomes
    a blank ("well-known" becomes "well known"); other marks vanish ("don't" becomes "dont").
    """

    kind: ClassVar[str] = "remove_punctuation"
    amount: float = 1.0

    def __post_init__(self) -> None:
        self._keep("amount", checked_share(self, self.amount))

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        edits: list[Edit] = []
        for match in punctuation().finditer(text):
            at = match.start()
            if rng.random() >= self.amount:
                continue
            before, behind = text[max(0, at - 1) : at], text[at + 1 : at + 2]
            if before.isdigit() and behind.isdigit():
                continue
            if text[at] in JOINERS and before.isalnum() and behind.isalnum():
                edits.append((at, at + 1, ((at, at, " "),)))
            else:
                edits.append((at, at + 1, ()))
        return edits


@cache
def punctuation() -> re.Pattern[str]:
    """One mark of Unicode's P categories, as of version 3.2, which every Python includes."""
    category = unicodedata.ucd_3_2_0.category
    marks = [mark for mark in map(chr, range(0x10000)) if category(mark).startswith("P")]
    return re.compile(f"[{re.escape(''.join(marks))}]")
