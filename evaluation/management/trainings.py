"""Options of commands that train, and what they print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, get_args, get_origin, get_type_hints

from evaluation.training.asked import AskedTraining
from evaluation.training.progress import TrainingProgress
from evaluation.training.starting import Planned
from ranking.management.arguments import Argument, argument, group
from ranking.management.progress import progress_bar
from regrade.tables import report
from regrade.training.recipe import ABOUT, Recipe

OF_THE_COMMAND = ("ranker", "loss", "seed")  # settings with options of their own


def recipe_arguments() -> Argument:
    """An option for each setting of a recipe."""
    hints = get_type_hints(Recipe)
    named = [name for name in ABOUT if name not in OF_THE_COMMAND]
    return group("settings of the recipe", *(_option(name, hints[name]) for name in named))


def given_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that were given."""
    return {name: options[name] for name in ABOUT if options.get(name) is not None}


def _option(name: str, hint: Any) -> Argument:
    flag, meaning = f"--{name.replace('_', '-')}", ABOUT[name].meaning
    usual = Recipe.__dataclass_fields__[name].default
    text = f"{meaning[0].lower()}{meaning[1:].rstrip('.')} ({_shown(usual)})"
    if hint is bool:
        return argument(flag, action="store_const", const=not usual, help=text)
    if get_origin(hint) is not None and int in get_args(hint) and type(None) not in get_args(hint):
        return argument(flag, type=_numbers, metavar="N,N", help=text)
    kinds = [one for one in (get_args(hint) or (hint,)) if one is not type(None)]
    if isinstance(kinds[0], str):
        return argument(flag, choices=kinds, help=text)
    return argument(flag, type=kinds[0], metavar="N" if kinds[0] is not str else "NAME", help=text)


def _shown(usual: object) -> str:
    if isinstance(usual, tuple):
        return ",".join(map(str, usual))
    return "the model's own" if usual is None else f"{usual}".lower()


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def preview_text(asked: AskedTraining, planned: Planned) -> str:
    """All that would be trained on, in a sentence."""
    n_trained_on, n_held_out = planned.n_topics
    data = f"{planned.n_examples:,} relevant passages of {n_trained_on:,} topics"
    if asked.file is not None:
        data = f"{planned.n_examples:,} rows of {asked.file.path}"
    return (
        f"{asked.name} would be trained on {data}, in {planned.fields['n_steps']:,} steps, and"
        f" compared on {n_held_out:,} {'' if asked.file else 'other '}topics."
    )


@contextmanager
def training_bar() -> Iterator[Any]:
    """A bar of a training's steps."""
    with progress_bar(unit="step") as bar:

        def show(state: TrainingProgress) -> None:
            bar.total = state.n_steps
            if state.best is not None:
                bar.set_postfix(_measures(state.best.measures), refresh=False)
            bar.update(state.step - bar.n)

        yield show


def training_text(state: TrainingProgress) -> str:
    """A training in some lines."""
    counts: dict[str, Any] = {"steps": f"{state.step:,} of {state.n_steps:,}"}
    counts["minutes trained"] = f"{state.seconds / 60:,.1f}"
    if state.best is not None:
        counts["best model"] = (
            f"step {state.best.step:,}, re-ranking {state.best.depth} passages a topic"
        )
        counts.update(_measures(state.best.measures))
    head = f"Training {state.name} is {state.status}" + (f": {state.error}" if state.error else ".")
    return report(head, counts)


def _measures(measures: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{value:.4f}" for name, value in measures.items()}
