"""Names of persons, organisations and places, and dates, numbers and sums of money by their value."""
