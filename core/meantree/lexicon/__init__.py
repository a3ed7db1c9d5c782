"""What words mean to each other: WordNet, irregular forms, stems."""
