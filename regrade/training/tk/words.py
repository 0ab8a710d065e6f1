"""The vocabulary of a TK and the vectors it begins with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.exceptions import Coded
from regrade.neural.tk.folder import N_RESERVED
from regrade.neural.tk.tk import words_of

RESERVED = ("[PAD]", "[UNK]")
MOST_WORDS = 400_000
SPREAD = 0.1  # standard deviation of drawn vectors


class BadVectors(Coded, ValueError):
    """A file of word vectors that cannot be read; the text says which line."""


class WordVectors(NamedTuple):
    """Words with a vector each, those for padding and for unknown words first.

    Attributes:
        words: the lines of a TK's vocabulary.
        vectors: shape (n_words, width), float32.
        n_read: words whose vector a file gave; the others' are drawn.
    """

    words: Sequence[str]
    vectors: NDArray[np.float32]
    n_read: int


def count_words(texts: Iterable[str], n_words: int, *, at_least: int = 1) -> list[str]:
    """The words of texts that occur that often, the most frequent first, then by letters.

    Args:
        n_words: of each text, no more are read.
    """
    counts = Counter(word for text in texts for word in words_of(text, n_words))
    frequent = [word for word, n in counts.items() if n >= at_least]
    return sorted(frequent, key=lambda word: (-counts[word], word))[:MOST_WORDS]


def drawn_vectors(words: Sequence[str], width: int, seed: int) -> WordVectors:
    """Vectors drawn from a normal distribution, for words that no file has any of."""
    lines = [*RESERVED, *(word for word in words if word not in RESERVED)]
    vectors = np.random.default_rng(seed).normal(0, SPREAD, (len(lines), width))
    vectors[0] = 0
    return WordVectors(lines, vectors.astype(np.float32), 0)


def read_vectors(path: Path, words: Sequence[str], width: int, seed: int) -> WordVectors:
    """Vectors of these words from a file in GloVe's format; drawn ones for those it lacks.

    A line has a word and its numbers, blanks between them; a first line of two numbers, as
    word2vec's files have it, is skipped.

    Raises:
        BadVectors: no such file, a line with another number of numbers, or none of the words.
    """
    found = drawn_vectors(words, width, seed)
    lines = {word: line for line, word in enumerate(found.words) if line >= N_RESERVED}
    n_read = 0
    try:
        with path.open(encoding="utf-8") as file:
            for number, text in enumerate(file, start=1):
                word, *values = text.rstrip("\n").rsplit(" ", width)
                if number == 1 and len(text.split()) == 2:
                    continue
                line = lines.get(word)
                if line is not None:
                    found.vectors[line] = _numbers(values, width, path, number)
                    n_read += 1
    except (OSError, UnicodeDecodeError) as error:
        raise BadVectors(f"{path} cannot be read ({error})", code="file_unreadable") from error
    if not n_read:
        raise BadVectors(f"{path} has a vector of none of the words", code="no_vectors")
    return found._replace(n_read=n_read)


def _numbers(values: Sequence[str], width: int, path: Path, line: int) -> NDArray[np.float32]:
    try:
        numbers = np.array(values, dtype=np.float32)
    except ValueError as error:
        raise BadVectors(f"{path}, line {line}: {error}", code="bad_vector") from error
    if numbers.size != width or not np.isfinite(numbers).all():
        raise BadVectors(
            f"{path}, line {line}: {width} finite numbers are needed behind the word",
            code="bad_vector",
        )
    return numbers
