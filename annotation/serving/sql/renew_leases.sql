-- Renew leases once half of their time is over, but for what a judgment or an import has in hand: a
-- claim waits for no slot, so that it can be part of no deadlock. No other statement renews a lease;
-- read_claim_context.sql tells claims beforehand whether there is something to renew.
UPDATE annotation_slot
SET holder_id = %(me)s, leased_until = now() + make_interval(secs => %(lease_s)s)
WHERE id = ANY(ARRAY(
    SELECT id FROM annotation_slot
    WHERE holder_id = %(me)s AND judgment_id IS NULL
      AND leased_until < now() + make_interval(secs => %(lease_s)s / 2.0)
    FOR UPDATE SKIP LOCKED))
