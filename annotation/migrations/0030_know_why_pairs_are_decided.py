"""Decisions of adjudicators, which nothing made until now, say why they were made."""

from django.db import migrations, models

REASONS = ["tied", "apart", "not_judged", "unsure", "off_gold", "chosen"]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0029_sum_up_what_was_said_before")]
    operations = [
        migrations.AlterField(
            model_name="adjudication",
            name="reason",
            field=models.TextField(
                choices=[
                    ("tied", "Tied: no grade has more than half of the votes"),
                    ("apart", "Grades far apart"),
                    ("not_judged", "Somebody could not judge it"),
                    ("unsure", "Somebody was not sure"),
                    ("off_gold", "Somebody missed the expert's grade"),
                    ("chosen", "Chosen by hand"),
                ]
            ),
        ),
        migrations.AddConstraint(
            model_name="adjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason__in", REASONS)), name="adjudication_reason_known"
            ),
        ),
    ]
