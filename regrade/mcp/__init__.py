"""A server of the Model Context Protocol: a language model reads what a Regrade server stores."""
