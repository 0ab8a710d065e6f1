"""`regrade gate`: fail a build when a run is worse than its baseline by a margin."""
