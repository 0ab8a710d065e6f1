"""Changes that would alter an order of systems: other rules, pairs, people or topics."""
