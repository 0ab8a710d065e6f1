from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from tqdm import tqdm

from ranking.lookup import by_name
from ranking.management.base import SILENT_FOR_S, RegradeCommand
from ranking.models import Collection, TopicSet
from ranking.variants.making import (
    MadeVariant,
    make_collection_variant,
    make_topics_variant,
    preview,
)
from regrade.tables import report
from regrade.variants import PRESETS, Recipe, RecipeError, preset, recipe_of


class Command(RegradeCommand):
    help = (
        "Make a variant of a collection or a topic set: each text changed by a recipe, all ids "
        "kept, so that labels of the original serve it. The same recipe and seed give the same "
        "texts again. docs/variants.md has every kind of change; --list prints what is ready."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", nargs="?", help="name of the variant; no comma, no blank")
        add("--of", metavar="NAME", help="the collection or topic set that it is made of")
        add(
            "--what",
            choices=("collection", "topics"),
            help="which of the two, where both have that name",
        )
        add(
            "--recipe",
            metavar="RECIPE",
            help="a name that --list prints, a JSON file, or JSON: "
            '{"kind": "swap_characters", "amount": 0.1}',
        )
        add("--seed", type=int, default=1, help="of all that is drawn (default 1)")
        add(
            "--preview",
            type=int,
            metavar="N",
            help="print the first N texts before and after, and make nothing",
        )
        add("--list", action="store_true", help="print the recipes that are ready, and stop")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for name, ready in PRESETS.items():
                self.stdout.write(f"{name}  {ready.title}")
            return
        lacking = [key for key in ("of", "recipe") if options[key] is None]
        if options["name"] is None and options["preview"] is None:
            lacking.insert(0, "name")
        if lacking:
            raise CommandError(f"Say {' and '.join(lacking)}; --help has an example.")
        of, recipe = _source(options["of"], options["what"]), _recipe(options["recipe"])
        if options["preview"] is not None:
            self._preview(of, recipe, options)
        else:
            self.stdout.write(_told(_make(of, recipe, options), options))

    def _preview(self, of: Collection | TopicSet, recipe: Recipe, options: dict[str, Any]) -> None:
        for sample in preview(of, recipe, options["seed"], options["preview"]):
            self.stdout.write(f"{sample.id}\n- {sample.before}\n+ {sample.after}\n")


def _make(of: Collection | TopicSet, recipe: Recipe, options: dict[str, Any]) -> MadeVariant:
    name, seed = options["name"], options["seed"]
    if isinstance(of, TopicSet):
        return make_topics_variant(name=name, of=of, recipe=recipe, seed=seed)
    with tqdm(total=of.n_passages, unit=" passages", delay=SILENT_FOR_S, file=sys.stderr) as bar:
        return make_collection_variant(
            name=name, of=of, recipe=recipe, seed=seed, progress=bar.update
        )


def _told(made: MadeVariant, options: dict[str, Any]) -> str:
    counts = {
        "texts": made.n_texts,
        "of them changed": made.n_changed,
        "of which nothing would be left": made.n_emptied,
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
