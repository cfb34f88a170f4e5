"""Pages and acts for those who look after the house."""
