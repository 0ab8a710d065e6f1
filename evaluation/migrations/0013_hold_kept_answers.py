"""The database holds what kept answers must have."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0012_drop_rows_of_kept_answers'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='savedcomparison',
            constraint=models.CheckConstraint(condition=models.Func(models.F('answers'), output_field=models.BooleanField(), template='NOT jsonb_path_exists(%(expressions)s, \'$[*] ? (!((@.kind == "systems" || @.kind == "order" || @.kind == "two-orders" || @.kind == "topic-plan" || @.kind == "bounds" || @.kind == "pool-bias") && exists(@.content_hash)))\')'), name='saved_comparison_answers_named'),
        ),
        migrations.AddConstraint(
            model_name='savedcomparison',
            constraint=models.CheckConstraint(condition=models.Func(models.F('answers'), output_field=models.BooleanField(), template="NOT jsonb_path_exists(%(expressions)s, '$[*] ? (@.seed == null && @.n_draws != null || @.seed != null && @.n_draws == null)')"), name='saved_comparison_answers_seed_with_draws'),
        ),
        migrations.AddConstraint(
            model_name='savedcomparison',
            constraint=models.CheckConstraint(condition=models.Func(models.F('results'), output_field=models.BooleanField(), template="jsonb_array_length(answers) = jsonb_array_length(jsonb_path_query_array(%(expressions)s, '$.keyvalue()'))"), name='saved_comparison_answers_with_results'),
        ),
    ]
