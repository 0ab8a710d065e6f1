AND order_key >= low AND order_key < high ORDER BY order_key) found
