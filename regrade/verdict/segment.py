from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, Protocol, TypeVar

StandsFor = Literal[
    "text",
    "run",
    "baseline",
    "measure",
    "labels",
    "difference",
    "low",
    "high",
    "p",
    "n_topics",
    "n_tests",
    "bound",
    "unjudged",
]


class Segment(NamedTuple):
    """A piece of a sentence: plain text, a name, or a number with its meaning.

    Attributes:
        text: the displayed text.
        stands_for: meaning of the text; "text" for plain words.
        value: the number in full precision; None for names and text. Shares are in [0, 1].
        labels: the label set that a number belongs to, "" where it belongs to all.
    """

    text: str
    stands_for: StandsFor = "text"
    value: float | None = None
    labels: str = ""


class TextPiece(Protocol):
    """A piece of text with its meaning."""

    @property
    def text(self) -> str: ...

    @property
    def stands_for(self) -> str: ...


Kind = TypeVar("Kind", bound=TextPiece)


def joined(pieces: Iterable[Kind | str], of_text: Callable[[str], Kind]) -> tuple[Kind, ...]:
    """Pieces as one type, with adjacent plain text joined."""
    found: list[Kind] = []
    for piece in pieces:
        one = of_text(piece) if isinstance(piece, str) else piece
        if found and found[-1].stands_for == one.stands_for == "text":
            found[-1] = of_text(found[-1].text + one.text)
        else:
            found.append(one)
    return tuple(found)


def plain(pieces: Iterable[TextPiece]) -> str:
    """The plain text of the pieces."""
    return "".join(piece.text for piece in pieces)


def signed(value: float) -> str:
    """A difference to three decimals with its sign; exactly 0 has none."""
    return _bare(f"{value:+.3f}") if value else ".000"


def unsigned(value: float) -> str:
    """An end of an interval to three decimals."""
    return _bare(f"{value + 0.0:.3f}").replace("-.000", ".000")


def p_text(p: float) -> str:
    """A p-value as written in a sentence."""
    if p < 0.001:
        return "p < .001"
    return "p > .999" if p > 0.9995 else f"p = {_bare(f'{p:.3f}')}"


def percent(share: float) -> str:
    """A share in whole percent; only exact values give 0% or 100%."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(round(100 * share), 1), 99)}%"


def _bare(text: str) -> str:
    """The number without the zero before the decimal point."""
    return text.replace("0.", ".", 1) if text.lstrip("+-").startswith("0.") else text
