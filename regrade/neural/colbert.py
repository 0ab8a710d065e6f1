from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.batches import DeviceBatch, in_windows, prepared_ahead, run_in_batches
from regrade.neural.bert_formats import SpecialTokens
from regrade.neural.bert_trunk import Trunk, trunk_of
from regrade.neural.exact_search import TokenVectors, max_sim
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import (
    ComputeDevice,
    load_encoder,
    load_tokenizer,
    longest_input,
    read_tensors,
    refuse_other_width,
)
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import Candidates, PassageText, by_topic, distinct_passages
from regrade.neural.sentence_folder import refuse_beyond
from regrade.neural.token_ids import first_token_ids, token_ids_of

if TYPE_CHECKING:
    import torch

PASSAGES_PER_WINDOW = 4096
# Where ColBERT's checkpoints keep the layer behind the trunk.
PROJECTION = "linear.weight"
LEAST_TOKENS = 4  # the special ones, the marker and one more


class ColbertOptions(NamedTuple):
    """How texts are written down and compared; the defaults are ColBERT v2's.

    Attributes:
        max_query_tokens: to which a query is cut or filled up with [MASK], markers included.
        max_passage_tokens: where a passage is cut, markers included.
        query_marker, passage_marker: the token behind [CLS].
        attends_to_masks: whether the other tokens of a query attend to its [MASK]s; ColBERT v2's
            do not, while the vectors of the [MASK]s count all the same.
        drops_punctuation: whether vectors of a passage's punctuation are left out.
    """

    max_query_tokens: int = 32
    max_passage_tokens: int = 220
    query_marker: str = "[unused0]"
    passage_marker: str = "[unused1]"
    attends_to_masks: bool = False
    drops_punctuation: bool = True


DEFAULTS = ColbertOptions()


@dataclass(frozen=True, slots=True)
class Colbert:
    """Late interaction: each token of a query finds the passage's token most like it.

    score = sum over the query's tokens of the largest dot product with a token of the passage;
    vectors have length 1.

    Letters in the comments: q queries, m tokens of a query, t tokens of all texts, d dimensions.

    Source:
        Khattab and Zaharia, SIGIR 2020; Santhanam et al., NAACL 2022, and its code (colbert-ir:
        tokenization, modeling/colbert.py).
    """

    options: ColbertOptions
    compute: ComputeDevice
    n_dimensions: int
    _trunk: Trunk
    projection: Any
    _tokenizer: Any
    _punctuation: frozenset[int]

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says; a passage of several topics is encoded once."""
        if not candidates:
            return []
        rows = distinct_passages(candidates)
        passages = self.encode_passages(list(rows))
        starts = np.cumsum(passages.lengths) - passages.lengths
        queries = self.encode_queries([one.query for one in candidates])  # (q, m, d)
        scores = []
        for one, query in zip(candidates, queries, strict=True):
            indices = [rows[passage] for passage in one.passages]
            mine = _taken(passages, starts, indices)
            scores.append(max_sim(query[None], mine, compute=self.compute)[0])
        return by_topic(scores, candidates)

    def encode_queries(self, queries: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of each query's tokens: shape (n_queries, max_query_tokens, d)."""
        shape = (len(queries), self.options.max_query_tokens, self.n_dimensions)
        vectors = np.empty(shape, np.float32)
        for indices, states in self._vectors(self.query_tokens(queries)):
            vectors[indices] = states.reshape(len(indices), *shape[1:])
        return vectors

    def encode_passages(self, passages: Sequence[PassageText]) -> TokenVectors:
        """Vectors of the passages' tokens, punctuation left out where the options say so."""
        parts = [
            self._encode_window(window)
            for window in prepared_ahead(
                in_windows(passages, PASSAGES_PER_WINDOW), self.passage_tokens
            )
        ]
        empty = np.empty((0, self.n_dimensions), np.float16)
        return TokenVectors(
            np.concatenate([*(part.vectors for part in parts), empty]),
            np.concatenate([*(part.lengths for part in parts), np.empty(0, np.int64)]),
        )

    def query_tokens(self, queries: Sequence[str]) -> list[EncodedText]:
        """`[CLS] [Q] query [SEP]`, filled up with [MASK] to the length of every query."""
        special, most = SpecialTokens.of(self._tokenizer), self.options.max_query_tokens
        marker = self._id_of(self.options.query_marker)
        mask = self._tokenizer.mask_token_id
        texts = []
        for ids in first_token_ids(self._tokenizer, queries, most):
            tokens = [special.start, marker, *ids[: most - 3], special.end]
            n_attended = most if self.options.attends_to_masks else len(tokens)
            filled = tokens + [mask] * (most - len(tokens))
            texts.append(EncodedText(filled, n_attended=n_attended))
        return texts

    def passage_tokens(self, passages: Sequence[PassageText]) -> list[EncodedText]:
        """`[CLS] [D] passage [SEP]`."""
        special, most = SpecialTokens.of(self._tokenizer), self.options.max_passage_tokens
        marker = self._id_of(self.options.passage_marker)
        texts = [passage.joined for passage in passages]
        all_ids = first_token_ids(self._tokenizer, texts, most)
        return [
            EncodedText([special.start, marker, *ids[: most - 3], special.end]) for ids in all_ids
        ]

    def _encode_window(self, texts: Sequence[EncodedText]) -> TokenVectors:
        kept = [self.is_kept(text.token_ids) for text in texts]
        vectors: list[NDArray[np.float16]] = [np.empty((0, 0), np.float16)] * len(texts)
        for indices, states in self._vectors(texts):
            ends = np.cumsum([len(texts[index].token_ids) for index in indices])
            of_texts = np.split(states.astype(np.float16), ends[:-1])
            for index, of_text in zip(indices, of_texts, strict=True):
                vectors[index] = of_text[kept[index]]
        return TokenVectors(np.concatenate(vectors), np.array([len(one) for one in vectors]))

    def is_kept(self, ids: Sequence[int]) -> NDArray[np.bool_]:
        """Which of a passage's tokens have a vector that counts."""
        return np.array([token not in self._punctuation for token in ids])

    def _vectors(
        self, texts: Sequence[EncodedText]
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        budget, device = self.compute.budget, self.compute.device
        for indices, states in run_in_batches(texts, self._step, budget=budget, device=device):
            yield indices, states.cpu().numpy()

    def _step(self, batch: DeviceBatch) -> torch.Tensor:
        from torch.nn.functional import linear, normalize

        states = self._trunk.states(batch)  # (t, h)
        if self.projection is not None:
            states = linear(states, self.projection)  # (t, d)
        return normalize(states.float(), dim=1)

    def _id_of(self, token: str) -> int:
        return int(self._tokenizer.convert_tokens_to_ids(token))


def load_colbert(
    folder: ModelFolder, compute: ComputeDevice, options: ColbertOptions = DEFAULTS
) -> Colbert:
    """Load a BERT with ColBERT's projection; without one, the trunk's own states are used.

    Raises:
        UnusableModel: weights or a tokenizer that do not fit, or no token that is the marker.
        ValueError: a length that leaves no room.
    """
    refuse_beyond(folder, "colbert")
    network = load_encoder(folder, compute)
    needs = ("cls_token", "sep_token", "mask_token")
    tokenizer = load_tokenizer(folder, network, needs=needs)
    layer = read_tensors(folder, [PROJECTION]).get(PROJECTION)
    if layer is not None:
        refuse_other_width(folder, network, layer, PROJECTION)
        layer = layer.to(compute.device, compute.dtype)  # (d, h)
    return Colbert(
        options=_checked(folder, options, tokenizer, network),
        compute=compute,
        n_dimensions=network.config.hidden_size if layer is None else len(layer),
        _trunk=trunk_of(network),
        projection=layer,
        _tokenizer=tokenizer,
        _punctuation=_punctuation(tokenizer) if options.drops_punctuation else frozenset(),
    )


def _checked(
    folder: ModelFolder, options: ColbertOptions, tokenizer: Any, network: Any
) -> ColbertOptions:
    for marker in (options.query_marker, options.passage_marker):
        if tokenizer.convert_tokens_to_ids(marker) in (None, tokenizer.unk_token_id):
            raise folder.refusal(f"the tokenizer has no token {marker}", code="token_missing")
    longest = longest_input(tokenizer, network)
    n_query = min(options.max_query_tokens, longest)
    n_passage = min(options.max_passage_tokens, longest)
    if (kept := min(n_query, n_passage)) < LEAST_TOKENS:
        raise ValueError(f"texts must keep at least {LEAST_TOKENS} tokens; they keep {kept}")
    return options._replace(max_query_tokens=n_query, max_passage_tokens=n_passage)


def _punctuation(tokenizer: Any) -> frozenset[int]:
    ids = token_ids_of(tokenizer, list(string.punctuation))
    return frozenset(of_character[0] for of_character in ids if len(of_character) == 1)


def _taken(
    passages: TokenVectors, starts: NDArray[np.int64], indices: Sequence[int]
) -> TokenVectors:
    """Some of the passages, in the order asked for."""
    lengths = passages.lengths[indices]
    ends = np.cumsum(lengths)
    n_tokens = int(ends[-1]) if len(ends) else 0
    shift = np.repeat(starts[indices] - (ends - lengths), lengths)
    return TokenVectors(passages.vectors[np.arange(n_tokens) + shift], lengths)
