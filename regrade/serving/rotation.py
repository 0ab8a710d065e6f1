"""Passages shown from a word in their middle on, for studies of position bias.

A rotation is the code point of the stored text at which the shown text begins; 0 shows the text as
it is. The shown text is the stored one from there on, a joining blank, and what came before.

This is the rule of campaigns: half of the passages are not rotated. In a variant of a
collection each passage begins at a uniform word (`regrade/variants/cutting.py`); it is cut and
joined the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from regrade.given import explained
from regrade.serving.draws import draw, share
from regrade.text.spans import Span, checked_spans

_WORD = re.compile(r"\S+")
JOINT = " "


def draw_rotation(text: str, *, key: str) -> int:
    """Where the shown text begins: 0 half of the time, else the start of a word but the first.

    A text in a script without white space is never rotated.

    Args:
        text: the passage as stored.
        key: what the draw depends on besides the text; the same key draws the same rotation.

    Returns:
        Offset in [0, len(text)); 0 where the text has fewer than two words.
    """
    starts = rotation_points(text)
    if not starts or share("rotates", key) < 0.5:
        return 0
    return starts[draw("rotation", key) % len(starts)]


def rotation_points(text: str) -> list[int]:
    """Where a rotated text can begin: the start of each word but the first.

    Words are what white space separates. A word that begins with a combining mark cannot begin the
    text: the mark belongs to what is before it.
    """
    starts = [match.start() for match in _WORD.finditer(text)][1:]
    return [start for start in starts if not unicodedata.category(text[start]).startswith("M")]


@explained
def rotated(text: str, rotation: int) -> str:
    """The text as shown; the text itself where the rotation is 0.

    Raises:
        ValueError: the rotation lies outside the text.
    """
    _check(rotation, len(text))
    return text[rotation:] + JOINT + text[:rotation] if rotation else text


def seam(text: str, rotation: int) -> int | None:
    """Where in the shown text the joining blank stands, in code points; None without rotation.

    Raises:
        ValueError: the rotation lies outside the text.
    """
    _check(rotation, len(text))
    return len(text) - rotation if rotation else None


def spans_as_stored(
    spans: Sequence[Sequence[int]], *, rotation: int, n_characters: int
) -> list[Span]:
    """Spans highlighted in the shown text as spans of the stored text, sorted.

    A span across the seam becomes two, the joining blank in neither; a span of that blank alone
    becomes none. Where what comes out meets at the rotation, one span stands for both, as if the
    text had not been rotated: highlighting all that is shown gives one span over the whole text.
    Elsewhere spans that touch stay apart, as they were highlighted.

    Args:
        spans: [start, end) in code points of the shown text, any order.
        rotation: how the text was shown.
        n_characters: length of the stored text in code points; the shown one has one more where
            it is rotated.

    Raises:
        ValueError: a span that is empty, not two whole numbers, outside the shown text, or
            overlapping another; a rotation outside the text.
    """
    _check(rotation, n_characters)
    seam = n_characters - rotation  # of the shown text: the joining blank lies in [seam, seam + 1)
    shown = checked_spans(spans, n_characters=n_characters + bool(rotation))
    behind = _moved(shown, within=(0, seam), by=rotation)
    ahead = _moved(shown, within=(seam + 1, n_characters + 1), by=-seam - 1)
    return _joined_at(rotation, sorted([*ahead, *behind]))


def spans_as_shown(
    spans: Sequence[Sequence[int]], *, rotation: int, n_characters: int
) -> list[Span]:
    """Spans of the stored text as spans of the shown text, sorted; `spans_as_stored` undoes it.

    A span over the rotation becomes two: the shown text ends with one and begins with the other.

    Args:
        spans: [start, end) in code points of the stored text, any order.
        rotation: how the text is shown.
        n_characters: length of the stored text in code points.

    Raises:
        ValueError: as in `spans_as_stored`, of the stored text.
    """
    _check(rotation, n_characters)
    seam = n_characters - rotation
    stored = checked_spans(spans, n_characters=n_characters)
    first = _moved(stored, within=(rotation, n_characters), by=-rotation)
    last = _moved(stored, within=(0, rotation), by=seam + 1)
    return sorted([*first, *last])


def _check(rotation: int, n_characters: int) -> None:
    if rotation and not 0 < rotation < n_characters:
        raise ValueError(f"a text of {n_characters} characters cannot begin at {rotation}")


def _moved(spans: Iterable[Span], *, within: Span, by: int) -> Iterator[Span]:
    """Parts of the spans that lie within a stretch, moved."""
    for span in spans:
        start, end = max(span[0], within[0]), min(span[1], within[1])
        if start < end:
            yield start + by, end + by


def _joined_at(rotation: int, spans: list[Span]) -> list[Span]:
    """Sorted spans, with one in place of two that meet at the rotation."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start == rotation == joined[-1][1]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined
