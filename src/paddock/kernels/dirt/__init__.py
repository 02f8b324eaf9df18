"""Rallyman: DIRT over flat arrays: the stage, the dice, whole turns of a solo driver, whole rallies."""
