"""Regenerate regrade/text/characters.txt from the oracle.

`java -cp JAR benchmarks/lexical/java/Characters.java` piped into
`python -m benchmarks.lexical.golden.character_classes`.

For every code point the Java program prints its class number in Lucene's StandardTokenizer, its
lower case, and whether WhitespaceTokenizer splits at it. The numbers are arbitrary; each class is
named here by one character that it must contain.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from regrade.text.characters import TABLE
from regrade.text.word_rules import CharacterClass as C

HEADER = """\
# What the tokenizers know of each code point;
# made by benchmarks/lexical/golden/character_classes.py.
# class: all code points from here to the next line's, as Lucene 9.9's StandardTokenizer sees
#   them (Unicode 12.1); names are those of CharacterClass in word_rules.py.
# lower: first, last and step of code points, and how far off their lower case is, as Java 17's
#   Character.toLowerCase has it (Unicode 13; one code point becomes one).
# blank: first and last of what Java's Character.isWhitespace calls blank.
"""
EXAMPLES = {
    0x20: C.OTHER,
    0x22: C.DOUBLE_QUOTE,
    0x23: C.KEYCAP_SIGN,
    0x27: C.SINGLE_QUOTE,
    0x2C: C.MID_NUM,
    0x2E: C.MID_NUM_LET,
    0x30: C.KEYCAP_DIGIT,
    0x3A: C.MID_LETTER,
    0x41: C.LETTER,
    0x5F: C.EXTEND_NUM_LET,
    0xA9: C.PICTOGRAPH,
    0xAD: C.EXTEND,
    0x5D0: C.HEBREW_LETTER,
    0x660: C.DIGIT,
    0xE01: C.SOUTH_EAST_ASIAN,
    0xE31: C.SOUTH_EAST_ASIAN_MARK,
    0x1100: C.HANGUL,
    0x200D: C.ZERO_WIDTH_JOINER,
    0x20E3: C.KEYCAP,
    0x2139: C.LETTER_PICTOGRAPH,
    0x4E00: C.HAN,
    0x30A0: C.KATAKANA,
    0x3041: C.HIRAGANA,
    0xFE0E: C.TEXT_STYLE,
    0xFE0F: C.EMOJI_STYLE,
    0x1F1E6: C.REGIONAL_INDICATOR,
    0x1F3FB: C.SKIN_TONE,
    0xE0020: C.TAG,
    0xE007F: C.TAG_END,
}


def class_lines(numbers: list[int]) -> Iterator[str]:
    """One line for each range of code points of one class."""
    names = {numbers[point]: named.name for point, named in EXAMPLES.items()}
    if set(names) != set(numbers) or len(names) != len(C):
        raise ValueError("the oracle's classes are not those of word_rules.py")
    before = -1
    for point, number in enumerate(numbers):
        if number != before:
            yield f"class {point:X} {names[number]}"
        before = number


def lower_lines(lower: dict[int, int]) -> Iterator[str]:
    """One line for each range of equally spaced code points with one offset to lower case."""
    points = sorted(lower)
    while points:
        first, offset = points[0], lower[points[0]] - points[0]
        step = 1 if lower.get(first + 1, first + 1) - (first + 1) == offset else 2
        stretch = [first]
        for point in points[1:]:
            if point != stretch[-1] + step or lower[point] - point != offset:
                break
            stretch.append(point)
        yield f"lower {first:X} {stretch[-1]:X} {step} {offset}"
        points = points[len(stretch) :]


def blank_lines(blank: Iterable[int]) -> Iterator[str]:
    first = last = -2
    for point in [*sorted(blank), -2]:
        if point == last + 1:
            last = point
            continue
        if first >= 0:
            yield f"blank {first:X} {last:X}"
        first = last = point


def main() -> None:
    rows = [tuple(map(int, line.split())) for line in sys.stdin]
    lower = {point: small for point, (_, small, _) in enumerate(rows) if small != point}
    lines = [
        *class_lines([number for number, _, _ in rows]),
        *lower_lines(lower),
        *blank_lines(point for point, (_, _, blank) in enumerate(rows) if blank),
    ]
    TABLE.write_text(HEADER + "\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
