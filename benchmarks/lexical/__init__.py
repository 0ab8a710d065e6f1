"""BM25 beside Lucene, digit by digit, and beside other engines, second by second."""
