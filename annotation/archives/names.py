"""Names of runs and label sets within JSON columns: hidden in an export, changed in an import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db.models import Model

from annotation.models import CampaignEvent, LabelSet, Pool
from annotation.models.label_set import LABEL_ROLES, POLICY_NAMES
from ranking.models.owned import Visibility

# Stands for a private label set; no name has a blank.
HIDDEN = "private labels"
Document = dict[str, Any]


class Names(NamedTuple):
    """Other names of runs and label sets by the names that are there."""

    runs: Mapping[str, str]
    labels: Mapping[str, str]


def hiding_private() -> Names:
    private = LabelSet.objects.filter(visibility=Visibility.PRIVATE).order_by()
    return Names({}, dict.fromkeys(private.values_list("name", flat=True), HIDDEN))


def in_recipe(recipe: Document, names: Names) -> Document:
    """A pool's recipe with the other names."""
    changed = dict(recipe)
    if recipe.get("labels") is not None:
        changed["labels"] = names.labels.get(recipe["labels"], recipe["labels"])
    if "without" in recipe:
        changed["without"] = [_labels(one, names) for one in recipe["without"]]
    if "added" in recipe:
        changed["added"] = [in_addition(one, names) for one in recipe["added"]]
    if "design" in recipe:
        changed["design"] = in_design(recipe["design"], names)
    if "active" in recipe:
        changed["active"] = _in_active(recipe["active"], names)
        # Keys, as earlier archives have them, name nothing in another database.
        changed["topics"] = [one for one in recipe["topics"] if isinstance(one, str)]
    return changed


def _in_active(active: Document, names: Names) -> Document:
    """A design of an active pool with the other names, and no key, which is of one database."""
    runs = [names.runs.get(name, name) for name in active["runs"]]
    of = active.get("vectors_of")
    vectors_of = of and {"key": None, "name": names.runs.get(of["name"], of["name"])}
    return active | {"runs": runs, "vectors_of": vectors_of}


def in_design(design: Document, names: Names) -> Document:
    """A design with the other names; imported samples have none."""
    if "runs" not in design:
        return design
    question = design["question"]
    return design | {
        "runs": [names.runs.get(name, name) for name in design["runs"]],
        "question": question | {"runs": [names.runs.get(one, one) for one in question["runs"]]},
        **{role: _labels(design[role], names) for role in LABEL_ROLES if design.get(role)},
    }


def in_addition(added: Document, names: Names) -> Document:
    """An addition to a pool, in its recipe or in the log."""
    of_key = {"runs": names.runs, "new_runs": names.runs, "without": names.labels}
    changed = {
        key: [others.get(name, name) for name in added[key]]
        for key, others in of_key.items()
        if isinstance(added.get(key), list)
    }
    return added | changed


def in_policy(policy: Document, names: Names) -> Document:
    """A policy with the other names of the sets that it names."""
    return policy | {key: _labels(policy[key], names) for key in POLICY_NAMES if policy.get(key)}


def _labels(one: Document, names: Names) -> Document:
    name = names.labels.get(one["name"], one["name"])
    hashed = {"content_hash": None} if name == HIDDEN and "content_hash" in one else {}
    return {**one, "name": name, **hashed}


IN_COLUMN: Mapping[tuple[type[Model], str], Callable[[Document, Names], Document]] = {
    (Pool, "recipe"): in_recipe,
    (LabelSet, "policy"): in_policy,
    (LabelSet, "design"): in_design,
    (CampaignEvent, "details"): in_addition,
}
