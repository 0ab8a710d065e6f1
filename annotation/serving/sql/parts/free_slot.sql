judgment_id IS NULL AND order_key IS NOT NULL
AND (leased_until IS NULL OR leased_until <= now())
AND (slot.is_spare OR NOT %(only_spare)s)
