"""The solo solver of Rallyman: DIRT: a stage or a rally, between proven bounds."""
