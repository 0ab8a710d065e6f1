from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.lookups import Exact

from annotation.models.label_set import LabelSet
from ranking.models import Topic
from ranking.models.fields import PackedArrayField, n_bytes


class TopicLabels(models.Model):
    """One topic of a label set: parallel arrays of shape (n_judged,), ordinals ascending.

    Of a set that is a sample, `probabilities` say how probable each pair was to be drawn.
    """

    label_set = models.ForeignKey(LabelSet, models.PROTECT, related_name="topic_labels")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="topic_labels")
    ordinals = PackedArrayField("int32")
    relevances = PackedArrayField("int16")
    probabilities = PackedArrayField("float64", null=True)

    class Meta:
        ordering = ["label_set_id", "topic_id"]
        constraints = [
            models.UniqueConstraint(
                name="topic_labels_one_per_set_and_topic", fields=["label_set", "topic"]
            ),
            models.CheckConstraint(
                name="topic_labels_arrays_same_length",
                condition=Exact(n_bytes("ordinals"), n_bytes("relevances") * 2),
            ),
            models.CheckConstraint(
                name="topic_labels_probability_each",
                condition=Q(probabilities=None)
                | Q(Exact(n_bytes("probabilities"), n_bytes("ordinals") * 2)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label_set_id}/{self.topic_id}"
