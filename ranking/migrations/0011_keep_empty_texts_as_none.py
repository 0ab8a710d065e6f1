"""A text of white space alone is none: null says so, or "" where the title is all there is.

Files are read so from now on, and what they brought before is to be the same. A campaign that has
such a pair in its queue still hands it out, with an empty text.
"""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

FORGET_BLANK_TEXTS = r"""
    UPDATE ranking_passage SET text = CASE WHEN title ~ '^\s*$' THEN NULL ELSE '' END
    WHERE text ~ '^\s*$' AND (title ~ '^\s*$' OR text <> '')
"""


class Migration(migrations.Migration):
    dependencies = [("ranking", "0010_count_topics_landed_before")]

    operations = [
        # The way back leaves them so: nobody knows which blanks they were, and they said nothing.
        migrations.RunSQL(FORGET_BLANK_TEXTS, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "passage",
            models.CheckConstraint(
                name="passage_empty_text_is_null",
                condition=Q(text=None) | ~Q(text="") | ~Q(title=""),
            ),
        ),
    ]
