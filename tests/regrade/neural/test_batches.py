from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest

from regrade.neural.batches import (
    MOST_TEXTS,
    PATIENCE,
    DeviceBatch,
    TokenBudget,
    attempt,
    gather,
    is_of_device,
    run_in_batches,
)
from regrade.neural.packing import EncodedText

if TYPE_CHECKING:
    import torch

# Texts of 1 to 5 tokens, shuffled; a text's tokens are all its number.
LENGTHS = (3, 1, 5, 2, 5, 4, 1, 3)
TEXTS = [EncodedText([number] * length) for number, length in enumerate(LENGTHS)]

Step = Callable[[DeviceBatch], "torch.Tensor"]


def cpu() -> torch.device:
    import torch

    return torch.device("cpu")


def run(texts: Sequence[EncodedText], step: Step, n_tokens: int) -> list[list[int]]:
    """The places of each batch."""
    budget = TokenBudget(n_tokens)
    batches = run_in_batches(texts, step, budget=budget, device=cpu())
    return [places.tolist() for places, _ in batches]


def first_ids(batch: DeviceBatch) -> torch.Tensor:
    return batch.token_ids[batch.first_tokens]


def with_memory_for(n_tokens: int, sizes: list[int] | None = None) -> Step:
    """A step that gives each text's number, unless a batch has more tokens."""

    def step(batch: DeviceBatch) -> torch.Tensor:
        import torch

        if sizes is not None:
            sizes.append(len(batch.token_ids))
        if len(batch.token_ids) > n_tokens:
            raise torch.OutOfMemoryError
        return first_ids(batch)

    return step


def test_run_in_batches_takes_the_longest_first() -> None:
    assert run(TEXTS, first_ids, n_tokens=10) == [[2, 4], [5, 0], [7, 3, 1], [6]]


def test_run_in_batches_puts_texts_that_attend_alike_together() -> None:
    texts = [EncodedText([1] * 4, n_attended=n) for n in (2, 4, 3, 2, 4)]
    seen: list[tuple[int, ...]] = []

    def step(batch: DeviceBatch) -> torch.Tensor:
        seen.extend([tuple(group) for group in batch.groups])
        return batch.first_tokens

    run(texts, step, n_tokens=100)
    assert seen == [(2, 4, 4), (1, 4, 3), (2, 4, 2)]


def test_run_in_batches_computes_in_inference_mode() -> None:
    [(_, output)] = run_in_batches(TEXTS[:1], first_ids, budget=TokenBudget(9), device=cpu())
    assert output.is_inference()


def test_run_in_batches_short_of_memory_halves_the_budget_for_later_calls_too() -> None:
    budget, sizes = TokenBudget(24), list[int]()
    step = with_memory_for(6, sizes)
    for _ in range(2):
        batches = list(run_in_batches(TEXTS, step, budget=budget, device=cpu()))
        assert sorted(p for places, _ in batches for p in places) == list(range(len(TEXTS)))
    assert budget.n_tokens == 6
    assert [size for size in sizes if size > 6] == [17, 10]


def test_run_in_batches_short_of_memory_takes_no_text_twice_or_never() -> None:
    taken: list[int] = []

    def step(batch: DeviceBatch) -> torch.Tensor:
        import torch

        # Memory is short once, in the second batch.
        if len(taken) == 2 and len(batch.first_tokens) > 1:
            raise torch.OutOfMemoryError
        taken.extend(first_ids(batch).tolist())
        return batch.first_tokens

    run(TEXTS, step, n_tokens=10)
    assert sorted(taken) == list(range(len(TEXTS)))


def test_run_in_batches_without_memory_for_one_text_names_its_length() -> None:
    with pytest.raises(MemoryError, match="too small for one text of 5 tokens"):
        run(TEXTS, with_memory_for(4), n_tokens=100)


def test_run_in_batches_raises_what_else_a_step_raises() -> None:
    def step(batch: DeviceBatch) -> torch.Tensor:
        raise RuntimeError("another thing")

    with pytest.raises(RuntimeError, match="another thing"):
        run(TEXTS, step, n_tokens=10)


@pytest.mark.parametrize("n_tokens", [1, 6, 100])
def test_gather_keeps_the_order_of_the_texts_and_what_a_step_gives_of_each(n_tokens: int) -> None:
    def step(batch: DeviceBatch) -> torch.Tensor:
        import torch

        ids = first_ids(batch)
        return torch.stack([ids, ids * 2], dim=1)

    found = gather(TEXTS, step, budget=TokenBudget(n_tokens), device=cpu())
    assert found.dtype == np.float32
    assert found.tolist() == [[number, 2 * number] for number in range(len(TEXTS))]


def test_gather_on_a_gpu_gives_each_text_its_own() -> None:
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU")
    texts = [EncodedText([number] * (1 + number % 50)) for number in range(20_000)]
    found = gather(texts, first_ids, budget=TokenBudget(4096), device=torch.device("cuda"))
    assert found.tolist() == list(range(20_000))


def test_gather_without_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="no texts"):
        gather([], first_ids, budget=TokenBudget(6), device=cpu())


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes."),
        RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
        RuntimeError("CUDA error: out of memory"),
        MemoryError(),
    ],
)
def test_attempt_short_of_memory_halves_the_budget_whatever_says_so(error: Exception) -> None:
    def compute() -> torch.Tensor:
        raise error

    budget = TokenBudget(8)
    assert attempt(compute, budget=budget, undivided=None) is None
    assert budget.n_tokens == 4


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasGemmEx`", True),
        ("CUDA driver error: unspecified launch failure", True),
        ("CUDA error: out of memory", False),
        ("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", False),
        ("The size of tensor a must match", False),
    ],
)
def test_is_of_device_tells_a_gpu_that_failed_from_all_else(said: str, is_so: bool) -> None:
    assert is_of_device(RuntimeError(said)) is is_so


def test_is_of_device_knows_the_class_of_errors_of_torch() -> None:
    import torch

    said = "CUDA error: an illegal memory access was encountered"
    assert is_of_device(torch.AcceleratorError(said))
    assert not is_of_device(torch.OutOfMemoryError("CUDA out of memory."))


def test_attempt_at_more_than_a_processor_has_halves_the_budget() -> None:
    import torch

    budget = TokenBudget(8)
    assert attempt(lambda: torch.empty(2**55), budget=budget, undivided=None) is None
    assert budget.n_tokens == 4


def test_attempt_frees_what_it_held_before_the_next() -> None:
    import weakref

    import torch

    held: list[weakref.ref[torch.Tensor]] = []

    def compute() -> torch.Tensor:
        activations = torch.ones(3)
        held.append(weakref.ref(activations))
        raise torch.OutOfMemoryError

    assert attempt(compute, budget=TokenBudget(8), undivided=None) is None
    assert held[0]() is None


@pytest.mark.parametrize(("n_tokens", "n_fit"), [(1, 10), (3, 3), (10, 1), (11, 1)])
def test_budget_fits_texts_of_a_length_and_always_one(n_tokens: int, n_fit: int) -> None:
    assert TokenBudget(10).n_fit(n_tokens) == n_fit
    # No more than a launch can count.
    assert TokenBudget(10 * MOST_TEXTS).n_fit(1) == MOST_TEXTS


def test_budget_halves_down_to_one() -> None:
    budget, sizes = TokenBudget(5), []
    for _ in range(4):
        budget.halve()
        sizes.append(budget.n_tokens)
    assert sizes == [2, 1, 1, 1]


def test_budget_that_was_halved_is_doubled_after_batches_that_went_well() -> None:
    budget = TokenBudget(9)
    budget.halve()
    budget.halve()
    sizes = []
    for _ in range(4 * PATIENCE):
        budget.went_well()
        sizes.append(budget.n_tokens)
    assert sizes[PATIENCE - 2 :: PATIENCE] == [2, 4, 8, 9]
    assert sizes[PATIENCE - 1 :: PATIENCE] == [4, 8, 9, 9]


def test_budget_that_is_halved_counts_again() -> None:
    budget = TokenBudget(8)
    budget.halve()
    for _ in range(PATIENCE - 1):
        budget.went_well()
    budget.halve()
    budget.went_well()
    assert budget.n_tokens == 2


@pytest.mark.parametrize(("texts", "n_tokens"), [(TEXTS, 24), (TEXTS[:2], 12)])
def test_full_batches_alone_win_a_halved_budget_back(
    texts: list[EncodedText], n_tokens: int
) -> None:
    budget = TokenBudget(24)
    budget.halve()
    for _ in range(PATIENCE):
        list(run_in_batches(texts, first_ids, budget=budget, device=cpu()))
    assert budget.n_tokens == n_tokens


def test_budget_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 token, not 0"):
        TokenBudget(0)
