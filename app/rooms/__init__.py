"""Authoritative rooms: seats, life cycle, the one way a move is made, journal, computer players."""
