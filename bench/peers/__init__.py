"""Servers of other frameworks with the same game, and the client side of their protocols."""
