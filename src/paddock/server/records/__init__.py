"""What is written down of a table: seats, pace and clocks, options, result; and how it is told."""
