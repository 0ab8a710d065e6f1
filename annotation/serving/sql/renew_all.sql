-- Renew the assessor's seats once half of their time is over, but for what another claim takes; and
-- their leases, as `renew_leases` does. read_claim_context.sql says whether any of them is due.
WITH seats AS (
    UPDATE annotation_topicseat SET expires_at = now() + make_interval(secs => %(seat_s)s)
    WHERE id = ANY(ARRAY(
        SELECT id FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
          AND expires_at < now() + make_interval(secs => %(seat_s)s / 2.0)
        FOR UPDATE SKIP LOCKED))
)
{renewed_leases}
