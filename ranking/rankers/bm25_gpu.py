from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ranking.exceptions import UnfitWorker
from regrade.bm25.device_index import DeviceIndex
from regrade.bm25.lexical_index import LexicalIndex
from regrade.exceptions import ExtraMissing
from regrade.extras import extra

NO_GPU = (
    "BM25 with the device cuda needs a GPU, and there is none here: choose the device cpu, or "
    "leave the run to workers that have a GPU (queue rank.gpu)."
)


def find_gpu() -> str:
    """Torch's name of this machine's GPU.

    Raises:
        UnfitWorker: there is none, or torch is not installed.
    """
    try:
        with extra("BM25 on a GPU"):
            import torch
    except ExtraMissing as error:
        raise UnfitWorker(str(error), code=error.code, field="device") from error
    if not torch.cuda.is_available():
        raise UnfitWorker(NO_GPU, code="no_gpu", field="device")
    return "cuda"


@lru_cache(maxsize=1)
def uploaded_index(folder: Path, text_version: int, device: str) -> DeviceIndex:
    """The index in this folder on a device; the process keeps the last one there.

    Args:
        text_version: of its texts, so that an index rebuilt of more texts is uploaded again.
    """
    return DeviceIndex.upload(LexicalIndex.open(folder), device)


def machine_of(device: str) -> str:
    """The device and torch's version, as attempts keep it."""
    import torch

    kind = torch.cuda.get_device_name(device) if device.startswith("cuda") else device
    return f"{kind}, torch {torch.__version__}"
