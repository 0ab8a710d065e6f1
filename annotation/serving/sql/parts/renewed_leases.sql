UPDATE annotation_slot
SET holder_id = %(me)s, leased_until = now() + make_interval(secs => %(lease_s)s)
WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL
      AND leased_until < now() + make_interval(secs => %(lease_s)s / 2.0)
    FOR UPDATE SKIP LOCKED))
