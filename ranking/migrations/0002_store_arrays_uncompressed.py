"""Packed arrays are kept out of line and uncompressed: numbers hardly shrink, and reads are faster."""

from django.db import migrations

COLUMNS = {
    "ranking_ranking": ("ordinals", "scores"),
    "ranking_pairscores": ("ordinals", "p"),
}


def set_storage(storage):
    return [
        f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE {storage}"
        for table, columns in COLUMNS.items()
        for column in columns
    ]


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_initial")]
    operations = [migrations.RunSQL(set_storage("EXTERNAL"), set_storage("EXTENDED"))]
