"""Mini Spite and Malice: two players, 120 cards, four shared play piles."""
