"""Lemmas as WordNet gives them, from its list of words and its exceptions."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

PartOfSpeech = Literal["noun", "verb"]
BUNDLED = Path(__file__).with_name("wordnet-3.0.txt.gz")
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
        """What the rules make of a form."""
        for old, new in self.rules:
            if form.endswith(old):
                yield form[: len(form) - len(old)] + new


@cache
def load_lexicon(part_of_speech: PartOfSpeech, folder: str | None = None) -> Lexicon:
    """Read the words of a part of speech.

    Args:
        part_of_speech: whose words.
        folder: with index.noun, noun.exc and so on: WordNet's `dict`, or `corpora/wordnet` of
            NLTK's data; None for WordNet 3.0, which comes with Regrade.

    Raises:
        OSError: a file is not there.
    """
    if folder is None:
        sections = _bundled_sections()
        index = sections[f"index {part_of_speech}"]
        exceptions = sections[f"exceptions {part_of_speech}"]
    else:
        index = list(_lines(Path(folder) / f"index.{part_of_speech}"))
        exceptions = list(_lines(Path(folder) / f"{part_of_speech}.exc"))
    pairs = (line.split() for line in exceptions)
    return Lexicon(
        words=frozenset(line.split(maxsplit=1)[0] for line in index),
        exceptions={form: tuple(lemmas) for form, *lemmas in pairs},
        rules=RULES[part_of_speech],
    )


def lexicon_version(part_of_speech: PartOfSpeech, folder: str | None) -> str:
    """WordNet's number, or a digest of a folder's files."""
    if folder is None:
        return "3.0"
    digest = hashlib.sha256()
    for name in (f"index.{part_of_speech}", f"{part_of_speech}.exc"):
        digest.update((Path(folder) / name).read_bytes())
    return f"sha256:{digest.hexdigest()[:12]}"


@cache
def _bundled_sections() -> dict[str, list[str]]:
    """The lines below each heading; a heading has two words, of which the first is known."""
    sections: dict[str, list[str]] = {}
    for line in gzip.decompress(BUNDLED.read_bytes()).decode("ascii").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith(("index ", "exceptions ")):
            lines = sections.setdefault(line, [])
        else:
            lines.append(line)
    return sections


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file of WordNet; its licence stands in lines that begin with a blank."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(" "):
            yield line
