"""Mail: addresses that people have confirmed, letters to be sent, and who sends them."""
