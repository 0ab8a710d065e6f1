"""What kind a computed run is of."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ranking.models import RunKind

# By ranker. TK learns from word vectors; the other models are language models trained before.
KINDS: Mapping[str, RunKind] = MappingProxyType(
    {
        "bm25": RunKind.TRAD,
        "tk": RunKind.NN,
        **dict.fromkeys(("bert-cat", "bert-dot", "colbert", "mono-t5", "duo-t5"), RunKind.NNLM),
    }
)
# Rankers that only put the scores of their parent together.
OF_PARENT = ("pair-aggregation", "roll-up")
