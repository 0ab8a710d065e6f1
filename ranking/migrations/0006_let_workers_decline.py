"""A worker may decline a chunk that it lacks something for; the log says what."""

from __future__ import annotations

from django.db import migrations, models

OUTCOMES = ["landed", "error", "lost", "given back", "declined", "overtaken", "cancelled"]
SAYS_WHY = ("outcome__in", ("error", "declined"))


class Migration(migrations.Migration):
    dependencies = [("ranking", "0005_tell_installations_apart")]
    operations = [
        migrations.RemoveConstraint(model_name="attempt", name="attempt_outcome_known"),
        migrations.RemoveConstraint(model_name="attempt", name="attempt_error_says_why"),
        migrations.AlterField(
            model_name="attempt",
            name="outcome",
            field=models.TextField(
                blank=True, choices=[(outcome, outcome.title()) for outcome in OUTCOMES]
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome", ""), ("outcome__in", OUTCOMES), _connector="OR"),
                name="attempt_outcome_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(SAYS_WHY, models.Q(("error", ""), _negated=True)),
                    models.Q(models.Q(SAYS_WHY, _negated=True), ("error", "")),
                    _connector="OR",
                ),
                name="attempt_error_says_why",
            ),
        ),
    ]
