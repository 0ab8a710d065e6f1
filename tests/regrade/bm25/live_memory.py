"""How much memory the tensors that torch's operations make take at once, on any device."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch


def most_live_bytes(act: Callable[[], object]) -> int:
    """Of what was made while `act` ran, the bytes that lived at once, at most."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode
    from torch.utils._pytree import tree_leaves

    class Watch(TorchDispatchMode):  # type: ignore[no-untyped-call]
        live: int = 0
        most: int = 0

        def __init__(self) -> None:
            super().__init__()  # type: ignore[no-untyped-call]
            self.seen: dict[int, int] = {}  # views of a storage by its address

        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            made = func(*args, **(kwargs or {}))
            for each in filter(torch.is_tensor, tree_leaves(made)):
                self.watch(each)
            return made

        def watch(self, tensor: torch.Tensor) -> None:
            storage = tensor.untyped_storage()
            address, n_bytes = storage.data_ptr(), storage.nbytes()
            self.seen[address] = self.seen.get(address, 0) + 1
            if self.seen[address] == 1:
                self.live += n_bytes
                self.most = max(self.most, self.live)
            weakref.finalize(tensor, self.forget, address, n_bytes)

        def forget(self, address: int, n_bytes: int) -> None:
            self.seen[address] -= 1
            if not self.seen[address]:
                self.live -= n_bytes

    watch = Watch()
    with watch:
        act()
    return watch.most
