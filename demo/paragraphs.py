"""Texts of a manual, cut at their paragraphs into passages of a readable length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent

FEW_WORDS, ENOUGH_WORDS, MANY_WORDS = 30, 100, 200
WRAPPED_WORDS = 4
# A line that is no running prose: indented, of a list, an example, a table or a definition.
SET_APART = re.compile(r"\s|[-*+] |[|+]|>>>|\.\.\.|\.\. |\d+[.)] |\w+ ?(::=| -- |=)")
END_OF_SENTENCE = re.compile(r"(?<=[.!?:;])\s+")


def cut_into_passages(text: str) -> list[str]:
    """Passages of about 30 to 200 words; paragraphs stay whole where they can.

    What ends in a colon stays with what it announces, and a text that is shorter stays as it
    is. Lines of prose are joined, so that they can be wrapped to any width; examples, lists and
    tables keep theirs. What a paragraph as a whole is indented by is dropped.
    """
    passages: list[str] = []
    for paragraph in _paragraphs(text):
        if passages and _belongs(passages[-1], paragraph):
            passages[-1] = f"{passages[-1]}\n\n{paragraph}"
        else:
            passages.append(paragraph)
    if len(passages) > 1 and _is_left_over(passages[-2], passages[-1]):
        last = passages.pop()
        passages[-1] = f"{passages[-1]}\n\n{last}"
    return passages


def count_words(text: str) -> int:
    return len(text.split())


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip("\n").rstrip()):
        lines = [line.rstrip() for line in dedent(paragraph.strip("\n")).splitlines()]
        is_prose = _is_prose(lines)
        block = " ".join(line.strip() for line in lines) if is_prose else "\n".join(lines)
        if block.strip():
            yield from _shortened(block, is_prose=is_prose)


def _is_prose(lines: Sequence[str]) -> bool:
    """Whether the lines are one run of sentences that was wrapped.

    Wrapped lines are full of words, the last one aside; lines of code are not.
    """
    is_full = all(count_words(line) >= WRAPPED_WORDS for line in lines[:-1])
    return is_full and not any(map(SET_APART.match, lines))


def _shortened(block: str, *, is_prose: bool) -> Iterator[str]:
    """The block, or even parts of it that are not too long, cut at sentences or lines."""
    joint = " " if is_prose else "\n"
    pieces = END_OF_SENTENCE.split(block) if is_prose else block.split(joint)
    n_parts = -(-count_words(block) // MANY_WORDS)
    n_wanted = count_words(block) / n_parts
    part: list[str] = []
    for piece in pieces:
        if part and count_words(" ".join([*part, piece])) > n_wanted:
            yield joint.join(part)
            part = []
        part.append(piece)
    yield joint.join(part)


def _belongs(passage: str, paragraph: str) -> bool:
    n_words, n_together = count_words(passage), count_words(passage) + count_words(paragraph)
    is_announced = passage.endswith(":")
    is_short = n_words < FEW_WORDS or is_announced
    return n_together <= (MANY_WORDS if is_short else ENOUGH_WORDS)


def _is_left_over(passage: str, last: str) -> bool:
    n_words = count_words(last)
    return n_words < FEW_WORDS and n_words + count_words(passage) <= MANY_WORDS
