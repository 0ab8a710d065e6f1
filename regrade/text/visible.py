from __future__ import annotations

import re

# Default_Ignorable_Code_Point of Unicode 16 (DerivedCoreProperties.txt): zero-width spaces and
# joiners, soft hyphens, byte order marks, marks of direction, fillers, variation selectors, tags.
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Control characters, marks of annotations, and the pattern of Braille that has no dots.
_BLANK = "\x00-\x1f\x7f-\x9f\ufff9-\ufffb\u2800"
READABLE = re.compile(rf"[^\s{_IGNORABLE}{_BLANK}]")


def has_text(text: str) -> bool:
    """Whether there is anything to read: a character that is neither blank nor invisible."""
    # Nearly every text begins with a letter of ASCII, which the pattern takes longer to find.
    return "!" <= text[:1] <= "~" or READABLE.search(text) is not None


def text_or_empty(text: str) -> str:
    """The text as it is, or an empty one where there is nothing to read."""
    return text if has_text(text) else ""
