"""Tables: seats, clocks, running games, and everything players do at them."""
