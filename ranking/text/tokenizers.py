from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.text.automata import Automaton, OneOf, build_automaton
from ranking.text.characters import load_characters
from ranking.text.word_rules import TOKENS, CharacterClass

TokenizerName = Literal["standard", "whitespace"]
LONGEST = 255
"""UTF-16 units of a token; what is left of a longer one goes on as the next token."""
START, DEAD = 1, 0


class Tokenizer(NamedTuple):
    """Finds tokens: the longest match of the automaton, else one character is passed over."""

    classes: NDArray[np.uint8]
    """Class of each code point, as the automaton reads it."""
    automaton: Automaton
    overruns: bool
    """Whether a token that lacks one unit still takes a character of two."""


@cache
def load_tokenizer(name: TokenizerName) -> Tokenizer:
    """Lucene 9.9's StandardTokenizer or WhitespaceTokenizer, as tables."""
    characters = load_characters()
    if name == "standard":
        automaton = build_automaton(TOKENS, len(CharacterClass))
        return Tokenizer(characters.classes, automaton, overruns=False)
    automaton = build_automaton([OneOf(frozenset({0})).some()], 2)
    return Tokenizer(characters.blank.astype(np.uint8), automaton, overruns=True)


def pair_surrogates(text: str) -> str:
    """The text as Java reads it: surrogates that follow each other are one character.

    A surrogate without a partner becomes U+FFFD, as when Lucene stores a term.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def tokens(text: str, tokenizer: Tokenizer) -> Iterator[str]:
    """The tokens of a text in order, as they stand there."""
    text = pair_surrogates(text)
    points = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    classes = tokenizer.classes[points].tobytes()
    widths = (1 + (points > 0xFFFF)).astype(np.uint8).tobytes()
    rows = tokenizer.automaton.next_state.tolist()
    at = 0
    while at < len(text):
        end = _match(at, classes, widths, rows, tokenizer)
        if end > at:
            yield text[at:end]
        at = max(end, at + 1)


def _match(
    at: int, classes: bytes, widths: bytes, rows: list[list[int]], tokenizer: Tokenizer
) -> int:
    """Where the longest match from `at` ends; `at` where nothing matches."""
    state, end, n_units = START, at, 0
    accepts = tokenizer.automaton.accepts
    for here in range(at, len(classes)):
        n_units += widths[here]
        state = rows[state][classes[here]]
        wanted = n_units - tokenizer.overruns * (widths[here] - 1)
        if state == DEAD or wanted > LONGEST:
            break
        if accepts[state]:
            end = here + 1
    return end
