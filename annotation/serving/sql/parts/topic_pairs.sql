SELECT DISTINCT ON (order_key, campaign_pair_id) order_key, campaign_pair_id, topic_id
FROM annotation_slot
WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
