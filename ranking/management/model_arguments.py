from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.core.management.base import CommandError

from ranking.management.arguments import Argument, argument, group
from ranking.management.index_arguments import INDEX_OPTIONS
from ranking.parameters.texts import AS_THE_MODEL_SAYS, PRECISION
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.neural_rankers import NEURAL_RANKERS, Parameter, neural_ranker, takers
from regrade.bm25.rm3 import RM3
from regrade.neural.networks import PRECISIONS

SCORING = ("k1", "b", "no_tie_adjustment", "rm3", *RM3._fields)


YES_NO = {"yes": True, "no": False}


def option(name: str) -> str:
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
        raise CommandError(f"The ranker {ranker} takes no {' and no '.join(map(option, given))}.")


def _taken_by(ranker: str) -> set[str]:
    if ranker == BM25:
        return {*SCORING, *INDEX_OPTIONS, "device"}
    kind = neural_ranker(ranker)
    of_passages = ["passage_model"] if kind.takes_towers else []
    return {"model", "precision", *of_passages, *kind.options._fields}


def model_arguments(rankers: Collection[str]) -> tuple[Argument, ...]:
    """The options of these neural rankers; None means not given."""
    of_model = group(
        "model",
        argument(
            "--model",
            metavar="FOLDER_OR_NAME",
            help="a local folder of weights or a name on the hub; by default, for bert-dot and "
            "colbert, the MiniLM that was installed with Regrade",
        ),
        argument(
            "--passage-model",
            metavar="FOLDER_OR_NAME",
            help="bert-dot: a model of its own for passages, as DPR has",
        ),
        argument("--precision", choices=PRECISIONS, help=f"{PRECISION} ({PRECISIONS[0]})"),
    )
    parameters = []
    for name, of_all in takers().items():
        if of_these := {ranker: of_all[ranker] for ranker in rankers if ranker in of_all}:
            parameters.append(_parameter(name, of_these, len(of_these) == len(rankers)))
    return of_model, group("how texts are read; a ranker refuses options it lacks", *parameters)


def read_model_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for a plan: model, precision, and the given parameters."""
    given = {name: options[name] for name in takers() if options.get(name) is not None}
    return {
        "model": options["model"],
        "passage_model": options["passage_model"],
        "precision": options["precision"] or PRECISIONS[0],
        "parameters": {name: YES_NO.get(value, value) for name, value in given.items()},
    }


def _parameter(name: str, rankers: Mapping[str, Parameter], is_of_all: bool) -> Argument:
    first = next(iter(rankers.values()))
    kinds: dict[str, dict[str, Any]] = {
        "choice": {"choices": first.choices},
        "yes_no": {"choices": list(YES_NO)},
        "whole": {"type": int, "metavar": "N"},
        "prompt": {"metavar": "TEXT"},
        "text": {"metavar": "WORD"},
    }
    return argument(option(name), help=_help(rankers, is_of_all), **kinds[first.kind])


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
