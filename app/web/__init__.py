"""Pages for friends and hosts, drawn by the server."""
