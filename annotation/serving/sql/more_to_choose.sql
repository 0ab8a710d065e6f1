-- Whether more pairs may be chosen in some topic, and whether a step is due now.
SELECT count(*) > 0, coalesce(bool_or(due_since > now() - interval '1 minute'), FALSE)
FROM annotation_activetopic WHERE campaign_id = %(campaign)s AND ended_at IS NULL
