from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from django.contrib.auth.models import User
from django.db import models
from django.db.models import BooleanField, F, Func, Q
from django.db.models.functions import Now

from evaluation.models.comparison import Comparison
from ranking.models import Owned, OwnedQuerySet
from ranking.models.constraints import name_constraints
from ranking.models.owned import visibility_known


class AnswerKind(models.TextChoices):
    """Kinds of questions that a comparison answers beside its table."""

    SYSTEMS = "systems"
    ORDER = "order"
    TWO_ORDERS = "two-orders"
    TOPIC_PLAN = "topic-plan"
    BOUNDS = "bounds"
    POOL_BIAS = "pool-bias"


class SavedComparisonQuerySet(OwnedQuerySet["SavedComparison"]):
    def of_runs(self, *names: str) -> Self:
        """Those that compare any of these runs."""
        return self.filter(_any_of("runs", names) | Q(asked__baseline__in=names))

    def of_labels(self, *names: str) -> Self:
        """Those that rest on any of these label sets, if only for their topics."""
        one_of_them = Q(asked__baseline_labels__in=names) | Q(asked__only_topics_of__in=names)
        return self.filter(_any_of("labels", names) | one_of_them)

    def saved_by(self, account: User, comparison: Comparison) -> SavedComparison | None:
        """The account's saved copy of a comparison; valid while the comparison's row is locked."""
        return self.filter(comparison=comparison, owner=account).first()


def _answers_whole() -> list[models.CheckConstraint]:
    """Each kept answer is named, has a seed with its draws, and its result beside it."""
    known = " || ".join(f'@.kind == "{kind}"' for kind in AnswerKind.values)
    no_answer = f"!(({known}) && exists(@.content_hash))"
    half_drawn = "@.seed == null && @.n_draws != null || @.seed != null && @.n_draws == null"
    no_item = "NOT jsonb_path_exists(%(expressions)s, '$[*] ? ({})')".format
    as_many = (
        "jsonb_array_length(answers)"
        " = jsonb_array_length(jsonb_path_query_array(%(expressions)s, '$.keyvalue()'))"
    )
    return [
        _holds("answers_named", "answers", no_item(no_answer)),
        _holds("answers_seed_with_draws", "answers", no_item(half_drawn)),
        _holds("answers_with_results", "results", as_many),
    ]


def _holds(name: str, field: str, sql: str) -> models.CheckConstraint:
    """SQL that reads a field's JSON: Django's look-ups do not reach into lists."""
    condition = Func(F(field), template=sql, output_field=BooleanField())
    return models.CheckConstraint(name=f"saved_comparison_{name}", condition=condition)


class SavedComparison(Owned):
    """A frozen comparison that somebody keeps under a name, at the address of its hash.

    `asked` is the request's question, by which the same is asked again. It names runs and label
    sets, which keep their names and stay while it is there: readers of the frozen table can find
    them. An account saves a comparison once; another account may save the same one.

    `answers` lists what was asked of it beside its table: kind, question, seed, and all that the
    answer follows from, whose hash is its `content_hash`. `results` has the answers by that hash,
    as their pages get them. None of them changes.

    `link_token` is set while anybody who has the link may read the table. A link that is turned
    off stays dead: turning it on makes another token.
    """

    name = models.TextField()
    note = models.TextField(blank=True)
    comparison = models.ForeignKey(Comparison, models.PROTECT, related_name="saved")
    asked = models.JSONField()
    answers = models.JSONField(default=list)
    results = models.JSONField(default=dict)
    link_token = models.TextField(null=True)  # noqa: DJ001  (unique, and null is no link)
    created_at = models.DateTimeField(db_default=Now())

    objects = SavedComparisonQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("saved_comparison"),
            visibility_known("saved_comparison"),
            models.UniqueConstraint(
                name="saved_comparison_once_per_owner", fields=["comparison", "owner"]
            ),
            models.UniqueConstraint(
                name="saved_comparison_link_token_unique", fields=["link_token"]
            ),
            *_answers_whole(),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def link(self) -> str | None:
        """Path of its page without an account; what follows a # is sent to no server."""
        return None if self.link_token is None else f"/shared#{self.link_token}"

    @property
    def run_names(self) -> set[str]:
        return _names(*self.asked["runs"], self.asked.get("baseline"))

    @property
    def label_names(self) -> set[str]:
        others = (self.asked.get(key) for key in ("baseline_labels", "only_topics_of"))
        return _names(*self.asked["labels"], *others)


def _any_of(key: str, names: Iterable[str]) -> Q:
    """Condition: one of the names stands in that list of the question."""
    return Q(**{f"asked__{key}__has_any_keys": list(names)})


def _names(*named: str | None) -> set[str]:
    return {name for name in named if name}
