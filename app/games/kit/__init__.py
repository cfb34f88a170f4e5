"""Parts that games share. A game takes what fits and leaves the rest."""
