from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.automata import Automaton, OneOf, build_automaton
from regrade.text.characters import load_characters
from regrade.text.word_rules import TOKENS, CharacterClass

TokenizerName = Literal["standard", "whitespace"]
LONGEST = 255
"""UTF-16 units of a token; what is left of a longer one goes on as the next token."""
START, DEAD = 1, 0
LAST_OF_ONE_UNIT = 0xFFFF


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
    """The text as Java reads it: a pair of surrogates is one character.

    A surrogate without a partner becomes U+FFFD, as when Lucene stores a term.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def tokens(text: str, name: TokenizerName) -> Iterator[str]:
    """The tokens of a text in order, as they stand there."""
    text = pair_surrogates(text)
    points = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    classes = load_tokenizer(name).classes[points].tobytes()
    n_units = (1 + (points > LAST_OF_ONE_UNIT)).astype(np.uint8).tobytes()
    match = _matcher(name)
    at = 0
    while at < len(text):
        end = match(at, classes, n_units)
        if end > at:
            yield text[at:end]
        at = max(end, at + 1)


@cache
def _matcher(name: TokenizerName) -> Callable[[int, bytes, bytes], int]:
    """A function that says where the longest match from a place ends; there if nothing matches."""
    tokenizer = load_tokenizer(name)
    rows: list[list[int]] = tokenizer.automaton.next_state.tolist()
    accepts: list[bool] = tokenizer.automaton.accepts.tolist()

    def match(at: int, classes: bytes, n_units: bytes) -> int:
        state, end, total = START, at, 0
        for here in range(at, len(classes)):
            state = rows[state][classes[here]]
            total += n_units[here]
            if state == DEAD or total - tokenizer.overruns * (n_units[here] - 1) > LONGEST:
                break
            if accepts[state]:
                end = here + 1
        return end

    return match
