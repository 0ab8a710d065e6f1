"""Examples in the form in which the trainers of transformers take them: a data set of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

import numpy as np
from datasets import Dataset
from numpy.typing import NDArray
from torch.utils.data import BatchSampler, SequentialSampler

from regrade.training.batches import batches_of
from regrade.training.examples import Example
from regrade.training.task import Task


class Columns(Protocol):
    """Turns an example, or one of its passages, into a row of columns that a loss reads."""

    def __call__(self, example: Example, place: int) -> Mapping[str, Any]: ...


class Order(NamedTuple):
    """The examples of a training in the order in which they are taken: parallel arrays.

    Attributes:
        rows, epochs: shape (n_steps * size,), of each example.
        size: examples of a step.
    """

    rows: NDArray[np.int64]
    epochs: NDArray[np.int64]
    size: int


def order_of(task: Task) -> Order:
    """Put all batches of a training together, without reading a text."""
    recipe = task.recipe
    batches = batches_of(
        task.source, recipe.batch, seed=recipe.seed, keeps_apart=recipe.keeps_apart
    )
    taken = [*islice(batches, recipe.steps)]
    size = min(len(batch.rows) for batch in taken)
    rows = [batch.rows[:size] for batch in taken]
    epochs = np.repeat([batch.epoch for batch in taken], size)
    return Order(np.concatenate(rows).astype(np.int64), epochs, size)


def data_set(task: Task, order: Order, columns: Columns, per_example: int) -> Dataset:
    """A data set whose texts are read when a batch is taken.

    Args:
        per_example: rows that an example makes: 1, or one for each passage.
    """
    places = Dataset.from_dict({"place": np.arange(order.rows.size * per_example)})

    def read(batch: Mapping[str, Sequence[int]]) -> dict[str, list[Any]]:
        rows = [*_rows(task, order, columns, batch["place"], per_example)]
        return {name: [row[name] for row in rows] for name in rows[0]}

    return places.with_transform(read)


def _rows(
    task: Task, order: Order, columns: Columns, places: Sequence[int], per_example: int
) -> Iterator[Mapping[str, Any]]:
    found: dict[int, Example] = {}
    wanted = [*dict.fromkeys(place // per_example for place in places)]
    for epoch in sorted({int(order.epochs[one]) for one in wanted}):
        inside = [one for one in wanted if order.epochs[one] == epoch]
        examples = task.source.examples([int(order.rows[one]) for one in inside], epoch)
        found.update(zip(inside, examples, strict=True))
    for place in places:
        yield columns(found[place // per_example], place % per_example)


def in_order(dataset: Dataset, batch_size: int, **_: object) -> BatchSampler:
    """Batches as `order_of` put them together."""
    return BatchSampler(SequentialSampler(dataset), batch_size, drop_last=False)


def in_places(example: Example, place: int) -> Mapping[str, Any]:
    """A column for each passage, and by how much the first is better than each other."""
    first, *others = example.targets
    return {
        "query": example.query,
        **{f"passage {number}": text for number, text in enumerate(example.passages)},
        "label": [first - other for other in others],
    }
