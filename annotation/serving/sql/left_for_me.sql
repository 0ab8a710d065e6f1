-- Whether a pair is open that others are to judge, and when the first of them counts as away: from
-- then on nobody waits for them.
SELECT EXISTS (
    SELECT FROM annotation_slot open_pair
    WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
      AND {open_to_me}
), (
    SELECT min(away.at) FROM annotation_membership other CROSS JOIN LATERAL (
        SELECT greatest((
            SELECT max(leased_until) FROM annotation_slot
            WHERE holder_id = other.id AND judgment_id IS NULL AND order_key IS NOT NULL
        ), (
            SELECT max(created_at) + make_interval(secs => %(lease_s)s) FROM annotation_judgment
            WHERE assessor_id = other.id AND superseded_at IS NULL AND EXISTS (
                SELECT FROM annotation_topicseat
                WHERE holder_id = other.id AND finished_at IS NULL)
        )) AS at
    ) away
    WHERE other.campaign_id = %(campaign)s AND other.id <> %(me)s AND away.at > now()
)
