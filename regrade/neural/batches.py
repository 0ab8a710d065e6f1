from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from regrade.neural.packing import EncodedText, TextGroup, pack

if TYPE_CHECKING:
    import torch

Raw = TypeVar("Raw")
Ready = TypeVar("Ready")


# While the first window is prepared nothing else can be done.
FIRST_WINDOW = 256


# A CPU is fastest while a batch's activations stay in its cache; a GPU wants work at hand.
TOKENS_CPU, TOKENS_GPU = 1024, 131_072
# CUDA's launches count no further along the axis on which attention lays texts.
MOST_TEXTS = 65_535
# After so many full batches that went well, a budget that was halved is doubled again.
PATIENCE = 64
# A CPU's allocator and a GPU's libraries have no class of error of their own.
SAID_OF_MEMORY = ("can't allocate memory", "not enough memory", "out of memory", "ALLOC_FAILED")
# What a GPU's driver and libraries report begins so, whatever the error's class.
SAID_OF_DEVICE = ("CUDA error", "CUDA driver error")


class DeviceBatch(NamedTuple):
    """A `PackedBatch` on the device that computes it."""

    token_ids: torch.Tensor
    positions: torch.Tensor
    token_types: torch.Tensor
    first_tokens: torch.Tensor
    groups: tuple[TextGroup, ...]


Step = Callable[[DeviceBatch], "torch.Tensor"]


class TokenBudget:
    """How many tokens a batch may hold: halved when the device's memory is too small.

    What held the memory may be gone a little later: after some full batches that went well it is
    doubled again, up to what it was at first. On a device that is simply too small, one batch
    in so many is taken twice.
    """

    def __init__(self, n_tokens: int) -> None:
        if n_tokens < 1:
            raise ValueError(f"a batch must hold at least 1 token, not {n_tokens}")
        self.n_tokens = self._most = n_tokens
        self._n_well = 0

    @classmethod
    def of(cls, device: torch.device) -> TokenBudget:
        """The usual budget of the device."""
        return cls(TOKENS_CPU if device.type == "cpu" else TOKENS_GPU)

    def n_fit(self, n_tokens: int) -> int:
        """How many texts of that length a batch holds; at least one."""
        return min(MOST_TEXTS, max(1, self.n_tokens // n_tokens))

    def halve(self) -> None:
        self.n_tokens, self._n_well = max(1, self.n_tokens // 2), 0

    def went_well(self) -> None:
        """Count a full batch for which the memory sufficed."""
        self._n_well += 1
        if self._n_well == PATIENCE:
            self.n_tokens, self._n_well = min(self._most, 2 * self.n_tokens), 0


def run_in_batches(
    texts: Sequence[EncodedText], step: Step, *, budget: TokenBudget, device: torch.device
) -> Iterator[tuple[NDArray[np.int64], torch.Tensor]]:
    """Take a model's step over all texts, longest first, and yield what each batch gave.

    Where the device's memory does not suffice, the budget is halved and the batch taken again
    in parts.

    Args:
        texts: in any order.
        step: what to compute; called in inference mode.
        budget: shared by all calls with a model, so that what one learned serves the next.

    Yields:
        The indices of the batch's texts among all texts, and the step's output, on the device.

    Raises:
        MemoryError: one text alone is too much.
    """
    groups = [text.group for text in texts]
    lengths = np.array([group.n_tokens for group in groups], dtype=np.int64)
    n_attended = np.array([group.n_attended for group in groups], dtype=np.int64)
    remaining = np.lexsort((-n_attended, -lengths))
    while remaining.size:
        indices = remaining[: budget.n_fit(int(lengths[remaining[0]]))]
        batch = [texts[index] for index in indices]
        undivided = f"one text of {lengths[indices[0]]:,} tokens" if len(batch) == 1 else None
        output = attempt(partial(_taken, step, batch, device), budget=budget, undivided=undivided)
        if output is None:
            continue
        yield indices, output
        remaining = remaining[len(indices) :]
        if remaining.size:
            budget.went_well()


def gather(
    texts: Sequence[EncodedText], step: Step, *, budget: TokenBudget, device: torch.device
) -> NDArray[np.float32]:
    """A step's result for each text, brought off the device at once: shape (n_texts, ...).

    Raises:
        MemoryError: one text alone is too much.
        ValueError: no texts.
    """
    import torch

    found = list(run_in_batches(texts, step, budget=budget, device=device))
    if not found:
        raise ValueError("there are no texts to compute")
    indices = np.concatenate([indices for indices, _ in found])
    rows = torch.cat([output for _, output in found]).float().cpu().numpy()
    gathered = np.empty_like(rows)
    gathered[indices] = rows
    return gathered


def attempt(
    compute: Callable[[], torch.Tensor], *, budget: TokenBudget, undivided: str | None
) -> torch.Tensor | None:
    """Compute in inference mode; where the device's memory does not suffice, halve the budget.

    Args:
        undivided: what is computed, where no smaller part of it could be tried instead.

    Returns:
        What was computed, or None where it is to be tried again in smaller parts.

    Raises:
        MemoryError: the memory is too small for what cannot be divided.
    """
    import torch

    try:
        with torch.inference_mode():
            return compute()
    except (RuntimeError, MemoryError) as error:
        if not is_of_memory(error):
            raise
        # What the attempt held is free only once the error is gone.
    if undivided:
        raise MemoryError(f"the device's memory is too small for {undivided}")
    torch.cuda.empty_cache()
    budget.halve()
    return None


def is_of_memory(error: Exception) -> bool:
    """Whether an error says that memory is too small: the processor's or a GPU's."""
    import torch

    has_class = isinstance(error, torch.OutOfMemoryError | MemoryError)
    return has_class or any(said in str(error) for said in SAID_OF_MEMORY)


def is_of_device(error: Exception) -> bool:
    """Whether the error is a GPU failure, after which the process cannot use that GPU."""
    said = isinstance(error, RuntimeError) and str(error).startswith(SAID_OF_DEVICE)
    return said and not is_of_memory(error)


def _taken(step: Step, texts: Sequence[EncodedText], device: torch.device) -> torch.Tensor:
    return step(_on_device(texts, device))


def _on_device(texts: Sequence[EncodedText], device: torch.device) -> DeviceBatch:
    import torch

    packed = pack(texts)
    columns = torch.from_numpy(np.stack([packed.token_ids, packed.positions, packed.token_types]))
    firsts = torch.from_numpy(packed.first_tokens)
    if device.type == "cuda":
        columns, firsts = _transferred([columns, firsts], device)
    return DeviceBatch(columns[0], columns[1], columns[2], firsts, packed.groups)


def _transferred(tensors: Sequence[torch.Tensor], device: torch.device) -> list[torch.Tensor]:
    """Bring tensors to a GPU while it computes the batch before."""
    import torch

    # On the stream that computes, a transfer would wait for all that was asked for before.
    computing, transfers = torch.cuda.current_stream(device), _transfers(device)
    with torch.cuda.stream(transfers):
        moved = [tensor.pin_memory().to(device, non_blocking=True) for tensor in tensors]
    computing.wait_stream(transfers)
    for tensor in moved:
        tensor.record_stream(computing)  # so that its memory serves no later transfer too early
    return moved


@cache
def _transfers(device: torch.device) -> torch.cuda.Stream:
    import torch

    return torch.cuda.Stream(device)  # type: ignore[no-untyped-call]


def in_windows(items: Sequence[Raw], size: int) -> Iterator[Sequence[Raw]]:
    """Yield the items in windows that double in length, up to `size`."""
    start, n = 0, min(FIRST_WINDOW, size)
    while start < len(items):
        yield items[start : start + n]
        start, n = start + n, min(2 * n, size)


def prepared_ahead(parts: Iterable[Raw], prepare: Callable[[Raw], Ready]) -> Iterator[Ready]:
    """Prepare the next part in another thread while the current one is used.

    For tokenizing, which leaves the interpreter free while it works.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        waiting = None
        for part in parts:
            following = pool.submit(prepare, part)
            if waiting is not None:
                yield waiting.result()
            waiting = following
        if waiting is not None:
            yield waiting.result()
