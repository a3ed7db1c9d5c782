"""Word resources: WordNet, paraphrases, word frequencies, stems, and what verbs imply of their clauses."""
