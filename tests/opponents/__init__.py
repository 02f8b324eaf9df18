"""The club players as they were before there were experts: opponents that never change.

Play against them in the arena by module and class, `tests.opponents.outspeed:ClubBot`. Only what the rules
force upon them may be changed here.
"""
