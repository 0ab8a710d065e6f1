"""Texts cut at a word: rotated, or truncated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from regrade.extras import extra
from regrade.serving.rotation import JOINT, rotation_points
from regrade.variants.step import Edit, Step, check_text, check_whole
from regrade.variants.words import place

_WORD = re.compile(r"\S+")


class Window(NamedTuple):
    """A piece of a text, for a collection of pieces that is derived from another."""

    position: int
    """1-based, in the order of the text."""
    start: int
    """In code points of the text; the piece is text[start:end]."""
    end: int
    text: str


def windows(text: str, n_words: int, stride: int) -> Iterator[Window]:
    """Pieces of a text, each of so many words, each beginning `stride` words after the last.

    Words are what white space separates. The last window is the first that reaches the text's end,
    and may be shorter; every word is in a window.

    Args:
        text: what is cut; one without words has no window.
        n_words: words in a window, from 1 on.
        stride: words from one beginning to the next, from 1 to `n_words`; as many as `n_words` for
            windows that do not overlap.

    Raises:
        ValueError: a number out of range.
    """
    if n_words < 1:
        raise ValueError(f"a window has 1 word or more, not {n_words}")
    if not 1 <= stride <= n_words:
        raise ValueError(
            f"windows of {n_words} words begin 1 to {n_words} words apart, not {stride}: others"
            " would leave words out"
        )
    return _windows(text, n_words, stride)


def _windows(text: str, n_words: int, stride: int) -> Iterator[Window]:
    words = [match.span() for match in _WORD.finditer(text)]
    for position, first in enumerate(range(0, len(words), stride), start=1):
        last = min(first + n_words, len(words)) - 1
        start, end = words[first][0], words[last][1]
        yield Window(position, start, end, text[start:end])
        if last == len(words) - 1:
            return


@dataclass(frozen=True)
class Rotate(Step):
    """A text of n words begins with its r-th, r uniform in 1..n; the words before come last.

    r = 1 leaves the text as it is. The halves are cut and joined as in the rotated serving of
    campaigns, `regrade.serving.rotation`, whose rule differs: there half of the texts stay as they
    are. Words are what white space separates; one that begins with a combining mark counts with the
    word before it.

    Source:
        Hofstaetter, Lipani, Althammer, Zlabinger and Hanbury, Mitigating the position bias of
        transformer models in passage re-ranking, ECIR 2021, equation 7.
    """

    kind: ClassVar[str] = "rotate"

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        points = rotation_points(text)
        r = place(rng, len(points) + 1)
        if r == 0:
            return []
        at, end = points[r - 1], len(text)
        return [(0, end, ((at, end, None), (end, end, JOINT), (0, at, None)))]


@dataclass(frozen=True)
class TruncateWords(Step):
    """The first words of a text; words are what white space separates."""

    kind: ClassVar[str] = "truncate_words"
    n_words: int

    def __post_init__(self) -> None:
        check_whole(self, "n_words", self.n_words)

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        first = list(islice(_WORD.finditer(text), self.n_words + 1))
        if len(first) <= self.n_words:
            return []
        return [(first[-2].end(), len(text), ())]


@dataclass(frozen=True)
class TruncateTokens(Step):
    """The first tokens of a text, as the tokenizer of a model on this machine splits it.

    Tokens that the model adds, as [CLS], do not count. A text of no more tokens stays as it is.
    """

    kind: ClassVar[str] = "truncate_tokens"
    n_tokens: int
    tokenizer: str
    """The folder with tokenizer.json, as transformers saves one."""

    def __post_init__(self) -> None:
        check_whole(self, "n_tokens", self.n_tokens)
        check_text(self, "tokenizer", self.tokenizer)

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        if not (Path(self.tokenizer) / "tokenizer.json").is_file():
            raise self.refuse(
                f"there is no tokenizer.json in {self.tokenizer}; set tokenizer to the folder of a"
                " model on this machine that has one",
                code="tokenizer_missing",
            )
        with extra("A tokenizer"):
            read = load_tokenizer(self.tokenizer)
        offsets = read(text, add_special_tokens=False, return_offsets_mapping=True)
        offsets = offsets["offset_mapping"]
        if len(offsets) <= self.n_tokens:
            return []
        return [(offsets[self.n_tokens - 1][1], len(text), ())]

    def versions(self) -> dict[str, str]:
        return {name: version(name) for name in ("tokenizers", "transformers")}


@cache
def load_tokenizer(folder: str) -> Any:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    tokenizer.model_max_length = int(1e9)  # else it warns of texts that the model cannot read
    return tokenizer
