"""Examples whose texts are changed again in each epoch: noisy queries, rotated passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regrade.serving.draws import share
from regrade.training.examples import Example, Keys, Source
from regrade.training.recipe import Recipe
from regrade.variants.presets import preset
from regrade.variants.recipe import Recipe as Variant
from regrade.variants.vary import vary_text


@dataclass(frozen=True, eq=False)
class ChangedSource:
    """A source whose texts a recipe of variants changes, drawn again for each row and epoch.

    Attributes:
        source: of the examples as they are.
        of_queries: changes a share of the queries; None for none.
        noise: that share.
        of_passages: changes each passage, the relevant one and the negatives; None for none.
        seed: of the draws.
    """

    source: Source
    of_queries: Variant | None
    noise: float
    of_passages: Variant | None
    seed: int

    @property
    def n_negatives(self) -> int:
        return self.source.n_negatives

    def __len__(self) -> int:
        return len(self.source)

    def keys(self, row: int, epoch: int) -> Keys:
        return self.source.keys(row, epoch)

    def examples(self, rows: Sequence[int], epoch: int) -> list[Example]:
        plain = self.source.examples(rows, epoch)
        return [
            self._changed(example, f"{epoch} {row}")
            for row, example in zip(rows, plain, strict=True)
        ]

    def _changed(self, example: Example, key: str) -> Example:
        query, passages = example.query, example.passages
        if self.of_queries is not None and share("noise", self.seed, key) < self.noise:
            query = vary_text(self.of_queries, query, seed=self.seed, key=key) or query
        if self.of_passages is not None:
            passages = [
                vary_text(self.of_passages, text, seed=self.seed, key=f"{key} {place}")
                for place, text in enumerate(passages)
            ]
        return example._replace(query=query, passages=passages)


def changed(source: Source, recipe: Recipe) -> Source:
    """The source with the changes that a recipe asks for; the source itself without any.

    Raises:
        RecipeError: there is no such variant.
    """
    if not recipe.rotates and not recipe.noise:
        return source
    of_queries = preset(recipe.noise_recipe) if recipe.noise else None
    of_passages = preset("debiased-passages-rotate") if recipe.rotates else None
    return ChangedSource(source, of_queries, recipe.noise, of_passages, recipe.seed)
