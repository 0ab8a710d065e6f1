"""`regrade score`: score run files under a qrels file, without a database and without Django."""
