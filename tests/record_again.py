"""Play recorded games again after a change of the rules: `python -m tests.record_again outspeed`.

Who sits where, options and seeds stay as they are recorded; what happens follows from the rules of today.
The digests noted under the version of these rules are noted anew: only before they were released.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec

from paddock.core.chance import DiceStream
from paddock.core.game import Perspective
from paddock.core.logs import End, load
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game
from tests.core.test_recorded import NOTES, RECORDED, note_new_ones, notes
from tests.games.test_recorded import TOLD, told


def play_again(file: Path) -> None:
    """Write a log anew."""
    old = load(file.read_bytes())
    end = old.records[-1]
    assert isinstance(end, End)
    seed, game, names = bytes.fromhex(end.seed), find_game(old.header.game), old.header.seats
    match = start(game, game.options(old.header.options), names, seed)
    bots = [find_bot(game.name, name) for name in names]
    rngs = [random.Random(f"{end.seed}:{seat}") for seat in range(len(names))]
    stream = DiceStream(seed)
    match.settle(stream)
    while seats := game.pending(match.state).seats:
        chosen = bots[seats[0]].choose(Perspective(game, match.state, seats[0]), rngs[seats[0]])
        match.decide(seats[0], chosen)
        match.settle(stream)
    match.end(seed)
    file.write_bytes(match.log.dump())


def main(name: str) -> None:
    """Play every recorded game of that name again, and write down how it reads where that is kept."""
    for file in RECORDED:
        if load(file.read_bytes()).header.game == name:
            play_again(file)
            if file in TOLD:
                file.with_suffix(".txt").write_text(told(file))
            sys.stdout.write(f"{file.name}\n")
    kept = notes()
    kept.get(name, {}).pop(str(find_game(name).rules_version), None)
    NOTES.write_bytes(msgspec.json.encode(kept))
    note_new_ones()


if __name__ == "__main__":
    main(sys.argv[1])
