"""What would change an order of systems: rules, pairs, people and topics."""
