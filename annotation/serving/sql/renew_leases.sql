-- Renew leases once half of their time is over, but for what a judgment or an import has in hand: a
-- claim waits for no slot, so that it can be part of no deadlock. A claim's own
-- statement is `renew_all`.
{renewed_leases}
