-- Those ahead who wait for a pair of any topic: not who waits for further pairs of a topic of their
-- own. A pair that is handed back there meanwhile goes to them first, by the order of topics' seats.
SELECT id FROM unnest(%(ahead)s::bigint[]) waiting(id)
WHERE NOT EXISTS ({being_chosen} AND own.holder_id = waiting.id OFFSET 0)
