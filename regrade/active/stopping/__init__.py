"""When enough passages of a topic are judged: the stopping rules of technology-assisted review."""
