"""Texts that try a tokenizer: every character, every pair of classes, sequences, long tokens.

All are generated; the same seed gives the same texts.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np

from regrade.text.characters import N_CODE_POINTS, load_characters
from regrade.text.tokenizers import LONGEST
from regrade.text.word_rules import CharacterClass as C

PATTERNS = ("{}", "a{}b", "1{}2", "a{}", "{}b", "A{}'s", "\u05d0{}\u05d1", "\u30a2{}\u30a4")
PER_TEXT = 64
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
EMOJI = (
    "\U0001f600",
    "\u00a9",
    "\u2764\ufe0f",
    "\u2764\ufe0e",
    "\U0001f44d\U0001f3fd",
    "\U0001f3fd",
    "\u261d\ufe0f\U0001f3fb",
    FAMILY,
    FAMILY.replace("\u200d", "\u200d\ufe0f"),
    "\U0001f1e9\U0001f1ea",
    "\U0001f1e9\U0001f1ea\U0001f1eb",
    "1\ufe0f\u20e3",
    "#\u20e3",
    "*\ufe0f",
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(each)) for each in "gbeng") + "\U000e007f",
    "\U0001f3f4\U000e0067",
    "\u3030\ufe0f",
    "\u2139\ufe0f",
    "\u24c2",
)
BETWEEN = ("", " ", "a", "1", "\u200d", "\u0301", "'s", "\ufe0f", "_", "\r\n", "\u3042", "\u0e01")
SCRIPTS = (
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a abc \u0e01\u0e49\u0e33",
    "\u0eaa\u0eb0\u0e9a\u0eb2\u0e8d\u0e94\u0eb5 \u1787\u17c6\u179a\u17b6\u1794 \u1019\u103c\u1014",
    "\u6f22\u5b57\u304b\u306a\u30ab\u30bf\u30ab\u30ca\u30fc\uff76\uff9e\ud55c\uad6d\uc5b4",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8\u3131 \u6f22\u0301\u5b57\ufe0f\U00020000",
    '\u05e6\u05d4"\u05dc \u05d2\u05f3 \u05d0\'b \u05d0" \u05d0"1',
    '\u05d0"\u05d1"\u05d2 \u05d0\'\u05d1',
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u200f\u0661\u066b\u0662\u200e",
    "1\u066c000 \u0661a",
    "\u00a0a\u00adb\u2060c\ufeffd\u200be\u200cf\u2028g\u2029h\x85i",
    "h\x85i\x0bj\x0ck\x1cl\x1fm\x00n\u180eo",
    "O\u2019Neil\u2019s O\uff07NEIL\uff07S it's IT'S 's x's' don''t",
    "a.b..c 1,2,,3 1.a a:b a_b_ __ _1",
    "\u0130stanbul I\u0307 \u03a3\u03a3 \u039f\u03a3 \u212a\u2126\u212b \u1e9e \u01c5 \ua7ae",
    "\U0001d400s \U0001d400ies a\U00010428ed \U00010428\U00010428ing",
    "y\u00e9yy say ayy yyes \U00010400",
    "e\u0301te\u0301s cafe\u0301's \u0928\u092e\u0938\u094d\u0924\u0947",
    "\u0939\u093f\u0928\u094d\u0926\u0940 3.14 1,000 1.000,5 u.s.a. foo@bar.com",
    "x:y 12:30 a;b 1;2 1;a a\u00b7b 1\u2024 2\u2019 3\u20193 a\ufe52b",
)


def every_character() -> Iterator[str]:
    """Each code point but surrogates alone, between letters, digits and others, and at ends."""
    points = [p for p in range(N_CODE_POINTS) if not 0xD800 <= p < 0xE000]
    for start in range(0, len(points), PER_TEXT):
        letters = [chr(point) for point in points[start : start + PER_TEXT]]
        for pattern in PATTERNS:
            yield "\n".join(pattern.format(letter) for letter in letters)


def of_every_class(n: int, *, seed: int) -> Iterator[str]:
    """Strings whose characters come from a few classes each, so that rules meet."""
    rng = random.Random(seed)
    classes = load_characters().classes
    members = [np.flatnonzero(classes == each).tolist() for each in C]
    surrogates = set(range(0xD800, 0xE000))
    members = [[p for p in points if p not in surrogates] for points in members]
    for _ in range(n):
        chosen = rng.sample(members, rng.randint(1, 6))
        length = rng.randint(1, 24)
        yield "".join(chr(rng.choice(rng.choice(chosen)[:4000])) for _ in range(length))


def triples() -> Iterator[str]:
    """One character of each class for every three classes in a row, between blanks and bare."""
    classes = load_characters().classes
    first = [chr(int(np.flatnonzero(classes == each)[0])) for each in C]
    first[C.OTHER], first[C.LETTER], first[C.KEYCAP_DIGIT] = " ", "b", "7"
    for one, other in itertools.product(first, repeat=2):
        yield "\n".join(f"{one}{other}{last} {last}{one}x{other}" for last in first)


def emoji() -> Iterator[str]:
    for one, between, other in itertools.product(EMOJI, BETWEEN, EMOJI):
        yield f"{one}{between}{other} x{one}{between}{other}{one}y"


def long_tokens() -> Iterator[str]:
    """Tokens around the longest that is allowed, with all kinds of characters at its end."""
    ends: tuple[str, ...] = (
        "",
        "s",
        "'s",
        "\u2019S rest",
        ".b",
        "_b",
        "\u0301",
        "\U00010400",
        "\U00010400b",
        "1.5",
    )
    ends += ("\U0001f600", "\u200d\U0001f600", "\U000e0041", '\u05d0"\u05d1', "\u30a2", " b", "ing")
    fills = ("a", "\u00e9", "1", "_a", "a.", "\u0e01", "\U00010400", "\u30a2", "\u05d0'", "a\u0301")
    for fill, end, short in itertools.product(fills, ends, range(-2, 6)):
        for times in (1, 2):
            n_units = times * LONGEST - short
            yield (fill * n_units)[: n_units // (1 + (fill > "\uffff"))] + end
    for n in range(250, 260):
        yield "\U0001f468" + "\u200d\U0001f469" * n + " x" + "\U0001f1e9" * n


def surrogates() -> Iterator[str]:
    """Surrogates alone, in pairs, and the wrong way round; none ends a text.

    One that does makes Lucene's scanner lose what stands before it; ours keeps that.
    """
    pieces = ("\ud83d", "\ude00", "a", " ", "\udc00", "\ud801", "\u0301")
    for pieces_now in itertools.product(pieces, repeat=4):
        yield "".join(pieces_now) + " b"


def torture() -> Iterator[tuple[str, Iterator[str]]]:
    """All kinds of text with their names."""
    yield "every character", every_character()
    yield "every three classes", triples()
    yield "random, all classes", of_every_class(200_000, seed=1)
    yield "emoji", emoji()
    yield "scripts and signs", iter(SCRIPTS)
    yield "long tokens", long_tokens()
    yield "surrogates", surrogates()
