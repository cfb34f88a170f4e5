"""Two nodes on one database, behind a proxy, as processes of their own."""
