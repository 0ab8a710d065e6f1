-- An assessor who judges no more leaves the rest to others: their seats are free.
UPDATE annotation_topicseat SET holder_id = NULL, taken_at = NULL, expires_at = NULL
WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_topicseat
    WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
    FOR UPDATE SKIP LOCKED))
