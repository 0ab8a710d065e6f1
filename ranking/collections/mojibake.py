"""Mojibake: text that was decoded by the wrong character set, such as "Londonâ€™s"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import ftfy
from ftfy.badness import is_bad
from ftfy.chardata import UTF8_DETECTOR_RE

from ranking.exceptions import RankingError
from regrade.counted import counted

MojibakeChoice = Literal["keep", "mend", "refuse"]

N_EXAMPLES = 3
MOST_SHOWN = 60  # characters of a word in an example
BY = f"ftfy {ftfy.__version__}"
# Only bytes that are all there are decoded again: nothing lost is guessed, nothing normalized.
ENCODING_ALONE = ftfy.TextFixerConfig(
    unescape_html=False,
    remove_terminal_escapes=False,
    fix_encoding=True,
    restore_byte_a0=False,
    replace_lossy_sequences=False,
    decode_inconsistent_utf8=False,  # ftfy does that by its defaults, which guess
    fix_c1_controls=False,
    fix_latin_ligatures=False,
    fix_character_width=False,
    uncurl_quotes=False,
    fix_line_breaks=False,
    fix_surrogates=False,
    remove_control_chars=False,
    normalization=None,
)


def _suspicious() -> re.Pattern[str]:
    """Pattern of whole UTF-8 sequences read by a one-byte character set, and of C1 controls.

    It spares ftfy's own detection, which is slow on correct text with accents.
    """
    sets = ["latin-1", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1257", "iso8859-2"]

    def shown_as(first: int, last: int) -> str:
        shown = {bytes([byte]).decode(one, "ignore") for byte in range(first, last) for one in sets}
        return re.escape("".join(sorted(shown)))

    control, rest = "\x80-\x9f", f"[{shown_as(0x80, 0xC0)}]"
    starts = [shown_as(0xC2, 0xE0), shown_as(0xE0, 0xF0), shown_as(0xF0, 0xF5)]
    sequences = [f"(?<=[{start}]){rest * n}" for n, start in enumerate(starts, 1)]
    # One class at the front lets the search skip all other characters fast.
    front = f"[{control}{''.join(starts)}]"
    return re.compile(f"{front}(?:(?<=[{control}])|{'|'.join(sequences)})")


SUSPICIOUS = _suspicious()
# A letter and what can follow it in correct text: a dash, quotes, €, ™, ®, ², a no-break space.
# "Â" ends hardly any word.
ONE_PAIR = re.compile(r"[^Â][\u2013-\u2026\u2039\u203a\u20ac\u2122«»®¹²³\xa0]")
# The ångström squared or cubed.
UNIT = re.compile(r"(?<![^\W\d_])Å[²³]")
# A combining mark after neither a letter nor another mark.
LONE_MARK = re.compile(r"(?<![^\W\d_])(?<![\u0300-\u036f])[\u0300-\u036f]")


class MojibakeExample(NamedTuple):
    """A word as it came, and as it would be mended."""

    before: str
    after: str


class MojibakeFound(NamedTuple):
    """Number of passages or topics that look wrongly decoded, with the first few examples."""

    n: int
    examples: Sequence[MojibakeExample]


class MojibakeRecord(NamedTuple):
    """Record of mojibake in an import: `n` texts were mended by this program, or kept as they
    came.
    """

    n: int
    is_mended: bool
    by: str


class WronglyDecoded(RankingError):
    """Texts look wrongly decoded, and nobody has said yet what to do about it."""

    code = "wrongly_decoded"

    def __init__(self, sentence: str, found: MojibakeFound) -> None:
        super().__init__(sentence)
        examples = [one._asdict() for one in found.examples]
        self.more = {"mojibake": {"n": found.n, "examples": examples}}


class MojibakeReader:
    """Finds the mojibake in the texts of an import, and mends, keeps or refuses it."""

    def __init__(self, choice: MojibakeChoice) -> None:
        self._choice = choice
        self.n = 0  # passages or topics with mojibake so far
        self._examples = dict[str, MojibakeExample]()

    @property
    def found(self) -> MojibakeFound:
        return MojibakeFound(self.n, tuple(self._examples.values()))

    def records(self, n: int) -> list[dict[str, Any]]:
        """The record of `n` stored passages or topics with mojibake; empty if there are none."""
        return [MojibakeRecord(n, self._choice == "mend", BY)._asdict()] if n else []

    def read(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts of one passage or topic, mended if that was chosen."""
        if all(map(str.isascii, texts)) or not any(map(is_suspicious, texts)):
            return texts
        mended = [mend(text) if is_suspicious(text) else text for text in texts]
        changed = [pair for pair in zip(texts, mended, strict=True) if pair[0] != pair[1]]
        if changed:
            self.n += 1
            self._show(*changed[0])
        return mended if self._choice == "mend" else texts

    def check(self, what: str) -> None:
        """Raise WronglyDecoded if mojibake was found and must be refused."""
        if self._choice == "refuse" and self.n:
            look = "looks" if self.n == 1 else "look"
            sentence = f"{counted(self.n, what)} {look} wrongly decoded; mend or keep the text."
            raise WronglyDecoded(sentence, self.found)

    def _show(self, before: str, after: str) -> None:
        if len(self._examples) < N_EXAMPLES:
            # Neither mojibake nor what it stands for has an ASCII space.
            words = zip(before.split(" "), after.split(" "), strict=True)
            old, new = next((old, new) for old, new in words if old != new)
            self._examples.setdefault(old, MojibakeExample(old[:MOST_SHOWN], new[:MOST_SHOWN]))


def is_suspicious(text: str) -> bool:
    """Whether a text may hold mojibake; cheap on text without."""
    return not text.isascii() and SUSPICIOUS.search(text) is not None


def mend(text: str) -> str:
    """The text with its mojibake decoded again, as a whole or in parts; nothing else changes.

    A text stays as it is if its only sign of mojibake is a pair of characters that is also
    plausible as correct text, or if a combining mark would be left without its letter.
    """
    if _may_be_right(text):
        return text
    mended = ftfy.fix_encoding(text, ENCODING_ALONE)
    mended = UTF8_DETECTOR_RE.sub(_mend_part, mended)
    mended = ftfy.fix_encoding(mended, ENCODING_ALONE._replace(fix_c1_controls=True))
    n_lone, n_lone_before = (len(LONE_MARK.findall(one)) for one in (mended, text))
    return text if n_lone > n_lone_before else mended


def _mend_part(found: re.Match[str]) -> str:
    part = found.group()
    return ftfy.fix_encoding(part, ENCODING_ALONE) if is_bad(part) else part


def _may_be_right(text: str) -> bool:
    """Whether all that looks wrong is one pair of characters, in places where it can be right."""
    if ONE_PAIR.search(text) is None:
        return False
    rest = UNIT.sub("", text)
    bad = [found for found in SUSPICIOUS.finditer(rest) if is_bad(found.group())]
    if not bad:
        return rest != text
    pair, *others = {found.group() for found in bad}
    if others or not ONE_PAIR.fullmatch(pair):
        return False
    has_lower = any(map(str.islower, rest))
    return all(_may_stand_at(found, has_lower) for found in bad)


def _may_stand_at(found: re.Match[str], has_lower: bool) -> bool:
    """Whether the pair is beside capitals, or its text is without small letters.

    A small letter beside it speaks for mojibake.
    """
    text, start, end = found.string, found.start(), found.end()
    beside = text[max(0, start - 1) : start] + text[end : end + 1]
    if any(map(str.islower, beside)):
        return False
    return not has_lower or any(map(str.isupper, beside))
