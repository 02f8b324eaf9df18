"""The solo solver of Rallyman: GT."""
