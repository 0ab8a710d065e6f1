from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.text.analyzer import PRETOKENIZED


def indexed(folder: Path, texts: Sequence[str]) -> LexicalIndex:
    """An index of texts that are split at blanks, whose ordinals are their positions."""
    return build_index(folder / uuid4().hex, enumerate(texts), analyzer=PRETOKENIZED)
