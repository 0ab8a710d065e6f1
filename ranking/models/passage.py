from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from ranking.models.collection import Collection


class PassageQuerySet(models.QuerySet["Passage"]):
    def with_text(self) -> Self:
        return self.filter(text__isnull=False)


class Passage(models.Model):
    """The unit retrieved and judged. Never deleted, and its text never changes once set.

    A doc_id first met in a run or a label file, or with an empty text in a collection's, has `text`
    null: it can be scored, never shown. An empty text stands below a title that is all there is.
    """

    collection = models.ForeignKey(Collection, models.PROTECT, related_name="passages")
    ordinal = models.PositiveIntegerField()
    doc_id = models.TextField(db_collation="C")
    title = models.TextField(blank=True)
    text = models.TextField(null=True)  # noqa: DJ001  (null is no text, empty is one in the title)
    metadata = models.JSONField(default=dict, blank=True)
    document_id = models.TextField(null=True)  # noqa: DJ001  (null is "not part of a document")
    position_in_document = models.PositiveIntegerField(null=True)

    objects = PassageQuerySet.as_manager()

    class Meta:
        ordering = ["collection_id", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                name="passage_doc_id_unique_in_collection", fields=["collection", "doc_id"]
            ),
            models.UniqueConstraint(
                name="passage_ordinal_unique_in_collection", fields=["collection", "ordinal"]
            ),
            models.CheckConstraint(
                name="passage_doc_id_without_blank", condition=Q(doc_id__regex=r"^\S+$")
            ),
            models.CheckConstraint(
                name="passage_empty_text_is_null",
                condition=Q(text=None) | ~Q(text="") | ~Q(title=""),
            ),
            models.CheckConstraint(
                name="passage_position_needs_document",
                condition=Q(position_in_document__isnull=True) | Q(document_id__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                name="passage_in_document",
                fields=["collection", "document_id", "position_in_document", "ordinal"],
                condition=Q(document_id__isnull=False),
            ),
            models.Index(
                name="passage_without_text",
                fields=["collection", "ordinal"],
                condition=Q(text__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.doc_id
