from __future__ import annotations

from enum import IntEnum, auto

from regrade.text.automata import Expression, OneOf


class CharacterClass(IntEnum):
    """Classes of characters that the rules below treat alike, from Unicode 12.1 properties.

    Names of word break properties (UAX #29) where one fits; the others are intersections of
    a word break property with a script, a line break class or an emoji property.
    """

    OTHER = 0
    DOUBLE_QUOTE = auto()
    SINGLE_QUOTE = auto()
    MID_NUM = auto()
    MID_NUM_LET = auto()
    MID_LETTER = auto()
    EXTEND_NUM_LET = auto()
    LETTER = auto()
    HEBREW_LETTER = auto()
    HANGUL = auto()
    LETTER_PICTOGRAPH = auto()
    PICTOGRAPH = auto()
    KEYCAP_DIGIT = auto()
    KEYCAP_SIGN = auto()
    DIGIT = auto()
    HAN = auto()
    HIRAGANA = auto()
    KATAKANA = auto()
    SOUTH_EAST_ASIAN = auto()
    SOUTH_EAST_ASIAN_MARK = auto()
    EXTEND = auto()
    ZERO_WIDTH_JOINER = auto()
    KEYCAP = auto()
    TEXT_STYLE = auto()
    EMOJI_STYLE = auto()
    REGIONAL_INDICATOR = auto()
    SKIN_TONE = auto()
    TAG = auto()
    TAG_END = auto()


C = CharacterClass

STYLES = {C.TEXT_STYLE, C.EMOJI_STYLE}
MARKS = {C.EXTEND, C.SOUTH_EAST_ASIAN_MARK, C.ZERO_WIDTH_JOINER, C.KEYCAP, C.SKIN_TONE}
MARKS |= {C.TAG, C.TAG_END} | STYLES


def _one(*classes: CharacterClass) -> Expression:
    return OneOf(frozenset(int(each) for each in classes))


def _marked(*classes: CharacterClass) -> Expression:
    """One character with all of its marks and joiners (UAX #29, WB4)."""
    return _one(*classes) + _one(*MARKS).many()


def _emoji_base(*classes: CharacterClass) -> Expression:
    """One character with its marks, except the selectors that an emoji sequence may need."""
    return _one(*classes) + _one(*(MARKS - STYLES)).many()


def _word_part() -> Expression:
    letters = (C.LETTER, C.HANGUL, C.LETTER_PICTOGRAPH, C.HEBREW_LETTER)
    letter, hebrew = _marked(*letters), _marked(C.HEBREW_LETTER)
    katakana, joint = _marked(C.KATAKANA), _joint()
    within_letters = _marked(C.MID_LETTER, C.MID_NUM_LET, C.SINGLE_QUOTE)
    hebrew_quoted = hebrew + (_marked(C.SINGLE_QUOTE) | _marked(C.DOUBLE_QUOTE) + hebrew)
    letter_run = letter + ((joint.many() | within_letters) + letter).many()
    katakana_run = katakana + (joint.many() + katakana).many()
    return katakana_run | (hebrew_quoted | _number() | letter_run).some()


def _number() -> Expression:
    digit = _marked(C.KEYCAP_DIGIT, C.DIGIT)
    within_digits = _marked(C.MID_NUM, C.MID_NUM_LET, C.SINGLE_QUOTE)
    return digit + ((_joint().many() | within_digits) + digit).many()


def _joint() -> Expression:
    """Word connectors, such as the low line."""
    return _marked(C.EXTEND_NUM_LET)


def _word() -> Expression:
    """Letters, digits and katakana (WB5 to WB13b); numbers may contain commas or dots."""
    part, joints = _word_part(), _joint().many()
    return joints + part + (_joint().some() + part).many() + joints


def _emoji() -> Expression:
    """One emoji, or several connected by joiners or tags (UTS #51, emoji_sequence)."""
    joiner = _one(C.ZERO_WIDTH_JOINER)
    pictograph = joiner.many() + _emoji_base(C.PICTOGRAPH, C.LETTER_PICTOGRAPH)
    toned = pictograph.maybe() + _emoji_base(C.SKIN_TONE)
    element = (pictograph + _one(C.EMOJI_STYLE).maybe()) | toned
    tags = _one(C.TAG).some() + _one(C.TAG_END)
    return element + ((joiner + element).many() | tags)


def _keycap() -> Expression:
    base = _emoji_base(C.KEYCAP_DIGIT, C.KEYCAP_SIGN)
    return base + _one(C.EMOJI_STYLE).maybe() + _emoji_base(C.KEYCAP)


def _flag() -> Expression:
    return _marked(C.REGIONAL_INDICATOR) + _marked(C.REGIONAL_INDICATOR)


TOKENS: tuple[Expression, ...] = (
    _word(),
    _marked(C.HAN),
    _marked(C.HIRAGANA),
    _marked(C.SOUTH_EAST_ASIAN, C.SOUTH_EAST_ASIAN_MARK).some(),
    _emoji(),
    _keycap(),
    _flag(),
)
"""What Lucene's StandardTokenizer calls a token: the longest match of any of these; where
none matches, a character is passed over. It departs from UAX #29 in that Han and Hiragana
stand alone, runs of South East Asian scripts stay whole, and emoji sequences are tokens.

Source:
    Unicode Standard Annex #29 (word boundaries), revision 35, and UTS #51, version 12.
"""
