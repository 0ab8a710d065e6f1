"""A confidence is 1 to 5. What files brought beyond that is kept beside the judgment, as their
unknown columns are: nobody knows its scale."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

KEEP_OTHERS_AS_EXTRA = """
    ALTER TABLE annotation_judgment DISABLE TRIGGER judgment_insert_only;
    UPDATE annotation_judgment
    SET extra = jsonb_build_object('confidence_recorded', confidence::text) || extra, confidence = NULL
    WHERE confidence NOT BETWEEN 1 AND 5;
    ALTER TABLE annotation_judgment ENABLE TRIGGER judgment_insert_only;
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0024_offer_sets_of_topics")]

    operations = [
        # The way back leaves them there: nothing is lost, and no code reads them as a confidence.
        migrations.RunSQL(KEEP_OTHERS_AS_EXTRA, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "judgment",
            models.CheckConstraint(
                name="judgment_confidence_on_its_scale",
                condition=Q(confidence=None) | Q(confidence__range=(1, 5)),
            ),
        ),
    ]
