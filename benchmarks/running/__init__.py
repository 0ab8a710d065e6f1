"""What benchmarks have in common: options, tables, pages, and programs that are metered."""
