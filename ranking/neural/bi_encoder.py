from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.neural.model_folder import ModelFolder, UnusableModel, find_model
from ranking.neural.padding import pad
from ranking.neural.quiet import quiet_transformers

if TYPE_CHECKING:
    import torch

# A CPU is fastest while a batch's activations stay in its cache; a GPU wants work at hand.
BATCH_SIZE_CPU, BATCH_SIZE_GPU = 16, 256
FALLBACK_LENGTH = 512


class ModelIdentity(NamedTuple):
    """Everything about a loaded model that moves its scores; a run's spec keeps it."""

    name: str
    revision: str
    weights_sha256: str
    precision: str
    pooling: str
    is_normalized: bool
    max_length_tokens: int
    device: str
    torch: str
    transformers: str


@dataclass(frozen=True, slots=True)
class BiEncoder:
    """A BERT that turns a text into one vector; a score is the dot product of two vectors.

    Letters in the comments: b texts in a batch, t tokens, d dimensions, n texts.
    """

    folder: ModelFolder
    max_length_tokens: int
    device: torch.device
    _model: Any
    _tokenizer: Any

    @property
    def identity(self) -> ModelIdentity:
        import torch
        import transformers

        return ModelIdentity(
            name=self.folder.name,
            revision=self.folder.revision,
            weights_sha256=self.folder.weights_sha256,
            precision="float32",
            pooling=self.folder.pooling,
            is_normalized=self.folder.is_normalized,
            max_length_tokens=self.max_length_tokens,
            device=self.device.type,
            torch=torch.__version__,
            transformers=transformers.__version__,
        )

    def encode(self, texts: Sequence[str], batch_size: int | None = None) -> NDArray[np.float32]:
        """One vector a text, in the order of the texts.

        Batches hold texts of like length, so that little is padding. A text's vector does not
        depend on its batch beyond rounding (1e-5). Longer texts are cut at max_length_tokens.

        Args:
            texts: n texts; an empty one has a vector, too.
            batch_size: texts a batch, at least 1; by default what suits the device.

        Returns:
            shape (n, d).

        Raises:
            ValueError: batch_size below 1.
        """
        if batch_size is None:
            batch_size = BATCH_SIZE_CPU if self.device.type == "cpu" else BATCH_SIZE_GPU
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, got {batch_size}")
        token_ids = self._tokenize(texts)
        lengths = np.array([len(ids) for ids in token_ids], dtype=np.int64)
        longest_first = np.argsort(-lengths, kind="stable")
        vectors = np.empty((len(texts), self._model.config.hidden_size), dtype=np.float32)  # (n, d)
        for start in range(0, len(texts), batch_size):
            places = longest_first[start : start + batch_size]
            vectors[places] = self._encode_batch([token_ids[place] for place in places])
        return vectors

    def score_pairs(
        self, query: str, passages: Sequence[str], batch_size: int | None = None
    ) -> NDArray[np.float64]:
        """The dot product of the query's vector with each passage's: shape (n_passages,)."""
        query_vector = self.encode([query]).astype(np.float64)[0]  # (d,)
        passage_vectors = self.encode(passages, batch_size).astype(np.float64)  # (n, d)
        return np.asarray(passage_vectors @ query_vector)  # (n,)

    def _tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        if not texts:
            return []
        tokens = self._tokenizer(
            list(texts),
            truncation=True,
            max_length=self.max_length_tokens,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        return list(tokens["input_ids"])

    def _encode_batch(self, token_ids: list[list[int]]) -> NDArray[np.float32]:
        import torch

        ids, mask = pad(token_ids, self._tokenizer.pad_token_id or 0)
        with torch.inference_mode():
            input_ids = torch.from_numpy(ids).to(self.device)  # (b, t)
            attention_mask = torch.from_numpy(mask).to(self.device)  # (b, t)
            output = self._model(input_ids=input_ids, attention_mask=attention_mask)
            vectors = _pool(output.last_hidden_state, attention_mask, self.folder.pooling)  # (b, d)
            if self.folder.is_normalized:
                vectors = torch.nn.functional.normalize(vectors, dim=1)
            return vectors.float().cpu().numpy()


def load_bi_encoder(
    model: str | None = None,
    *,
    max_length_tokens: int | None = None,
    device: str | None = None,
    n_threads: int | None = None,
) -> BiEncoder:
    """Load a bi-encoder in full precision, ready to encode.

    Args:
        model: None for the packaged MiniLM, a local folder, or a name on the hub.
        max_length_tokens: where texts are cut, special tokens included; by default what the
            model was made for.
        device: "cuda" or "cpu"; by default a GPU when there is one.
        n_threads: CPU threads of this process for one model step; by default torch's choice,
            every core, which is right for one worker process a machine.

    Raises:
        UnusableModel: not found, not a bi-encoder we can run, or weights that do not fit the
            model's layers.
    """
    import torch

    folder = find_model(model)
    tokenizer, network = _load(folder)
    chosen = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    if n_threads is not None:
        torch.set_num_threads(n_threads)
    made_for = folder.max_length_tokens or _longest_input(tokenizer, network)
    return BiEncoder(
        folder, max_length_tokens or made_for, chosen, network.to(chosen).eval(), tokenizer
    )


def _load(folder: ModelFolder) -> tuple[Any, Any]:
    import torch
    from transformers import AutoModel, AutoTokenizer

    try:
        with quiet_transformers():
            tokenizer = AutoTokenizer.from_pretrained(folder.path, local_files_only=True)
            network, report = AutoModel.from_pretrained(
                folder.path, local_files_only=True, dtype=torch.float32, output_loading_info=True
            )
    except (OSError, ValueError) as error:
        raise UnusableModel(f"{folder.name}: {error}") from error
    # Layers without weights would be filled with random numbers; the pooler is not used.
    missing = [name for name in report["missing_keys"] if not name.startswith("pooler.")]
    if missing:
        raise UnusableModel(f"{folder.name}: {len(missing)} layers have no weights: {missing[0]}")
    return tokenizer, network


def _longest_input(tokenizer: Any, network: Any) -> int:
    # A tokenizer that knows no limit says 10**30.
    said = getattr(network.config, "max_position_embeddings", FALLBACK_LENGTH)
    return min(int(tokenizer.model_max_length), int(said))


def _pool(states: torch.Tensor, mask: torch.Tensor, pooling: str) -> torch.Tensor:
    """Token states (b, t, d) to text vectors (b, d); padding has no part in the mean."""
    if pooling == "cls":
        return states[:, 0]  # (b, d)
    weights = mask.unsqueeze(-1).to(states.dtype)  # (b, t, 1)
    return (states * weights).sum(dim=1) / weights.sum(dim=1)  # (b, d)
