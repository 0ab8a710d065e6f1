"""Answers are JSON of their saved comparison now; the table of them goes."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0011_keep_answers_in_saved_comparisons'),
    ]

    operations = [
        migrations.DeleteModel(name='KeptAnswer'),
    ]
