-- Those ahead who would take a pair now: not who waits for further pairs of a topic of their own.
SELECT id FROM unnest(%(ahead)s::bigint[]) waiting(id)
WHERE NOT EXISTS ({being_chosen} AND own.holder_id = waiting.id OFFSET 0)
