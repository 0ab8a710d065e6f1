"""Regrade's analyzer, timed: texts to numbered terms."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.lexical import analysis_speed
from regrade.text.analyzer import ENGLISH
from regrade.text.numbering import TermNumbering

PIECE = 4_096  # texts numbered at once


def regrade() -> analysis_speed.Count:
    def count(texts: Sequence[str]) -> int:
        numbering = TermNumbering(ENGLISH)
        pieces = (texts[at : at + PIECE] for at in range(0, len(texts), PIECE))
        return sum(int(numbering.number(piece).numbers.size) for piece in pieces)

    return count


if __name__ == "__main__":
    analysis_speed.main({"Regrade": regrade}, sys.argv[1:])
