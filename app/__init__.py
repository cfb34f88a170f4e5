"""Greenroom: board games with friends, played on authoritative rooms."""
