from __future__ import annotations

import re
import unicodedata

# Letters and digits of any script; an apostrophe inside a word belongs to it.
WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
POSSESSIVE = re.compile(r"['\u2019]s$")
FUNCTION_WORDS = (
    "a an and are as at be by did do does for from had has have how in is it its of on or that "
    "the their then there these they this to was were what when where which who why will with"
)
STOP_WORDS = frozenset(FUNCTION_WORDS.split())


def analyze(text: str) -> list[str]:
    """Turn English text into the terms that a lexical index counts.

    In this order: compatibility characters are made plain (NFKC), words of letters and digits
    are found, lowercased, rid of a possessive 's, of stop words (question words among them),
    and of the plural's s. A light analysis, not Lucene's.

    Returns:
        Terms in the order of the text, repeated as often as they occur; empty for a text of
        stop words.

    Source:
        The plural rules are the S stemmer of Harman, JASIS 42(1), 1991.
    """
    words = WORD.findall(unicodedata.normalize("NFKC", text).lower())
    bare = (POSSESSIVE.sub("", word) for word in words)
    return [_singular(word) for word in bare if word not in STOP_WORDS]


def _singular(word: str) -> str:
    """The first rule whose ending fits decides, whether or not its exceptions let it act."""
    if word.endswith("ies"):
        return word if word.endswith(("eies", "aies")) else f"{word[:-3]}y"
    if word.endswith("es"):
        return word if word.endswith(("aes", "ees", "oes")) else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word
