"""Rules for new user names: none may look like an existing one."""

from __future__ import annotations

import unicodedata
from functools import cache

from confusable_homoglyphs.categories import unique_aliases
from confusable_homoglyphs.confusables import confusables_data

from regrade.text.visible import has_text

MAX_USER_NAME = 150  # characters, as Django's accounts have them
# Begins the names of accounts that imports make. Nobody can sign up under a name with a colon:
# what a file says never touches a person's account.
RECORDED = "recorded:"
# Characters of every script, and what writes one language together (UTS #39, highly restrictive).
SHARED = {"COMMON", "INHERITED"}
TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "BOPOMOFO"},
    {"HAN", "HANGUL"},
)
# Beside letters and marks that show nothing.
INVISIBLE = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs")


def trouble_of(username: str) -> str | None:
    """Reason why a name could be mistaken for another, as the end of a sentence."""
    for character in username:
        if _is_unseen(character):
            name = unicodedata.name(character, f"U+{ord(character):04X}")
            return f"holds a character that cannot be seen ({name}); leave it out"
    scripts = unique_aliases(username) - SHARED
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        mixed = " and ".join(script.title() for script in sorted(scripts))
        return f"mixes letters of {mixed}, which look alike; write it in one of them"
    return None


def looks_of(username: str) -> set[str]:
    """The visual forms of a name; names that share one look alike.

    Ignores case and surrounding blanks, and replaces each character by its prototype in Unicode's
    table of confusable characters (UTS #39).
    """
    plain = " ".join(unicodedata.normalize("NFKC", username).split())
    folded = plain.casefold()
    return {folded, _skeleton(folded), _skeleton(plain).casefold()}


def _is_unseen(character: str) -> bool:
    """Whether a character is invisible; a blank is visible between words."""
    is_unseen = unicodedata.category(character) in INVISIBLE or not has_text(character)
    return is_unseen and character != " "


def _skeleton(text: str) -> str:
    return "".join(map(_prototype, text))


@cache
def _prototype(character: str) -> str:
    """The character's prototype; for any other lookalike the table lists only that."""
    alike: list[str] = [other["c"] for other in confusables_data.get(character, [])]
    if len(alike) != 1:
        return character
    [other] = alike
    is_prototype = len(confusables_data.get(other, [])) > 1
    return other if is_prototype else min(character, other)
