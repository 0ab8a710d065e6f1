"""A passage with neither text nor title has no text: null says so, and pools and indexes see it.

Nobody was ever shown such a passage, and it is found by no word: nothing changes but the counts. The
way back keeps them null, which is what they are.
"""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

FORGET_BLANK_TEXTS = r"""
    UPDATE ranking_passage SET text = NULL WHERE text ~ '^\s*$' AND title ~ '^\s*$'
"""


class Migration(migrations.Migration):
    dependencies = [("ranking", "0010_count_topics_landed_before")]

    operations = [
        migrations.RunSQL(FORGET_BLANK_TEXTS, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "passage",
            models.CheckConstraint(
                name="passage_empty_text_is_null",
                condition=Q(text=None) | ~Q(text="") | ~Q(title=""),
            ),
        ),
    ]
