-- A lease that a crash takes away costs nobody a judgment: claims do not wait for the disk. And
-- they end at the first pairs that an index gives in order: for the rest of the transaction the
-- planner is kept from reading a campaign whole, which it prefers when its statistics are stale.
SELECT set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
       set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true),
       set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)
FROM annotation_membership WHERE id = %(me)s FOR NO KEY UPDATE
