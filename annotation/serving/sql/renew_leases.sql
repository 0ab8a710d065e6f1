-- Renew leases once half of their time is over, but for what a judgment or an import has in hand: a
-- claim waits for no slot, so that it can be part of no deadlock. No other statement renews a lease;
-- read_claim_context.sql tells claims beforehand whether there is something to renew.
{renewed_leases}
