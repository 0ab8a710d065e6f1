"""Labels are stored like all packed arrays; slots like the queue they are.

Slots are updated at every claim and judgment: room on each page keeps those updates away from
the indexes, and early vacuuming keeps claims fast.
"""

from django.db import migrations

STORAGE = "ALTER TABLE annotation_topiclabels ALTER COLUMN {} SET STORAGE {}"
QUEUE = (
    "fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000"
)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0001_initial")]
    operations = [
        migrations.RunSQL(
            STORAGE.format(column, "EXTERNAL"), STORAGE.format(column, "EXTENDED")
        )
        for column in ("ordinals", "relevances")
    ] + [
        migrations.RunSQL(
            f"ALTER TABLE annotation_slot SET ({QUEUE})",
            "ALTER TABLE annotation_slot RESET"
            " (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)",
        )
    ]
