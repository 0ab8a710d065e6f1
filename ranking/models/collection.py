from __future__ import annotations

from django.db import models

from ranking.models.constraints import name_constraints


class Collection(models.Model):
    """A set of passages that runs rank and assessors judge.

    It grows (`import_collection --add`, doc_ids first met in runs and labels) and never shrinks:
    packed arrays name passages by ordinal. Whoever adds passages holds this row's lock.
    `docids_hash` names the doc_ids in ordinal order, and with them the docid map.
    `text_version` grows when text is added.
    """

    name = models.TextField()
    description = models.TextField(blank=True)
    language = models.TextField(blank=True)
    licence = models.TextField(blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="variants")
    recipe = models.JSONField(null=True)
    seed = models.BigIntegerField(null=True)
    text_version = models.PositiveIntegerField(default=0)
    n_passages = models.PositiveIntegerField(default=0)
    docids_hash = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("collection"),
            models.CheckConstraint(
                name="collection_variant_has_recipe",
                condition=models.Q(parent__isnull=True) | models.Q(recipe__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name
