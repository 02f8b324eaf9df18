"""Other projects' doors into the same games: a fixed action space, observations, and their interfaces.

`encoding` numbers the actions of every game, `observing` turns a seat's view into arrays, `seating` lays
actions token by token. `petting_zoo`, `gym` and `spiel` speak PettingZoo, Gymnasium and OpenSpiel.
"""

from paddock.core.messages import add_catalogue

add_catalogue("paddock.adapters")
