"""A saved comparison can have a link that opens it without an account."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0013_hold_kept_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='savedcomparison',
            name='link_token',
            field=models.TextField(null=True),
        ),
        migrations.AddConstraint(
            model_name='savedcomparison',
            constraint=models.UniqueConstraint(fields=('link_token',), name='saved_comparison_link_token_unique'),
        ),
    ]
