SELECT found.* FROM (
    VALUES (%(start)s::bigint, 9223372036854775807), (-9223372036854775808, %(start)s)
) part(low, high) CROSS JOIN LATERAL (
