from __future__ import annotations

STEP_2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "logi": "log",
}
STEP_3 = {
    "icate": "ic",
    "ative": "",
    "alize": "al",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
}
STEP_4_ENDINGS = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"
STEP_4 = frozenset(STEP_4_ENDINGS.split())


class _Shapes(dict[int, str]):
    """Vowels by code point; every other character is a consonant."""

    def __missing__(self, point: int) -> str:
        return "c"


SHAPES = _Shapes({ord(vowel): "v" for vowel in "aeiou"})


def stem(word: str) -> str:
    """Porter's stemmer with his later revisions (-bli, -logi), as in Lucene; not Porter2.

    Words of one or two UTF-16 units stay as they are; any character but a, e, i, o, u and a y
    after a consonant counts as a consonant, and one beyond U+FFFF as two.

    Args:
        word: in lower case.

    Source:
        Porter, An algorithm for suffix stripping, Program 14(3), 1980, with the departures
        that the author lists beside his own programs.
    """
    if word.isascii() or max(word) <= "\uffff":
        return _stem(word)
    units = word.encode("utf-16-le")
    apart = "".join(map(chr, memoryview(units).cast("H")))
    return _stem(apart).encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _stem(word: str) -> str:
    if len(word) <= 2:
        return word
    word = _replace(_final_y(_past(_plural(word))), STEP_2, 7)
    return _final_e(_strip(_replace(word, STEP_3, 5)))


def _shape(word: str) -> str:
    """Each character as c or v."""
    shape = word.translate(SHAPES)
    if "y" not in word:
        return shape
    kinds = list(shape)
    for at, letter in enumerate(word):
        if letter == "y" and at > 0 and kinds[at - 1] == "c":
            kinds[at] = "v"
    return "".join(kinds)


def _measure(word: str) -> int:
    """How often consonants follow vowels."""
    return _shape(word).count("vc")


def _ends_short(word: str) -> bool:
    """Consonant, vowel, consonant at the end, the last one not w, x or y."""
    return word[-1:] not in {"w", "x", "y"} and _shape(word).endswith("cvc")


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    """Step 1b."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            left = word.removesuffix(suffix)
            return _mend(left) if "v" in _shape(left) else word
    return word


def _mend(word: str) -> str:
    """Step 1b, after -ed or -ing fell."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c":
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _final_y(word: str) -> str:
    """Step 1c."""
    if word.endswith("y") and "v" in _shape(word[:-1]):
        return word[:-1] + "i"
    return word


def _replace(word: str, endings: dict[str, str], longest: int) -> str:
    """Steps 2 and 3: the longest ending that fits is replaced, if any measure is left."""
    for length in range(longest, 2, -1):
        ending = word[-length:]
        if ending in endings:
            left = word[: -len(ending)]
            return left + endings[ending] if _measure(left) > 0 else word
    return word


def _strip(word: str) -> str:
    """Step 4."""
    for length in (5, 4, 3, 2):
        if word[-length:] in STEP_4:
            left = word[:-length]
            if word.endswith("ion") and not left.endswith(("s", "t")):
                return word
            return left if _measure(left) > 1 else word
    return word


def _final_e(word: str) -> str:
    """Step 5."""
    if word.endswith("e"):
        measure = _measure(word)
        if measure > 1 or (measure == 1 and not _ends_short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
