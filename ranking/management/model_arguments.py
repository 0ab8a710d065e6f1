from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.core.management.base import CommandParser

from ranking.parameters.texts import AS_THE_MODEL_SAYS, PRECISION
from ranking.rankers.parameters import Parameter, takers
from regrade.neural.networks import PRECISIONS

YES_NO = {"yes": True, "no": False}


def add_model_arguments(parser: CommandParser, rankers: Collection[str]) -> None:
    """Add the options of these neural rankers; None means not given."""
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
        help=f"{PRECISION} ({PRECISIONS[0]})",
    )
    parameters = parser.add_argument_group("how texts are read; a ranker refuses what it lacks")
    for name, of_all in takers().items():
        if of_these := {ranker: of_all[ranker] for ranker in rankers if ranker in of_all}:
            _add(parameters, name, of_these, is_of_all=len(of_these) == len(rankers))


def read_model_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for a plan: model, precision, and the given parameters."""
    given = {name: options[name] for name in takers() if options.get(name) is not None}
    return {
        "model": options["model"],
        "passage_model": options["passage_model"],
        "precision": options["precision"] or PRECISIONS[0],
        "parameters": {name: YES_NO.get(value, value) for name, value in given.items()},
    }


def _add(group: Any, name: str, rankers: Mapping[str, Parameter], *, is_of_all: bool) -> None:
    parameter = next(iter(rankers.values()))
    flag, help_text = f"--{name.replace('_', '-')}", _help(rankers, is_of_all)
    if parameter.kind == "choice":
        group.add_argument(flag, choices=parameter.choices, help=help_text)
    elif parameter.kind == "yes_no":
        group.add_argument(flag, choices=list(YES_NO), help=help_text)
    elif parameter.kind == "whole":
        group.add_argument(flag, type=int, metavar="N", help=help_text)
    else:
        metavar = "TEXT" if parameter.kind == "prompt" else "WORD"
        group.add_argument(flag, metavar=metavar, help=help_text)


def _help(rankers: Mapping[str, Parameter], is_of_all: bool) -> str:
    """Help text of an option: its rankers unless it applies to all, its meaning and defaults."""
    parameter, *others = rankers.values()
    whose = "" if is_of_all else f"{', '.join(rankers)}: "
    help_text = f"{whose}{parameter.help}"
    if any(other.default != parameter.default for other in others):
        defaults = ", ".join(
            f"{ranker} {_worded(one.default)}"
            for ranker, one in rankers.items()
            if one.default is not None
        )
        return f"{help_text} ({defaults})"
    if parameter.default is None:
        return f"{help_text}; {AS_THE_MODEL_SAYS}"
    return f"{help_text} ({_worded(parameter.default)})"


def _worded(default: str | int | bool | None) -> str:
    words = {value: word for word, value in YES_NO.items()}
    return words[default] if isinstance(default, bool) else str(default)
