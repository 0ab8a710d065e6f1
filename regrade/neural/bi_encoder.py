from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, cast, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.neural.bert_formats import OtherFormat
from regrade.neural.bert_tower import OWN_KINDS, load_tower
from regrade.neural.library_models import load_library_tower
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice
from regrade.neural.reranker import Candidates, PassageText, Prompt, by_topic, distinct_passages
from regrade.neural.sentence_folder import (
    Pooling,
    Similarity,
    Task,
    read_settings,
    refuse_other_similarity,
)


class BiEncoderOptions(NamedTuple):
    """How texts become vectors; None takes the setting of the model's folder.

    Attributes:
        pooling: "mean" of all tokens' states, or the state of the first, "cls".
        similarity: "dot", or "cosine", which brings vectors to length 1 first.
        query_prompt, passage_prompt: what is put before a text as it is, such as "query: "; ""
            for nothing where the folder has a prompt.
        max_query_tokens, max_passage_tokens: where texts are cut, special tokens included;
            BERT_DOT of matchmaker takes 30 and 200, DPR 256 for both.
        title: "joined" puts a blank between title and text, "apart" a separator, as DPR does.
    """

    pooling: Pooling | None = None
    similarity: Similarity | None = None
    query_prompt: Prompt | None = None
    passage_prompt: Prompt | None = None
    max_query_tokens: int | None = None
    max_passage_tokens: int | None = None
    title: Literal["joined", "apart"] | None = None


DEFAULTS = BiEncoderOptions()


class Encoder(Protocol):
    """Turns texts into vectors: a `Tower` of ours, or a model of sentence-transformers."""

    @property
    def n_dimensions(self) -> int: ...

    def reading(self, task: Task, prompt: str, max_tokens: int | None) -> Encoder: ...

    def encode(self, texts: Sequence[PassageText]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class BiEncoder:
    """A score is the dot product of a query's vector with a passage's: BERT_DOT, DPR and others.

    Source:
        Reimers and Gurevych, EMNLP 2019; Karpukhin et al., EMNLP 2020 (two towers); Hofstätter
        et al., SIGIR 2021 (TAS-B).
    """

    queries: Encoder
    passages: Encoder

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says; a passage of several topics is encoded once."""
        if not candidates:
            return []
        rows = distinct_passages(candidates)
        vectors = self.passages.encode(list(rows)).astype(np.float64)  # (n, d)
        queries = self.encode_queries([one.query for one in candidates]).astype(np.float64)
        # Not a matrix product, whose last digit hangs on how many rows there are and which it is.
        scores = [
            np.vecdot(vectors[[rows[passage] for passage in one.passages]], query)
            if one.passages
            else np.empty(0)
            for one, query in zip(candidates, queries, strict=True)
        ]
        return by_topic(scores, candidates)

    def encode_queries(self, queries: Sequence[str]) -> NDArray[np.float32]:
        """Shape (n_queries, d)."""
        return self.queries.encode([PassageText("", query) for query in queries])


def load_bi_encoder(
    folder: ModelFolder,
    compute: ComputeDevice,
    options: BiEncoderOptions = DEFAULTS,
    *,
    passage_folder: ModelFolder | None = None,
) -> BiEncoder:
    """Load a bi-encoder, ready to encode.

    A BERT, a DistilBERT or an ELECTRA whose folder wants nothing else is computed here without
    padding, and anything else by sentence-transformers.

    Args:
        folder: of the model, or of the queries' tower.
        passage_folder: of the passages' tower where it is a model of its own.

    Raises:
        UnusableModel: not a bi-encoder that we can run, towers whose vectors differ in length,
            or weights or a tokenizer that do not fit.
        ValueError: a length that leaves no room.
    """
    queries = _load_encoder(folder, compute, options)
    passages = _load_encoder(passage_folder, compute, options) if passage_folder else queries
    of_queries, of_passages = read_settings(folder), read_settings(passage_folder or folder)
    if passage_folder:
        both = [options.similarity or one.similarity for one in (of_queries, of_passages)]
        _refuse_other_vectors(passage_folder, queries, passages, both)
    return BiEncoder(
        queries.reading(
            "query", _given(options.query_prompt, of_queries.query_prompt), options.max_query_tokens
        ),
        passages.reading(
            "document",
            _given(options.passage_prompt, of_passages.passage_prompt),
            options.max_passage_tokens,
        ),
    )


def _refuse_other_vectors(
    folder: ModelFolder, queries: Encoder, passages: Encoder, similarities: Sequence[str]
) -> None:
    """Refuse passages of other vectors than the queries'."""
    of_queries, of_passages = similarities
    if queries.n_dimensions != passages.n_dimensions:
        raise folder.refusal(
            f"the passages' vectors have {passages.n_dimensions} dimensions, the queries' "
            f"{queries.n_dimensions}",
            code="other_dimensions",
        )
    if of_queries != of_passages:
        raise folder.refusal(
            f"the passages' vectors are compared by {of_passages}, the queries' by "
            f"{of_queries}; choose a similarity",
            code="other_similarity",
        )


def _load_encoder(
    folder: ModelFolder, compute: ComputeDevice, options: BiEncoderOptions
) -> Encoder:
    settings = read_settings(folder)
    similarity = refuse_other_similarity(folder, options.similarity or settings.similarity)
    is_cosine = similarity == "cosine"
    pooling = options.pooling or settings.pooling
    if folder.kind == "dpr":
        pooling = options.pooling or "cls"
    if folder.kind in OWN_KINDS and not settings.beyond and pooling in get_args(Pooling):
        try:
            return load_tower(
                folder,
                compute,
                pooling=cast(Pooling, pooling),
                is_normalized=settings.normalizes or is_cosine,
                max_tokens=settings.max_tokens,
                title=options.title,
            )
        except OtherFormat:
            if folder.kind == "dpr":
                raise
    if options.title == "apart":
        raise folder.refusal(
            "only a BERT reads a title apart; join it with the text", code="title_unsupported"
        )
    # A Normalize of the folder's own is the library's to compute, wherever it stands.
    return load_library_tower(folder, compute, pooling=options.pooling, is_normalized=is_cosine)


def _given(asked: str | None, said: str) -> str:
    return said if asked is None else asked
