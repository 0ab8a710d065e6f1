"""Recipes, the changes applied to each text of a variant, to and from plain JSON."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from platform import python_version

from regrade.code_version import code_version
from regrade.given import explained
from regrade.variants.characters import KeyboardTypo, SwapCharacters
from regrade.variants.custom import Custom
from regrade.variants.cutting import Rotate, TruncateTokens, TruncateWords
from regrade.variants.loss import LowerCase, RemovePunctuation, RemoveSpace, RemoveStopWords
from regrade.variants.order import SwapAdjacentWords, SwapWords
from regrade.variants.rewording import CorrectSpelling, Homophone, Lemmatize, Replace
from regrade.variants.step import RecipeError, Step
from regrade.variants.translation import BackTranslate

KINDS: dict[str, type[Step]] = {
    kind.kind: kind
    for kind in (
        SwapCharacters,
        KeyboardTypo,
        RemoveSpace,
        SwapWords,
        SwapAdjacentWords,
        Lemmatize,
        RemoveStopWords,
        BackTranslate,
        Homophone,
        LowerCase,
        RemovePunctuation,
        Replace,
        CorrectSpelling,
        Custom,
        Rotate,
        TruncateWords,
        TruncateTokens,
    )
}
CODE = ("regrade/variants", "regrade/serving/rotation.py", "regrade/serving/draws.py")
# Of the files now, which are the ones that were imported.
CODE_VERSION = code_version(*CODE)


@dataclass(frozen=True)
class Recipe:
    """A sequence of steps applied to each text."""

    steps: tuple[Step, ...]
    versions: tuple[tuple[str, str], ...] = ()
    """Versions of the packages used; empty until `as_stored`."""

    @property
    def maps_offsets(self) -> bool:
        """Whether the new place of each character is known."""
        return all(step.maps_offsets for step in self.steps)

    def as_json(self) -> dict[str, object]:
        """Plain JSON that `recipe_of` reads back.

        A single step stands alone; several are listed under `steps`.
        """
        steps = [_step_as_json(step) for step in self.steps]
        shown: dict[str, object] = steps[0] if len(steps) == 1 else {"steps": steps}
        return shown | {"versions": dict(self.versions)} if self.versions else shown

    def as_stored(self) -> Recipe:
        """The recipe with the package versions in use here.

        Raises:
            RecipeError: something it needs is missing.
        """
        return replace(self, versions=tuple(sorted(self._versions_here().items())))

    def other_versions(self) -> dict[str, tuple[str, str | None]]:
        """Packages whose stored version differs from the one here: both versions by name.

        A variant resumed with other versions may differ from its finished part.

        Raises:
            RecipeError: something it needs is missing.
        """
        here = self._versions_here() if self.versions else {}
        return {
            name: (stored, here.get(name))
            for name, stored in self.versions
            if here.get(name) != stored
        }

    def _versions_here(self) -> dict[str, str]:
        found = {"regrade": CODE_VERSION, "python": python_version()}
        found["unicode"] = unicodedata.unidata_version
        for step in self.steps:
            found |= step.versions()
        return found


@explained
def recipe_of(given: Mapping[str, object] | Sequence[object]) -> Recipe:
    """Read a recipe: a step, a list of steps, or a mapping with `steps`.

    A step has its `kind`, its settings, and may have the `version` of the kind's rule. Without one,
    the rule is today's; `as_json` writes it, so that a stored recipe is never read by another rule.

    Raises:
        RecipeError: one sentence with the step, what is wrong there, and what to write.
    """
    body = dict(given) if isinstance(given, Mapping) else {"steps": given}
    versions = body.pop("versions", {})
    has_steps = "steps" in body
    steps = body.pop("steps") if has_steps else [body]
    if has_steps and body:
        raise RecipeError(
            f"The recipe has {', '.join(map(str, body))} beside steps; move it into a step",
            code="settings_beside_steps",
        )
    if not isinstance(steps, list | tuple) or not steps:
        sentence = "The recipe has no steps; give one {kind: ...} or more"
        raise RecipeError(sentence, code="no_steps")
    if not isinstance(versions, Mapping):
        sentence = "The recipe's versions are no mapping; take them away"
        raise RecipeError(sentence, code="versions_not_a_mapping")
    texts = sorted((str(name), str(version)) for name, version in versions.items())
    read = tuple(_step_of(step, number) for number, step in enumerate(steps, start=1))
    return Recipe(read, tuple(texts))


def _step_of(given: object, number: int) -> Step:
    place = f"Step {number} of the recipe"
    if not isinstance(given, Mapping):
        sentence = f"{place} is {given!r}; write a mapping with a kind"
        raise RecipeError(sentence, code="step_not_a_mapping")
    settings = {str(name): value for name, value in given.items()}
    name = settings.pop("kind", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        sentence = f"{place}: there is no kind {name!r}; write one of {', '.join(KINDS)}"
        raise RecipeError(sentence, code="unknown_kind")
    _check_version(kind, settings.pop("version", kind.version), place)
    known = {field.name: field.default is MISSING for field in fields(kind)}
    for unknown in (key for key in settings if key not in known):
        has = f"it has {', '.join(known)}" if known else "it has none"
        sentence = f"{place}, {name}: there is no setting {unknown!r}; {has}"
        raise RecipeError(sentence, code="unknown_setting")
    for missing in (key for key, needed in known.items() if needed and key not in settings):
        sentence = f"{place}, {name}: {missing} is missing; give it"
        raise RecipeError(sentence, code="setting_missing")
    try:
        return kind(**settings)
    except RecipeError as error:
        raise RecipeError(f"{place}, {error}", code=error.code) from error


def _check_version(kind: type[Step], version: object, place: str) -> None:
    if version != kind.version:
        raise RecipeError(
            f"{place}, {kind.kind}: the recipe follows version {version!r} of this rule, of another"
            f" release, and this one knows version {kind.version} alone; make the variant with"
            " that release, or take the version out of the recipe to follow today's rule",
            code="other_rule_version",
        )


def _step_as_json(step: Step) -> dict[str, object]:
    settings = {name: _plain(value) for name, value in step.settings().items()}
    return {"kind": step.kind, "version": step.version, **settings}


def _plain(value: object) -> object:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
