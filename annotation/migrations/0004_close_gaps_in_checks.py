"""Checks that compared a null let it pass: what compares to null is neither true nor false.

A regular pair without a number of judgments, a pool of depth without a depth, and a pair from runs
without a rank got in. Checks on what goes with a source or strategy leave unknown ones to theirs.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0003_guard_what_never_changes'),
        ('ranking', '0002_store_arrays_uncompressed'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='campaignpair',
            name='campaign_pair_wanted_when_regular',
        ),
        migrations.RemoveConstraint(
            model_name='labelset',
            name='label_set_campaign_when_derived',
        ),
        migrations.RemoveConstraint(
            model_name='pool',
            name='pool_depth_with_depth_strategy',
        ),
        migrations.RemoveConstraint(
            model_name='pooledpair',
            name='pooled_pair_rank_when_from_runs',
        ),
        migrations.AddConstraint(
            model_name='campaignpair',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'regular'), ('wanted__gte', 1), ('wanted__isnull', False)), models.Q(models.Q(('kind', 'regular'), _negated=True), ('wanted__isnull', True)), _connector='OR'), name='campaign_pair_wanted_when_regular'),
        ),
        migrations.AddConstraint(
            model_name='labelset',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('campaign__isnull', False), ('source', 'derived')), models.Q(models.Q(('source', 'derived'), _negated=True), ('campaign', None)), _connector='OR'), name='label_set_campaign_when_derived'),
        ),
        migrations.AddConstraint(
            model_name='pool',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('depth__gte', 1), ('depth__isnull', False), ('strategy', 'depth')), models.Q(models.Q(('strategy', 'depth'), _negated=True), ('depth', None)), _connector='OR'), name='pool_depth_with_depth_strategy'),
        ),
        migrations.AddConstraint(
            model_name='pooledpair',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('best_rank', None), ('n_runs', 0)), models.Q(('best_rank__gte', 1), ('best_rank__isnull', False), ('n_runs__gte', 1)), _connector='OR'), name='pooled_pair_rank_when_from_runs'),
        ),
    ]
