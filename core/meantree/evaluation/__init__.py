"""How well metrics follow people, how sure differences are, and what translations systematically get wrong."""
