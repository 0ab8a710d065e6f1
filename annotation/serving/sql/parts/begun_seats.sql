SELECT id, topic_id, number, order_key, holder_id, expires_at FROM annotation_topicseat
WHERE campaign_id = %(campaign)s AND holder_id IS NULL AND number > 1
