from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from ranking.lookup import by_name, first_of
from ranking.management.arguments import argument, flag
from ranking.management.jobs import JobCommand
from ranking.management.progress import progress_bar
from ranking.models import Collection, TopicSet
from ranking.variants.making import (
    MadeVariant,
    begin_collection_variant,
    drop_unmade,
    make_topics_variant,
    make_variant_now,
    offer_variant,
    variant_progress,
    wait_for_variant,
)
from ranking.variants.texts import preview
from regrade.tables import report
from regrade.variants import PRESETS, Recipe, RecipeError, preset, recipe_of

STOPPED = "Stopped. Finished work is kept; the same command goes on with {}."
FOLLOWED = "The workers go on with {}; the same command with --workers shows how far they are."


class Command(JobCommand):
    help = (
        "Make a variant of a collection or a topic set: each text changed by a recipe, all ids "
        "kept, so that labels of the original serve it. The same recipe and seed give the same "
        "texts again. Stopped at any moment, the same command goes on with what remains. "
        "docs/variants.md has every kind of change; --list prints the ready variants."
    )

    no_worker = "No worker has begun yet. ./dev up starts one; without --workers none is needed."
    arguments = (
        argument("name", nargs="?", help="name of the variant; no comma, no blank"),
        argument("--of", metavar="NAME", help="the collection or topic set that it is made of"),
        argument(
            "--what",
            choices=("collection", "topics"),
            help="which of the two, where both have that name",
        ),
        argument(
            "--recipe",
            metavar="RECIPE",
            help="a name that --list prints, a JSON file, or JSON: "
            '{"kind": "swap_characters", "amount": 0.1}',
        ),
        argument("--seed", type=int, default=1, help="of all that is drawn (default 1)"),
        flag(
            "--workers",
            "leave a collection to the workers and wait for them (queue rank.cpu); by default "
            "this process makes it",
        ),
        argument(
            "--preview",
            type=int,
            metavar="N",
            help="print the first N texts before and after, and make nothing",
        ),
        flag("--drop", "take away a variant that was never finished"),
        flag("--list", "print the recipes that are ready, and stop"),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for name, ready in PRESETS.items():
                self.stdout.write(f"{name}  {ready.title}")
            return
        _refuse_lacking(options)
        if options["drop"]:
            self._drop(options["name"])
            return
        of, recipe = _source(options["of"], options["what"]), _recipe(options["recipe"])
        if options["preview"] is not None:
            self._preview(of, recipe, options)
        else:
            self.stdout.write(_made_report(self._make(of, recipe, options), options))

    def _drop(self, name: str) -> None:
        sentence = f"There is no collection named {name!r}."
        collection = first_of(Collection.objects.filter(name=name), sentence)
        n_passages = drop_unmade(collection=collection)
        self.stdout.write(f"Took {name} away, with {n_passages:,} passages.")

    def _preview(self, of: Collection | TopicSet, recipe: Recipe, options: dict[str, Any]) -> None:
        for sample in preview(of, recipe, options["seed"], options["preview"]):
            self.stdout.write(f"{sample.id}\n- {sample.before}\n+ {sample.after}\n")

    def _make(
        self, of: Collection | TopicSet, recipe: Recipe, options: dict[str, Any]
    ) -> MadeVariant:
        asked = {"name": options["name"], "recipe": recipe, "seed": options["seed"]}
        if isinstance(of, TopicSet):
            return make_topics_variant(of=of, **asked)
        begun = begin_collection_variant(of=of, **asked)
        stopped = (FOLLOWED if options["workers"] else STOPPED).format(begun.name)
        state = variant_progress(name=begun.name)
        with (
            self.saying_when_stopped(stopped),
            progress_bar(total=state.n_passages, initial=state.n_done, unit=" passages") as bar,
        ):
            if not options["workers"]:
                return make_variant_now(collection=begun, progress=bar.update)
            offer_variant(collection=begun)
            return wait_for_variant(collection=begun, progress=self._warning(bar.update))

    def _warning(self, update: Callable[[int], object]) -> Callable[[int], None]:
        warn = self.patience()

        def advance(n_more: int) -> None:
            update(n_more)
            warn(n_more > 0)

        return advance


def _refuse_lacking(options: dict[str, Any]) -> None:
    needed = [] if options["drop"] else ["of", "recipe"]
    lacking = [key for key in needed if options[key] is None]
    if options["name"] is None and options["preview"] is None:
        lacking.insert(0, "name")
    if lacking:
        raise CommandError(f"Say {' and '.join(lacking)}; --help has an example.")


def _made_report(made: MadeVariant, options: dict[str, Any]) -> str:
    counts = {
        "texts": made.n_texts,
        "of them changed": made.n_changed,
        "with nothing left": made.n_emptied,
    }
    return report(f"Variant {made.name} of {options['of']}, seed {options['seed']}:", counts)


def _source(name: str, what: str | None) -> Collection | TopicSet:
    collections, topic_sets = (model.objects.filter(name=name) for model in (Collection, TopicSet))
    if what is None and collections.exists() and topic_sets.exists():
        raise CommandError(
            f"{name} is a collection and a topic set: say --what collection or --what topics."
        )
    if what == "topics" or (what is None and not collections.exists()):
        return by_name(TopicSet, name)
    return by_name(Collection, name)


def _recipe(given: str) -> Recipe:
    """The recipe of that name, in that file, or written out."""
    try:
        if given in PRESETS:
            return preset(given)
        is_written = given.lstrip().startswith(("{", "["))
        return recipe_of(json.loads(given if is_written else Path(given).read_text("utf-8")))
    except OSError as error:
        raise CommandError(
            f"{given!r} is neither a file nor the name of a recipe; --list prints the names."
        ) from error
    except json.JSONDecodeError as error:
        raise CommandError(f"The recipe is no JSON: {error}.") from error
    except RecipeError as error:
        raise CommandError(f"{error}.") from error
