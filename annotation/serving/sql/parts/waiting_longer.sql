SELECT FROM annotation_membership waiting
WHERE waiting.campaign_id = %(campaign)s AND waiting.id <> %(me)s
  AND waiting.waits_since < coalesce(%(waits_since)s::timestamptz, now()) AND waiting.asks_until > now()
