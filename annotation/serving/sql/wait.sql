-- The assessor waits, until they have not asked for so long; or they wait no more.
UPDATE annotation_membership
SET waits_since = CASE WHEN %(waits)s THEN coalesce(%(waits_since)s::timestamptz, now()) END,
    asks_until = CASE WHEN %(waits)s THEN now() + make_interval(secs => %(asks_within_s)s) END
WHERE id = %(me)s
