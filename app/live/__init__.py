"""Websockets: audiences, what changed for them, and how it reaches their connections."""
