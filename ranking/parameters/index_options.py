from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from regrade.text.analyzer import Analyzer, Stemmer, StopWords

Fields = Literal["title,text", "text", "title"]
FIELDS: tuple[Fields, ...] = ("title,text", "text", "title")


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """Options that distinguish a collection's indexes; a run's spec freezes them.

    Attributes:
        fields: what is indexed of a passage; title and text are joined by a blank.
        tokenizer, stop_words, stemmer: how text becomes terms, as `regrade.text.analyzer` says.
        expansions: SHA-256 of the file of generated queries that are indexed with the passages.
        n_queries: how many of its queries a passage gets, the first ones; none means all.
    """

    fields: Fields = "title,text"
    tokenizer: Literal["standard", "whitespace"] = "standard"
    stop_words: StopWords = "english"
    stemmer: Stemmer = "porter"
    expansions: str | None = None
    n_queries: int | None = None

    def analyzer(self) -> Analyzer:
        return Analyzer(self.tokenizer, self.stop_words, self.stemmer)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> IndexOptions:
        return cls(**options)

    def as_arguments(self) -> str:
        """These options as command-line arguments, with a leading blank if there are any."""
        if self.tokenizer == "whitespace":
            options = ["--pretokenized"]
        else:
            options = [
                f"--{name.replace('_', '-')} {getattr(self, name)}"
                for name in ("stop_words", "stemmer")
                if getattr(self, name) != getattr(PLAIN_INDEX, name)
            ]
        if self.fields != PLAIN_INDEX.fields:
            options.insert(0, f"--fields {self.fields}")
        if self.expansions:
            options.append("--expansions FILE")
        if self.n_queries is not None:
            options.append(f"--n-queries {self.n_queries}")
        return "".join(f" {option}" for option in options)


PLAIN_INDEX = IndexOptions()
