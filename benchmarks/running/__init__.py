"""Code shared by benchmarks: options, tables, pages, and programs that are metered."""
