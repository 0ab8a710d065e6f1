from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandParser

from ranking.neural.networks import PRECISIONS
from ranking.services.neural_rankers import NEURAL_RANKERS
from ranking.services.ranker_parameters import Parameter, takers
from ranking.services.ranker_words import AS_THE_MODEL_SAYS, PRECISION

YES_NO = {"yes": True, "no": False}


def add_model_arguments(parser: CommandParser) -> None:
    """What rankers with a model take; each takes its own of the parameters."""
    group = parser.add_argument_group("model")
    group.add_argument(
        "--model",
        metavar="FOLDER_OR_NAME",
        help="a local folder of weights or a name on the hub; by default, for bert-dot and "
        "colbert, the MiniLM that was installed with Regrade",
    )
    group.add_argument(
        "--passage-model",
        metavar="FOLDER_OR_NAME",
        help="bert-dot: a model of its own for passages, as DPR has",
    )
    group.add_argument(
        "--precision",
        choices=PRECISIONS,
        default=PRECISIONS[0],
        help=f"{PRECISION} ({PRECISIONS[0]})",
    )
    parameters = parser.add_argument_group("how texts are read; a ranker refuses what it lacks")
    for name, rankers in takers().items():
        _add(parameters, name, rankers)


def read_parameters_given(options: dict[str, Any]) -> dict[str, Any]:
    """The parameters that were given, by name."""
    given = {name: options[name] for name in takers() if options.get(name) is not None}
    return {name: YES_NO.get(value, value) for name, value in given.items()}


def _add(group: Any, name: str, rankers: Mapping[str, Parameter]) -> None:
    parameter = next(iter(rankers.values()))
    flag, told = f"--{name.replace('_', '-')}", _told(rankers)
    if parameter.kind == "choice":
        group.add_argument(flag, choices=parameter.choices, help=told)
    elif parameter.kind == "yes_no":
        group.add_argument(flag, choices=list(YES_NO), help=told)
    elif parameter.kind == "whole":
        group.add_argument(flag, type=int, metavar="N", help=told)
    else:
        group.add_argument(flag, metavar="WORD", help=told)


def _told(rankers: Mapping[str, Parameter]) -> str:
    """What it is, whose it is where not everybody's, and its default where all have the same."""
    parameter, *others = rankers.values()
    whose = "" if len(rankers) == len(NEURAL_RANKERS) else f"{', '.join(rankers)}: "
    told = f"{whose}{parameter.help}"
    if any(other.default != parameter.default for other in others):
        defaults = ", ".join(
            f"{ranker} {_worded(one.default)}"
            for ranker, one in rankers.items()
            if one.default is not None
        )
        return f"{told} ({defaults})"
    if parameter.default is None:
        return f"{told}; {AS_THE_MODEL_SAYS}"
    return f"{told} ({_worded(parameter.default)})"


def _worded(default: str | int | bool | None) -> str:
    words = {value: word for word, value in YES_NO.items()}
    return words[default] if isinstance(default, bool) else str(default)
