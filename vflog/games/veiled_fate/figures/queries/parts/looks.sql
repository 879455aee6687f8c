looks AS (
    SELECT demi AS marker, any_value(house ORDER BY sha256) AS house, any_value(colour ORDER BY sha256) AS colour,
        min(pack_order) AS pack_order
    FROM demis GROUP BY demi
)
