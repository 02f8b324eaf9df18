"""The search for plans that the bots of Rallyman: GT and DIRT share."""
