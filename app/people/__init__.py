"""Who someone is: guests, sessions, names, permissions."""
