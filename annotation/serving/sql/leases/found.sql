-- One pair that the assessor asked for by name.
FROM (
    SELECT campaign_pair_id, order_key, topic_id FROM annotation_slot
    WHERE campaign_pair_id = %(pair)s AND judgment_id IS NULL AND order_key IS NOT NULL LIMIT 1
) open_pair
WHERE TRUE
