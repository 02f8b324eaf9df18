"""Adapters to other projects' interfaces: a fixed action space, observations and environments.

`encoding` numbers the actions of every game, `observing` turns a seat's view into arrays, and `seating`
plays actions token by token. `petting_zoo`, `gym` and `spiel` provide PettingZoo, Gymnasium and OpenSpiel.
"""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.adapters")
