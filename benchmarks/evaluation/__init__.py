"""Evaluation at speed: the same workloads through Regrade and through other tools."""
