"""The champion of Outspeed: the expert who looks a turn further and knows how experts think."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from paddock.bots.outspeed.balance import answer_to, match_regrets, promised, worths
from paddock.bots.outspeed.expert import ExpertBot
from paddock.bots.outspeed.fleet import Fleet, Mix, Payoffs
from paddock.bots.strengths import measured
from paddock.core.game import Level
from paddock.games.outspeed.components import components, open_routes
from paddock.games.outspeed.terms import Colour


class ChampionBot(ExpertBot):
    """Answers what experts would do, and plays out the next turn, too, on tiles that can still come.

    With more than four players there are too many ways to choose; then it looks one turn ahead, with care.
    """

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("outspeed.champion")
    rounds = 900
    throws = 1200
    worlds = 6
    most_ways = 81
    """Up to so many ways to choose it looks two turns ahead."""
    tiles = 4
    """How many tiles are tried for the next turn."""
    next_rounds = 60
    next_throws = 40
    trust = 0.5
    """How much of a standing's worth is taken from the turn played out, the rest from the standing itself."""

    keenness = 60.0
    """How surely it takes the better of two routes against players who think as experts do."""

    def match_regrets(
        self,
        payoffs: Payoffs,
        routes: Mapping[int, Sequence[Colour]],
        seat: int,
        rng: random.Random,
        rounds: int,
    ) -> tuple[Mix, float]:
        """An answer to the mixes of experts, surer the more there is to win by it; and what it promises."""
        mixes = match_regrets(payoffs, routes, rng, rounds, self.anyhow, self.greedy)
        worth = worths(payoffs, mixes, seat)
        mix = answer_to(worth, self.keenness)
        return mix, sum(chance * worth[colour] for colour, chance in mix.items())

    def payoffs(
        self, start: Fleet, routes: Mapping[int, Sequence[Colour]], rng: random.Random, throws: int
    ) -> Payoffs:
        """What every way to choose comes to, with the next turn played out where there is time for it."""
        table = start.payoffs(routes, rng, throws)
        if len(table) > self.most_ways or start.turns_left == 0 or throws < self.throws:
            return table
        luck = rng.random()
        for way, plain in table.items():
            further = self.further(start, dict(zip(routes, way, strict=True)), random.Random(luck))
            table[way] = tuple(
                (1 - self.trust) * now + self.trust * later for now, later in zip(plain, further, strict=True)
            )
        return table

    def further(self, start: Fleet, picks: dict[int, Colour], rng: random.Random) -> list[float]:
        """What the seats that choose may expect after the next turn, the mean over some tiles."""
        sums = dict.fromkeys(picks, 0.0)
        tiles = rng.sample(start.coming, min(self.tiles, len(start.coming)))
        for tile in tiles:
            fleet = start.after(picks, rng)
            fleet.tile, fleet.turns_left = tile, start.turns_left - 1
            fleet.finish = components().tiles[tile].kind == "finish"
            routes = {
                seat: colours
                for seat, zone in enumerate(fleet.zones)
                if zone and (colours := open_routes(tile, fleet.side, fleet.fuel[seat]))
            }
            payoffs = fleet.payoffs(routes, rng, self.next_throws)
            mixes = match_regrets(payoffs, routes, rng, self.next_rounds)
            for seat, chance in zip(mixes, promised(payoffs, mixes), strict=True):
                sums[seat] += chance
        return [total / len(tiles) for total in sums.values()]
