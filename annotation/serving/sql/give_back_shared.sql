-- What the assessor holds of other topics, after the pair answered last: ready for later. What a
-- judgment has in hand stays, and so does what a grade waits for that came too late for a slot.
UPDATE annotation_slot SET holder_id = NULL, leased_until = NULL, position = NULL
WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_slot slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL AND topic_id <> %(topic_in_hand)s
      AND position > %(position_in_hand)s AND order_key IS NOT NULL AND NOT EXISTS (
        SELECT FROM annotation_judgment j
        WHERE j.campaign_pair_id = slot.campaign_pair_id AND j.superseded_at IS NULL
          AND j.occasion = 0 AND j.grade_id IS NOT NULL AND j.cause <> 'rejected'
          AND NOT EXISTS (SELECT FROM annotation_slot WHERE judgment_id = j.id OFFSET 0) OFFSET 0)
    FOR UPDATE SKIP LOCKED))
