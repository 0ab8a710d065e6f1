from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from ranking.parameters.texts import PARAMETERS
from ranking.rankers.neural_rankers import NEURAL_RANKERS, neural_ranker
from regrade.neural.reranker import Prompt

Kind = Literal["choice", "yes_no", "whole", "text", "prompt"]


class Parameter(NamedTuple):
    """A ranker's parameter; a default of None means that of the model or its publication."""

    name: str
    kind: Kind
    choices: tuple[str, ...]
    default: str | int | bool | None
    help: str


def parameters_of(ranker: str) -> list[Parameter]:
    """A ranker's parameters, as declared by its options.

    Raises:
        RankingError: there is no ranker of that name.
    """
    options = neural_ranker(ranker).options
    defaults = options._field_defaults
    return [
        Parameter(name, *_kind(hint), defaults[name], PARAMETERS[name])
        for name, hint in get_type_hints(options).items()
    ]


def takers() -> dict[str, dict[str, Parameter]]:
    """Every parameter's name, with the rankers that take it."""
    found: dict[str, dict[str, Parameter]] = {}
    for ranker in NEURAL_RANKERS:
        for parameter in parameters_of(ranker):
            found.setdefault(parameter.name, {})[ranker] = parameter
    return found


def _kind(hint: Any) -> tuple[Kind, tuple[str, ...]]:
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    if parts := [part for part in get_args(hint) if part is not type(None)]:
        return _kind(parts[0])
    kinds: dict[Any, Kind] = {bool: "yes_no", int: "whole", str: "text", Prompt: "prompt"}
    return kinds[hint], ()
