from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.ahead import in_windows, prepared_ahead
from regrade.neural.batches import DeviceBatch, gather
from regrade.neural.bert_formats import SpecialTokens, single, titled
from regrade.neural.bert_trunk import Trunk, trunk_of
from regrade.neural.model_folder import ModelFolder, Pooling, UnusableModel
from regrade.neural.networks import (
    ComputeDevice,
    load_encoder,
    load_network,
    load_tokenizer,
    longest_input,
)
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import Candidates, PassageText, by_topic
from regrade.neural.token_ids import first_token_ids, pair_token_ids

if TYPE_CHECKING:
    import torch

TEXTS_PER_WINDOW = 8192
DPR_TOKENS = 256
LEAST_TOKENS = 3  # the special ones and one more


class BiEncoderOptions(NamedTuple):
    """How texts become vectors; None takes the setting of the model's folder.

    Attributes:
        pooling: "mean" of all tokens' states, or the state of the first, "cls".
        similarity: "dot", or "cosine", which brings vectors to length 1 first.
        max_query_tokens, max_passage_tokens: where texts are cut, special tokens included;
            BERT_DOT of matchmaker takes 30 and 200, DPR 256 for both.
        title: "joined" puts a blank between title and text, "apart" a separator, as DPR does.
    """

    pooling: Pooling | None = None
    similarity: Literal["dot", "cosine"] | None = None
    max_query_tokens: int | None = None
    max_passage_tokens: int | None = None
    title: Literal["joined", "apart"] | None = None


DEFAULTS = BiEncoderOptions()


@dataclass(frozen=True, slots=True)
class Tower:
    """A BERT that turns a text into one vector.

    Texts are cut at max_tokens; `longest` is what the model could read.

    Letters in the comments: t tokens of all texts, b texts of a batch, d dimensions, n texts.
    """

    compute: ComputeDevice
    pooling: Pooling
    is_normalized: bool
    max_tokens: int
    longest: int
    title: Literal["joined", "apart"]
    n_dimensions: int
    _trunk: Trunk
    _projection: Any
    _tokenizer: Any

    def encode(self, texts: Sequence[PassageText]) -> NDArray[np.float32]:
        """One vector a text, in the order of the texts: shape (n, d).

        An empty text has a vector, too. A text's vector does not depend on its batch beyond
        rounding (1e-5).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        windows = prepared_ahead(in_windows(texts, TEXTS_PER_WINDOW), self.tokenize)
        parts = [self.encode_tokens(window) for window in windows]
        return np.concatenate([*parts, np.empty((0, self.n_dimensions), np.float32)])

    def encode_tokens(self, texts: Sequence[EncodedText]) -> NDArray[np.float32]:
        """One vector a text as it was tokenized, at least one: shape (n, d).

        Raises:
            MemoryError: the device's memory is too small for one text.
        """
        return gather(texts, self._step, budget=self.compute.budget, device=self.compute.device)

    def tokenize(self, texts: Sequence[PassageText]) -> list[EncodedText]:
        """Tokenize texts as the model reads them."""
        special, most = SpecialTokens.of(self._tokenizer), self.max_tokens
        if self.title == "joined":
            ids = first_token_ids(self._tokenizer, [text.joined for text in texts], most)
            return [single(special, of_text, most) for of_text in ids]
        pairs = pair_token_ids(self._tokenizer, [(text.title, text.text) for text in texts], most)
        return [titled(special, *of_pair, most) for of_pair in pairs]

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        from torch.nn.functional import normalize

        states = self._trunk.states(batch)  # (t, d)
        vectors = _pool(states, batch, self.pooling)  # (b, d)
        if self._projection is not None:
            vectors = self._projection(vectors)
        return normalize(vectors.float(), dim=1) if self.is_normalized else vectors


@dataclass(frozen=True, slots=True)
class BiEncoder:
    """A score is the dot product of a query's vector with a passage's: BERT_DOT, DPR and others.

    Source:
        Reimers and Gurevych, EMNLP 2019; Karpukhin et al., EMNLP 2020 (two towers); Hofstätter
        et al., SIGIR 2021 (TAS-B).
    """

    queries: Tower
    passages: Tower

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says; a passage of several topics is encoded once."""
        if not candidates:
            return []
        rows = _rows_of_distinct(candidates)
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

    Args:
        folder: of the model, or of the queries' tower.
        passage_folder: of the passages' tower where it is a model of its own.

    Raises:
        UnusableModel: not a bi-encoder that we can run, towers whose vectors differ in length,
            or weights or a tokenizer that do not fit.
        ValueError: a length that leaves no room.
    """
    queries = _load_tower(folder, compute, options, options.max_query_tokens)
    if passage_folder is None:
        n_tokens = _n_tokens(folder, options.max_passage_tokens, queries.longest)
        return BiEncoder(queries, replace(queries, max_tokens=n_tokens))
    passages = _load_tower(passage_folder, compute, options, options.max_passage_tokens)
    if queries.n_dimensions != passages.n_dimensions:
        sizes = f"{passages.n_dimensions} dimensions, the queries' {queries.n_dimensions}"
        sentence = f"{passage_folder.name}: the passages' vectors have {sizes}"
        raise UnusableModel(sentence, code="other_dimensions")
    return BiEncoder(queries, passages)


def _load_tower(
    folder: ModelFolder, compute: ComputeDevice, options: BiEncoderOptions, max_tokens: int | None
) -> Tower:
    is_dpr = folder.kind == "dpr"
    network, trunk, projection = (
        _load_dpr(folder, compute) if is_dpr else _load_bert(folder, compute)
    )
    tokenizer = load_tokenizer(folder, network, needs=("cls_token", "sep_token"))
    longest = longest_input(tokenizer, network)
    similarity = options.similarity or ("cosine" if folder.is_normalized else "dot")
    return Tower(
        compute=compute,
        pooling=options.pooling or ("cls" if is_dpr else folder.pooling),
        is_normalized=similarity == "cosine",
        max_tokens=_n_tokens(folder, max_tokens, longest),
        longest=longest,
        title=options.title or ("apart" if is_dpr else "joined"),
        n_dimensions=projection.out_features if projection else trunk.config.hidden_size,
        _trunk=trunk_of(trunk),
        _projection=projection,
        _tokenizer=tokenizer,
    )


def _load_bert(folder: ModelFolder, compute: ComputeDevice) -> tuple[Any, Any, None]:
    network = load_encoder(folder, compute)
    return network, network, None


def _load_dpr(folder: ModelFolder, compute: ComputeDevice) -> tuple[Any, Any, Any]:
    from transformers import DPRContextEncoder, DPRQuestionEncoder

    reads_passages = any("Context" in name for name in folder.architectures)
    kind = DPRContextEncoder if reads_passages else DPRQuestionEncoder
    network = load_network(folder, kind, compute)
    inner = network.ctx_encoder if reads_passages else network.question_encoder
    return network, inner.bert_model, getattr(inner, "encode_proj", None)


def _n_tokens(folder: ModelFolder, asked_for: int | None, longest: int) -> int:
    made_for = DPR_TOKENS if folder.kind == "dpr" else folder.max_length_tokens
    wanted = made_for or longest if asked_for is None else asked_for
    n_tokens = min(wanted, longest)
    if n_tokens < LEAST_TOKENS:
        kept = f"texts must keep at least {LEAST_TOKENS} tokens; they are cut at {n_tokens}"
        raise ValueError(kept)
    return n_tokens


def _pool(states: torch.Tensor, batch: DeviceBatch, pooling: Pooling) -> torch.Tensor:
    """Token states (t, d) to text vectors (b, d)."""
    import torch

    if pooling == "cls":
        return states[batch.first_tokens]  # (b, d)
    means, start = [], 0
    for n_texts, n_tokens, _ in batch.groups:
        end = start + n_texts * n_tokens
        means.append(states[start:end].view(n_texts, n_tokens, -1).mean(dim=1))
        start = end
    return torch.cat(means)


def _rows_of_distinct(candidates: Sequence[Candidates]) -> dict[PassageText, int]:
    """Each distinct passage with its number, from 0."""
    distinct = dict.fromkeys(passage for one in candidates for passage in one.passages)
    return {passage: row for row, passage in enumerate(distinct)}
