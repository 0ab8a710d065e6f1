from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

ORIGINS = [("pooled", "Pooled"), ("search", "Search")]


class Migration(migrations.Migration):
    dependencies = [("annotation", "0057_let_assessors_search")]

    operations = [
        migrations.AddField(
            "pooledpair",
            "origin",
            models.TextField(choices=ORIGINS, db_default="pooled", default="pooled"),
        ),
        migrations.AddConstraint(
            "pooledpair",
            models.CheckConstraint(
                name="pooled_pair_origin_known", condition=Q(origin__in=["pooled", "search"])
            ),
        ),
        migrations.AddConstraint(
            "pooledpair",
            models.CheckConstraint(
                name="pooled_pair_search_draws_nothing",
                condition=Q(draw_place=None) | ~Q(origin="search"),
            ),
        ),
    ]
