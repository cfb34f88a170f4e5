"""Exercises on real programs of others that are too long, or need too much, for every run."""
