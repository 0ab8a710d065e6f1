from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import Any

from regrade.extras import extra

MOST_EDITS = 2
"""What the dictionary is prepared for; a third edit would take many times the memory."""
DICTIONARY = "frequency_dictionary_en_82_765.txt"


@lru_cache(maxsize=1 << 17)
def correct(word: str, max_edits: int) -> str:
    """The dictionary's word nearest to one in lower case; itself where there is none.

    Raises:
        ExtraMissing: symspellpy is not installed.
    """
    if len(word) < 2 or not word.replace("'", "").isalpha():
        return word
    speller, closest = load_speller()
    found = speller.lookup(word, closest, max_edit_distance=max_edits)
    if not found:
        return word
    best = min(found, key=lambda entry: (entry.distance, -entry.count, entry.term))
    return str(best.term)


@cache
def load_speller() -> tuple[Any, Any]:
    """SymSpell with its English dictionary, and its word for all of the closest entries."""
    with extra("A spelling corrector"):
        from symspellpy import SymSpell, Verbosity
    speller = SymSpell(max_dictionary_edit_distance=MOST_EDITS)
    with as_file(files("symspellpy") / DICTIONARY) as path:
        speller.load_dictionary(path, term_index=0, count_index=1)
    return speller, Verbosity.CLOSEST
