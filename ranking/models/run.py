from __future__ import annotations

from django.db import models
from django.db.models import Func, Q, Value
from django.db.models.lookups import Exact

from ranking.models.collection import Collection
from ranking.models.constraints import name_constraints, one_of
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known
from ranking.models.topic_set import TopicSet


class RunSource(models.TextChoices):
    IMPORTED = "imported"
    COMPUTED = "computed"


class RunStatus(models.TextChoices):
    COMPUTING = "computing"
    COMPLETE = "complete"
    FAILED = "failed"


class RunKind(models.TextChoices):
    """Kind of ranker behind a run, as the TREC Deep Learning track sorts runs."""

    TRAD = "trad", "traditional"
    NN = "nn", "neural"
    NNLM = "nnlm", "language model"
    UNKNOWN = "unknown", "unspecified"


class RunQuerySet(OwnedQuerySet["Run"]):
    pass


class Run(Owned):
    """One system's ranking over a topic set.

    Imported whole, and then `spec` says at most that scores were rounded to single precision; or
    computed: then `spec` freezes ranker, parameters, model identity and code version before the
    first topic is ranked, and `parent` is the run that was re-ranked. The `kind` of a computed run
    follows from its ranker; that of an imported one is said by people. `link` leads to the page of
    its paper or code. `metadata` holds what the file of an imported run says of it, unchecked.
    """

    collection = models.ForeignKey(Collection, models.PROTECT, related_name="runs")
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="runs")
    name = models.TextField()
    team = models.TextField(blank=True)
    tag = models.TextField(blank=True)
    kind = models.TextField(choices=RunKind.choices, default=RunKind.UNKNOWN)
    link = models.TextField(blank=True, help_text="Page of its paper or code.")
    source = models.TextField(choices=RunSource.choices)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="reranked_by")
    spec = models.JSONField(null=True)
    status = models.TextField(choices=RunStatus.choices)
    depth = models.PositiveIntegerField(default=0, help_text="Length of the longest ranking.")
    metadata = models.JSONField(
        null=True, help_text="Fields of the ir_metadata header of its file."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        permissions = [("may_research", "May compute, evaluate and compare runs")]
        constraints = [
            *name_constraints("run"),
            visibility_known("run"),
            models.CheckConstraint(name="run_source_known", condition=one_of("source", RunSource)),
            models.CheckConstraint(name="run_kind_known", condition=one_of("kind", RunKind)),
            models.CheckConstraint(
                name="run_link_is_http", condition=Q(link="") | Q(link__regex=r"^https?://\S+$")
            ),
            models.CheckConstraint(name="run_status_known", condition=one_of("status", RunStatus)),
            models.CheckConstraint(
                name="run_computed_has_spec",
                condition=~Q(source="computed") | Q(spec__isnull=False),
            ),
            models.CheckConstraint(
                name="run_metadata_is_object",
                condition=Q(metadata__isnull=True)
                | Q(
                    Exact(
                        Func("metadata", function="jsonb_typeof", output_field=models.TextField()),
                        Value("object"),
                    )
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def parent_name(self) -> str | None:
        """The name of the run that it was made of, which may be missing here."""
        return self.parent.name if self.parent else (self.spec or {}).get("parent")
