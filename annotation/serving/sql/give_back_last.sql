-- The last `n` shared pairs that the assessor holds go back, so that another one can be held; those
-- found by search go last. What a judgment has in hand stays, and so does what a grade waits for that
-- came too late for a slot.
UPDATE annotation_slot SET holder_id = NULL, leased_until = NULL, position = NULL
WHERE id = ANY(ARRAY(
    SELECT slot.id FROM annotation_slot slot
    JOIN annotation_campaignpair pair ON pair.id = slot.campaign_pair_id
    JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
    WHERE slot.holder_id = %(me)s AND slot.judgment_id IS NULL AND slot.order_key IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.superseded_at IS NULL
          AND j.occasion = 0 AND j.grade_id IS NOT NULL AND j.cause <> 'rejected'
          AND NOT EXISTS (SELECT FROM annotation_slot WHERE judgment_id = j.id OFFSET 0) OFFSET 0)
    ORDER BY pooled.origin = 'search', slot.position DESC LIMIT %(n)s
    FOR UPDATE OF slot SKIP LOCKED))
