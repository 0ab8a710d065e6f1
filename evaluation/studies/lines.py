"""A study's request, and its texts: the originals, and each variant of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from evaluation.comparisons.results import Correction
from evaluation.exceptions import StudyRefused
from ranking.collections.topics import IMPORTED
from ranking.exceptions import RecipeRefused
from ranking.lookup import Name, by_name, free_name
from ranking.models import Collection, TopicSet, Visibility
from ranking.names import first_repeated
from ranking.variants.making import begin_collection_variant, is_made, make_topics_variant
from ranking.variants.texts import is_same_recipe, recipe_asked, recipe_to_go_on_with
from regrade.significance import USUAL_TEST
from regrade.variants import Recipe, RecipeError, kind_title, recipe_of, recipe_title

ORIGINAL = "Original"
Changes = Literal["nothing", "queries", "passages", "both"]
Texts = TypeVar("Texts", Collection, TopicSet)
MAX_NAME = 120


class Line(NamedTuple):
    """Topics and passages that every ranker answers: one line of the study's tables.

    Attributes:
        kind: kind of change to the texts, without its strength; empty for the originals.
    """

    title: str
    topic_set: TopicSet
    collection: Collection
    changes: Changes
    kind: str


class Change(NamedTuple):
    """Difference between a variant and the study's original texts."""

    title: str
    kind: str


class AskedVariant(NamedTuple):
    """Texts that are there, or a recipe by which some are made.

    Attributes:
        title: how tables call it; else it follows from the recipes.
        topics, collection: a variant of the study's topic set or collection, or one of each.
        texts: "queries" or "passages", which the recipe changes.
        recipe: a name, a step or a list of steps.
    """

    title: str | None = None
    topics: str | None = None
    collection: str | None = None
    texts: str | None = None
    recipe: Any = None
    seed: int = 1


class AskedRanker(NamedTuple):
    """A ranker of the study.

    Attributes:
        asked: the fields of a computed run without its name and ground; None for imported runs.
        reranks: the ranker of the study whose runs it re-ranks.
        runs: imported runs, one over each of the study's texts.
    """

    name: str
    asked: Mapping[str, Any] | None = None
    reranks: str | None = None
    runs: Sequence[str] = ()


class AskedStudy(NamedTuple):
    """A study: every ranker over the original texts and over each variant.

    Attributes:
        crosses: every variant of the topics with every variant of the collection, too.
        measures: as `measures_of` reads them.
    """

    name: Annotated[str, {"max_length": 40}]
    topics: Name
    collection: Name
    labels: Name
    measures: str
    variants: Sequence[AskedVariant]
    rankers: Sequence[AskedRanker]
    crosses: bool = False
    test: str = USUAL_TEST
    correction: Correction = "holm"


def lines_of(asked: AskedStudy) -> list[Line]:
    """The originals, then each variant; makes or begins the variants given as recipes.

    Raises:
        NotFound: there is no such topic set or collection.
        RecipeRefused: a recipe that cannot run here.
        StudyRefused: no variant, two with the same title or texts, or texts that are not a variant
            of the originals.
    """
    topic_set, collection = by_name(TopicSet, asked.topics), by_name(Collection, asked.collection)
    pairs = [_texts(variant, asked.name, topic_set, collection) for variant in asked.variants]
    if not pairs:
        raise StudyRefused(
            "A study needs a variant beside the originals: name one.",
            code="no_variant",
            field="variants",
        )
    titles: dict[tuple[int, int], str | None] = {
        (topics.pk, passages.pk): variant.title
        for (topics, passages), variant in zip(pairs, asked.variants, strict=True)
    }
    if asked.crosses:
        pairs = _crossed(pairs, topic_set, collection)
    lines = [Line(ORIGINAL, topic_set, collection, "nothing", "")]
    for topics, passages in pairs:
        line = _line(topics, passages, topic_set, collection)
        title = titles.get((topics.pk, passages.pk)) or _joined_title(
            line, titles.get((topics.pk, collection.pk)), titles.get((topic_set.pk, passages.pk))
        )
        lines.append(line._replace(title=title))
    _refuse_twice([f"{line.topic_set.name} and {line.collection.name}" for line in lines], "are of")
    _refuse_twice([line.title for line in lines], "are called")
    return lines


def _change_of(texts: Texts, original: Texts) -> Change:
    """The recipes applied to the original, in order.

    Raises:
        StudyRefused: the texts are not a variant of it.
    """
    recipes = list(_recipes(texts, original))[::-1]
    titles = [title for title, _ in recipes]
    return Change("+".join(titles), "+".join(kind for _, kind in recipes))


def _texts(
    variant: AskedVariant, study: str, topic_set: TopicSet, collection: Collection
) -> tuple[TopicSet, Collection]:
    if variant.recipe is None:
        if variant.topics is None and variant.collection is None:
            raise StudyRefused(
                "A variant names topics, a collection, or texts and a recipe.",
                code="variant_of_nothing",
                field="variants",
            )
        topics = by_name(TopicSet, variant.topics, field="variants") if variant.topics else None
        passages = variant.collection and by_name(Collection, variant.collection, field="variants")
        return topics or topic_set, passages or collection
    recipe = recipe_asked(variant.recipe)
    name = _made_name(study, variant.recipe, recipe, variant.texts, variant.seed)
    if variant.texts == "queries":
        return _queries_by(recipe, variant.seed, topic_set, name), collection
    return topic_set, _passages_by(recipe, variant.seed, collection, name)


def _queries_by(recipe: Recipe, seed: int, of: TopicSet, name: str) -> TopicSet:
    """The topics made earlier by this recipe, or new ones."""
    if found := _made_before(TopicSet, of, recipe, seed):
        return found
    name = free_name(TopicSet, name)
    make_topics_variant(name=name, of=of, recipe=recipe, seed=seed)
    return by_name(TopicSet, name)


def _passages_by(recipe: Recipe, seed: int, of: Collection, name: str) -> Collection:
    """The collection begun earlier by this recipe, resumed if it failed, or a new one."""
    found = _made_before(Collection, of, recipe, seed)
    name = found.name if found else free_name(Collection, name)
    return begin_collection_variant(name=name, of=of, recipe=recipe, seed=seed)


def _made_before(
    model: type[Texts], of: Collection | TopicSet, recipe: Recipe, seed: int
) -> Texts | None:
    """Existing texts made by the same steps, in any release of them.

    Skips one that another release left unfinished, since its remaining texts would differ, and
    private ones, since all researchers see a study's texts.
    """
    shown = model._default_manager.exclude(visibility=Visibility.PRIVATE)
    variants = shown.filter(parent=of.pk, seed=seed).order_by("pk")
    return next((each for each in variants if _serves(each, recipe)), None)


def _serves(variant: Collection | TopicSet, recipe: Recipe) -> bool:
    if not is_same_recipe(variant.recipe, recipe):
        return False
    if isinstance(variant, TopicSet) or is_made(variant):
        return True
    try:
        recipe_to_go_on_with(variant.name, variant.recipe)
    except RecipeRefused:
        return False
    return True


def _made_name(study: str, given: Any, recipe: Recipe, texts: str | None, seed: int) -> str:
    short = given if isinstance(given, str) else f"{texts}-{recipe_title(recipe)}"
    slug = "".join(c if c.isalnum() or c in "._-()" else "-" for c in short)[:MAX_NAME]
    return f"{study}.{slug}" + (f".{seed}" if seed != 1 else "")


def _crossed(
    pairs: Sequence[tuple[TopicSet, Collection]], topic_set: TopicSet, collection: Collection
) -> list[tuple[TopicSet, Collection]]:
    """All pairs of topics and collections except the originals with themselves."""
    topics = dict.fromkeys([topic_set, *(each for each, _ in pairs)])
    passages = dict.fromkeys([collection, *(each for _, each in pairs)])
    return [
        (some, others)
        for others in passages
        for some in topics
        if (some, others) != (topic_set, collection)
    ]


def _line(
    topics: TopicSet, passages: Collection, topic_set: TopicSet, collection: Collection
) -> Line:
    """A line titled by its recipes."""
    of_queries, of_passages = _change_of(topics, topic_set), _change_of(passages, collection)
    sides: list[tuple[str, Change]] = [("[Q]", of_queries), ("[P]", of_passages)]
    changed = [(side, change) for side, change in sides if change.kind]
    if not changed:
        raise StudyRefused(
            f"{topics} and {passages} are the originals, which every study has: name a variant.",
            code="originals_as_variant",
            field="variants",
        )
    changes: Changes = "both" if len(changed) == 2 else "queries"
    if len(changed) == 1 and of_passages.kind:
        changes = "passages"
    return Line(
        " ".join(f"{side} {change.title}" for side, change in changed),
        topics,
        passages,
        changes,
        " ".join(f"{side} {change.kind}" for side, change in changed),
    )


def _joined_title(line: Line, of_queries: str | None, of_passages: str | None) -> str:
    """Title of a pair: its sides' given titles, else those of the recipes."""
    if line.changes != "both" or not (of_queries or of_passages):
        return line.title
    first, _, second = line.title.partition(" [P] ")
    return f"{of_queries or first} {of_passages or f'[P] {second}'}"


def _recipes(texts: Texts, original: Texts) -> Iterator[tuple[str, str]]:
    """Title and kind of each recipe from the texts up to the original."""
    here: Texts | None = texts
    while here is not None and here.pk != original.pk:
        yield _title_and_kind(here)
        here = here.parent
    if here is None:
        raise StudyRefused(
            f"{texts} is no variant of {original}, which the study is about.",
            code="not_a_variant",
            field="variants",
        )


def _title_and_kind(texts: Collection | TopicSet) -> tuple[str, str]:
    """Title and kind of a text's last recipe, even from a release that cannot run here."""
    if texts.recipe == IMPORTED:
        return texts.name, texts.name
    try:
        recipe = recipe_of(texts.recipe or {})
    except RecipeError:
        kind = kind_title(str((texts.recipe or {}).get("kind", texts.name)))
        return kind, kind
    return recipe_title(recipe), "+".join(kind_title(step.kind) for step in recipe.steps)


def _refuse_twice(names: Sequence[str], how: str) -> None:
    twice = first_repeated(names)
    if twice is not None:
        raise StudyRefused(
            f"Two variants {how} {twice}: each stands once.", code="variant_twice", field="variants"
        )
