"""Options by ranker: an option is given if it is not None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from ranking.management.index_arguments import INDEX_OPTIONS
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.neural_rankers import NEURAL_RANKERS, neural_ranker
from regrade.bm25.rm3 import RM3

SCORING = ("k1", "b", "no_tie_adjustment", "rm3", *RM3._fields)


def flag(name: str) -> str:
    """An option as typed on the command line."""
    return f"--{name.replace('_', '-')}"


def refuse_foreign(ranker: str, options: Mapping[str, Any]) -> None:
    """Refuse options of another ranker.

    Raises:
        CommandError: it names the options and the ranker.
    """
    of_others = set().union(*map(_taken_by, (BM25, *NEURAL_RANKERS))) - _taken_by(ranker)
    given = [name for name in options if name in of_others and options[name] is not None]
    if given:
        raise CommandError(f"The ranker {ranker} takes no {' and no '.join(map(flag, given))}.")


def _taken_by(ranker: str) -> set[str]:
    if ranker == BM25:
        return {*SCORING, *INDEX_OPTIONS, "device"}
    kind = neural_ranker(ranker)
    of_passages = ["passage_model"] if kind.takes_towers else []
    return {"model", "precision", *of_passages, *kind.options._fields}
