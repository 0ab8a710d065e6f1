"""What a simulated assessor says of a pair."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.whole_campaigns.people import Person

NOT_JUDGED = 0.01
MARKED_WORDS = (2, 12)
MS_PER_CHARACTER, LOOK_MS, SPREAD = 20, 1500, 0.35
WORD = re.compile(r"\S+")


class Scale(NamedTuple):
    """The grades, and those that ask for highlights."""

    grades: Sequence[int]
    marking: frozenset[int]


class Said(NamedTuple):
    """A grade with the words that were marked, or none."""

    grade: int | None
    spans: Sequence[tuple[int, int]]
    active_ms: int


def say(person: Person, label: int, text: str, scale: Scale, rng: random.Random) -> Said:
    """The label, as the person sees it: shifted by their leniency and by chance."""
    active_ms = round((LOOK_MS + MS_PER_CHARACTER * len(text)) * math.exp(rng.gauss(0, SPREAD)))
    if rng.random() < NOT_JUDGED:
        return Said(None, (), active_ms)
    felt = label + person.leniency + rng.gauss(0, person.noise)
    grade = min(scale.grades, key=lambda grade: abs(grade - felt))
    spans = [mark_words(text, rng)] if grade in scale.marking else []
    return Said(grade, spans, active_ms)


def mark_words(text: str, rng: random.Random) -> tuple[int, int]:
    """Some words in a row, as offsets from the first one's begin to the last one's end."""
    words = [word.span() for word in WORD.finditer(text)]
    n = min(len(words), rng.randint(*MARKED_WORDS))
    first = rng.randint(0, len(words) - n)
    return words[first][0], words[first + n - 1][1]
