"""ColBERT: query and passage read apart, a vector for each token."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy, normalize
from torch.utils.checkpoint import checkpoint
from transformers import TrainingArguments

from regrade.neural.colbert import PROJECTION, Colbert, ColbertOptions, load_colbert
from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import find_compute_device, load_encoder, load_tokenizer
from regrade.neural.packing import EncodedText
from regrade.neural.reranker import PassageText
from regrade.training.library.ordered import OrderedTrainer, padded
from regrade.training.library.rows import in_places
from regrade.training.library.training import Parts
from regrade.training.pair_losses import PAIR_LOSSES
from regrade.training.recipe import Recipe
from regrade.training.validating import Scores

N_DIMENSIONS = 128  # of a projection that is drawn
Texts = Mapping[str, torch.Tensor]


class ColbertModule(nn.Module):
    """A BERT with a projection, and a loss of the sums of greatest similarities.

    Letters in the comments: n queries, m passages of each, q and p tokens of a query and of a
    passage, d dimensions.
    """

    def __init__(self, trunk: Any, projection: torch.Tensor, loss: str) -> None:
        super().__init__()
        self.trunk, self.loss, self.n_parts = trunk, loss, 1
        d, h = projection.shape
        self.linear = nn.Linear(h, d, bias=False)
        with torch.no_grad():
            self.linear.weight.copy_(projection)

    def forward(
        self, query: Texts, passages: Texts, is_counted: torch.Tensor, margins: torch.Tensor
    ) -> dict[str, torch.Tensor]:
        """The loss of a batch; `is_counted` says which tokens of the passages have a vector."""
        vectors = self.vectors(query), self.vectors(passages)
        return {"loss": loss_of(self.loss, *vectors, is_counted, margins)}

    def vectors(self, texts: Texts) -> torch.Tensor:
        """Unit vectors of all tokens: shape (n, tokens, d); in parts where memory is small."""
        ids, mask = texts["input_ids"], texts["attention_mask"]
        if self.n_parts == 1:
            return self._vectors(ids, mask)
        parts = zip(ids.chunk(self.n_parts), mask.chunk(self.n_parts), strict=True)
        return torch.cat([checkpoint(self._vectors, *part, use_reentrant=False) for part in parts])

    def _vectors(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states = self.trunk(input_ids=ids, attention_mask=mask).last_hidden_state
        return normalize(self.linear(states).float(), dim=2)


def loss_of(
    name: str,
    queries: torch.Tensor,
    passages: torch.Tensor,
    is_counted: torch.Tensor,
    margins: torch.Tensor,
) -> torch.Tensor:
    """The mean loss of a batch, from unit vectors of its tokens.

    Args:
        name: one of ColBERT's in `LOSSES`.
        queries: shape (n, q, d).
        passages: shape (n * m, p, d), m of each query with the relevant one first.
        is_counted: shape (n * m, p).
        margins: shape (n, m - 1), of a teacher.
    """
    n = len(queries)
    m = len(passages) // n
    if name == "in-batch":
        scores = max_sims(queries, passages, is_counted)  # (n, n * m)
        return cross_entropy(scores, torch.arange(n, device=scores.device) * m)
    own = torch.stack(
        [
            max_sims(one[None], found, counts)[0]
            for one, found, counts in zip(
                queries, torch.split(passages, m), torch.split(is_counted, m), strict=True
            )
        ]
    )  # (n, m)
    return PAIR_LOSSES[name](own[:, :1] - own[:, 1:], margins)


def max_sims(
    queries: torch.Tensor, passages: torch.Tensor, is_counted: torch.Tensor
) -> torch.Tensor:
    """Scores of all queries with all passages: shape (n, s).

    score = sum over the query's tokens of the largest dot product with a token of the passage
    that counts.

    Args:
        queries: shape (n, q, d).
        passages: shape (s, p, d).
        is_counted: shape (s, p).

    Source:
        Khattab and Zaharia, SIGIR 2020.
    """
    n, q, d = queries.shape
    products = queries.reshape(n * q, d) @ passages.transpose(1, 2)  # (s, n * q, p)
    hidden = torch.where(is_counted, 0.0, -torch.inf)[:, None]  # (s, 1, p)
    greatest = (products + hidden).amax(dim=2)  # (s, n * q)
    return greatest.view(-1, n, q).sum(dim=2).T


def colbert(folder: ModelFolder, recipe: Recipe) -> Parts:
    """A BERT's folder, with ColBERT's projection or with one that is drawn."""
    compute = find_compute_device()
    options = ColbertOptions()
    if recipe.max_query:
        options = options._replace(max_query_tokens=recipe.max_query)
    if recipe.max_passage:
        options = options._replace(max_passage_tokens=recipe.max_passage)
    reader = load_colbert(folder, compute, options)
    trunk = load_encoder(folder, compute)
    tokenizer = load_tokenizer(folder, trunk)
    module = ColbertModule(trunk, _projection(reader, trunk, recipe.seed), recipe.loss)

    def save(path: Path) -> None:
        state = {name: one.contiguous() for name, one in trunk.state_dict().items()}
        state[PROJECTION] = module.linear.weight.detach().contiguous()
        trunk.save_pretrained(path, state_dict=state)
        tokenizer.save_pretrained(path)
        _say_architecture(path)

    def load(path: Path) -> Scores:
        return load_colbert(ModelFolder(path.name, path, ""), compute, options)

    def loss(n_parts: int) -> None:
        module.n_parts = n_parts

    return Parts(
        trainer=OrderedTrainer,
        arguments=TrainingArguments,
        model=module,
        loss=None,
        columns=in_places,
        per_example=1,
        splits=not recipe.keeps_apart,
        save_model=save,
        load=load,
        extra={"data_collator": Collator(reader, int(tokenizer.pad_token_id))},
        takes_parts=loss,
    )


class Collator:
    """Texts as the ranker reads them."""

    def __init__(self, reader: Colbert, padding: int) -> None:
        self.reader, self.padding = reader, padding

    def __call__(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        places = [name for name in rows[0] if name.startswith("passage")]
        passages = [PassageText("", row[place]) for row in rows for place in places]
        texts = self.reader.passage_tokens(passages)
        queries = self.reader.query_tokens([row["query"] for row in rows])
        return {
            "query": padded(queries, self.padding),
            "passages": padded(texts, self.padding),
            "is_counted": self._is_counted(texts),
            "margins": torch.tensor([row["label"] for row in rows], dtype=torch.float32),
        }

    def _is_counted(self, texts: Sequence[EncodedText]) -> torch.Tensor:
        longest = max(len(one.token_ids) for one in texts)
        kept = [self.reader.is_kept(one.token_ids).tolist() for one in texts]
        return torch.tensor([[*one, *[False] * (longest - len(one))] for one in kept])


def _projection(reader: Colbert, trunk: Any, seed: int) -> torch.Tensor:
    if reader.projection is not None:
        return reader.projection.detach().clone()  # type: ignore[no-any-return]
    generator = torch.Generator().manual_seed(seed)
    h = trunk.config.hidden_size
    drawn = torch.randn(N_DIMENSIONS, h, generator=generator)
    return drawn * float(trunk.config.initializer_range)


def _say_architecture(path: Path) -> None:
    """Write down that the folder is a ColBERT, for those who look into it."""
    file = path / "config.json"
    config = json.loads(file.read_text(encoding="utf-8"))
    config["architectures"] = ["HF_ColBERT"]
    file.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
