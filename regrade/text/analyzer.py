from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from regrade.given import explained
from regrade.text.characters import lower_case
from regrade.text.porter import stem
from regrade.text.tokenizers import TokenizerName, tokens

StopWords = Literal["english", "none"]
Stemmer = Literal["porter", "none"]
CHOICES: dict[str, tuple[str, ...]] = {
    "tokenizer": get_args(TokenizerName),
    "stop_words": get_args(StopWords),
    "stemmer": get_args(Stemmer),
}
STOP_WORD_LIST = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then"
    " there these they this to was will with"
)
ENGLISH_STOP_WORDS = frozenset(STOP_WORD_LIST.split())
POSSESSIVES = ("'s", "\u2019s", "\uff07s")


@dataclass(frozen=True, slots=True)
class Analyzer:
    """Turns text into the terms of a lexical index.

    The standard tokenizer also lower-cases and strips the possessive 's; tokens between blanks stay
    unchanged. Stop words are removed before stemming.
    """

    tokenizer: TokenizerName = "standard"
    stop_words: StopWords = "english"
    stemmer: Stemmer = "porter"

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            value = getattr(self, name)
            if value not in known:
                raise ValueError(f"{name} is one of {', '.join(known)}, not {value!r}")

    @explained
    def analyze(self, text: str) -> list[str]:
        """The terms of a text in order, the same as Lucene 9.9 and Anserini 0.24 give.

        Returns:
            Terms, repeated as often as they occur; empty for a text of stop words.

        Source:
            Anserini's DefaultEnglishAnalyzer (StandardTokenizer, EnglishPossessiveFilter,
            LowerCaseFilter, StopFilter, PorterStemFilter) and Lucene's WhitespaceAnalyzer.
        """
        terms = (self.term_of(self.fold(token)) for token in tokens(text, self.tokenizer))
        return [term for term in terms if term is not None]

    def fold(self, token: str) -> str:
        """The token, lower-cased if the tokenizer does so."""
        return lower_case(token) if self.tokenizer == "standard" else token

    def term_of(self, form: str) -> str | None:
        """The term of a folded token; None for a stop word."""
        if self.tokenizer == "standard" and form.endswith(POSSESSIVES):
            form = form[:-2]
        if self.stop_words == "english" and form in ENGLISH_STOP_WORDS:
            return None
        return stem(form) if self.stemmer == "porter" else form

    def as_dict(self) -> dict[str, str]:
        return asdict(self)

    @classmethod
    def from_dict(cls, parts: Mapping[str, str]) -> Analyzer:
        """The analyzer described by `as_dict`.

        Raises:
            ValueError: a part is missing or unknown, or has an unknown value.
        """
        if set(parts) != set(CHOICES):
            raise ValueError(f"an analyzer has {', '.join(CHOICES)}, not {', '.join(parts)}")
        return cls(**parts)  # type: ignore[arg-type]  # checked as it is made


ENGLISH = Analyzer()
"""Anserini's default for English."""
PRETOKENIZED = Analyzer("whitespace", "none", "none")
"""Anserini's -pretokenized: tokens are what stands between blanks."""
