from __future__ import annotations

from django.db import migrations, models

CAUSES = ["judged", "changed", "late", "undone", "withdrawn", "imported", "rejected"]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0043_let_frozen_label_sets_be_kept")]

    operations = [
        migrations.AlterField(
            model_name="judgment",
            name="cause",
            field=models.TextField(
                choices=[
                    ("judged", "First answer"),
                    ("changed", "Changed by its assessor"),
                    (
                        "late",
                        "Set aside: given without knowing of another answer of its assessor",
                    ),
                    ("undone", "Taken back by its assessor"),
                    ("withdrawn", "Taken out with its assessor's withdrawal"),
                    ("imported", "Recorded elsewhere"),
                    ("rejected", "Recorded elsewhere, and rejected there"),
                ],
                default="judged",
            ),
        ),
        migrations.RemoveConstraint("judgment", "judgment_cause_known"),
        migrations.AddConstraint(
            model_name="judgment",
            constraint=models.CheckConstraint(
                name="judgment_cause_known", condition=models.Q(("cause__in", CAUSES))
            ),
        ),
    ]
