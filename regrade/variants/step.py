from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from random import Random
from typing import ClassVar, TypeAlias, TypeVar, get_args

from regrade.exceptions import Coded
from regrade.variants.words import Amount, WordRule

Piece: TypeAlias = tuple[int, int, str | None]
"""[start, end) of the text, copied where there is None, else written as these characters.

Where start and end are equal, the characters are new and stand for nothing of the text.
"""
Edit: TypeAlias = tuple[int, int, tuple[Piece, ...]]
"""[start, end) of the text, and the pieces in its place; none remove it.

The edits of a text are in order and do not overlap. Pieces may lie anywhere in the text.
"""
T = TypeVar("T")


class RecipeError(Coded, ValueError):
    """A recipe that cannot be used: which step, what is wrong with it, and what to write."""


def pieces_of(edits: Iterable[Edit], n_characters: int) -> Iterator[Piece]:
    """All pieces of the variant in order: the edits', and copies of what lies between them."""
    at = 0
    for start, end, pieces in edits:
        if at < start:
            yield at, start, None
        yield from pieces
        at = end
    if at < n_characters:
        yield at, n_characters, None


def written(text: str, edits: Iterable[Edit]) -> str:
    """The variant's text."""
    pieces = pieces_of(edits, len(text))
    return "".join([text[start:end] if new is None else new for start, end, new in pieces])


def replacing(start: int, end: int, new: str) -> Edit:
    """The edit that writes new characters for [start, end)."""
    return start, end, ((start, end, new),)


@dataclass(frozen=True)
class Step:
    """One change of a text; a recipe is one or more of them."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    """Of the rule; rises when the same recipe and seed would give another text."""
    maps_offsets: ClassVar[bool] = True

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        """Edits of the text; empty if nothing changes."""
        raise NotImplementedError

    def versions(self) -> dict[str, str]:
        """Versions of the packages and data used beyond Python."""
        return {}

    def settings(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def refuse(self, sentence: str, *, code: str) -> RecipeError:
        return RecipeError(f"{self.kind}: {sentence}", code=code)

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


@dataclass(frozen=True)
class WordStep(Step):
    """A step that changes a given amount of words."""

    amount: Amount
    """A number: each word with that probability. `one`: one of each sentence. `ones`: one."""
    words: WordRule = "any"

    def __post_init__(self) -> None:
        self._keep("amount", checked_amount(self, self.amount))
        check_choice(self, "words", self.words, get_args(WordRule))


@dataclass(frozen=True)
class Rewriting(Step):
    """A step that rewrites the whole text, so that no character mapping is known."""

    maps_offsets: ClassVar[bool] = False

    def rewritten(self, text: str, rng: Random) -> str:
        raise NotImplementedError

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        new = self.rewritten(text, rng)
        return [] if new == text else [replacing(0, len(text), new)]


def checked_amount(step: Step, amount: object) -> Amount:
    if amount == "one":
        return "one"
    if amount == "ones":
        return "ones"
    if not _is_share(amount):
        raise step.refuse(
            f'amount is "one" (one word of each sentence), "ones" (one word of the text) or a'
            f" number above 0 and up to 1, not {amount!r}; write one of these",
            code="bad_amount",
        )
    return float(amount)  # type: ignore[arg-type]  # a number, as was just looked at


def checked_share(step: Step, amount: object) -> float:
    if not _is_share(amount):
        raise step.refuse(
            f"amount is a number above 0 and up to 1, not {amount!r}; write one", code="bad_amount"
        )
    return float(amount)  # type: ignore[arg-type]  # a number, as was just looked at


def _is_share(amount: object) -> bool:
    return type(amount) in (int, float) and 0 < amount <= 1  # type: ignore[operator]


def check_choice(step: Step, name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise step.refuse(
            f"{name} is one of {', '.join(choices)}, not {value!r}; write one",
            code="unknown_choice",
        )


def check_whole(step: Step, name: str, value: object) -> None:
    if type(value) is not int or value < 1:
        raise step.refuse(
            f"{name} is a whole number from 1 on, not {value!r}; write one", code="not_a_count"
        )


def check_text(step: Step, name: str, value: object) -> None:
    if not isinstance(value, str) or not value.strip():
        raise step.refuse(
            f"{name} is a text that is not empty, not {value!r}; write one", code="not_a_text"
        )


def package_version(package: str) -> dict[str, str]:
    return {package: version(package)}
