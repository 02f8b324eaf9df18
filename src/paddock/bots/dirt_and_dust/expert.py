"""The expert of Dirt & Dust: compares whole drives and purchases by playing on from where they lead."""

from __future__ import annotations

import random
from statistics import fmean

from msgspec import Struct

from paddock.bots.dirt_and_dust.club import ClubBot, Plan, keep_the_best, purchase
from paddock.bots.dirt_and_dust.drives import QUICK, WIDE, Drive, drives
from paddock.bots.dirt_and_dust.values import WRECKED, rivals
from paddock.bots.dirt_and_dust.worth import purchase_worth
from paddock.bots.strengths import measured
from paddock.core.game import Level
from paddock.core.play import by_weights, settle
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import Accept, AnyAction, Buy, Finish, React
from paddock.games.dirt_and_dust.damage import FACES
from paddock.games.dirt_and_dust.scoring import score
from paddock.games.dirt_and_dust.state import Ghost, Player, State
from paddock.games.dirt_and_dust.supply import buyable, price

HARD_ROLL = 3
"""So many Hits are worth a reaction."""


class Option(Struct):
    """A drive with the cards bought after it, and what came of it so far."""

    drive: Drive
    bought: tuple[Buy, ...]
    totals: list[float]

    def value(self, faith: float) -> float:
        """The mean of the games played on, and so much of what the drive itself promises."""
        return fmean(self.totals) + faith * self.drive.value


class ExpertBot(ClubBot):
    """Plans drives like the club player, then plays each on, alone, for some rounds with purchases."""

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("dirt-and-dust.expert")
    effort = WIDE
    candidates = 4
    offers = 2
    horizon = 1
    """How many rounds are played on."""
    passes: tuple[tuple[int, int], ...] = ((1, 4), (3, 1))
    """Games played on for every option, and how many of the best go on to the next pass."""
    faith = 0.3
    """How much of what a drive itself promises counts beside the games played on."""

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """The decisions of the best drive, and the card bought after it."""
        options = self.options(state, seat, rng)
        best = self.compared(options, seat, rng) if len(options) > 1 else options[0]
        return (*best.drive.path, *best.bought) or (Finish(),)

    def options(self, state: State, seat: int, rng: random.Random) -> list[Option]:
        """The best drives, each without and with the cards that could be bought after it."""
        made = []
        for drive in drives(state, seat, rng, self.effort)[: self.candidates]:
            made.append(Option(drive, (), []))
            if not drive.settled and not drive.state.players[seat].out:
                made += [Option(drive, (buy,), []) for buy in self.wishes(drive.state, seat)]
        return made

    def wishes(self, state: State, seat: int) -> list[Buy]:
        """The cards most worth buying."""
        player = state.players[seat]
        rated = [
            (purchase_worth(state, player, buy.card, price(player, buy.card)), buy)
            for buy in buyable(state, player)
        ]
        return [buy for _, buy in sorted(rated, key=lambda offer: -offer[0])[: self.offers]]

    def compared(self, options: list[Option], seat: int, rng: random.Random) -> Option:
        """Play every option on, the better ones more often; all meet the same luck."""
        ranking = options
        for games, kept in self.passes:
            lucks = [rng.random() for _ in range(games)]
            for option in ranking:
                option.totals += [self.played_on(option, seat, random.Random(luck)) for luck in lucks]
            ranking = sorted(ranking, key=lambda option: -option.value(self.faith))[:kept]
        return ranking[0]

    def played_on(self, option: Option, seat: int, rng: random.Random) -> float:
        """What the seat comes to, alone on the road, some rounds after the option."""
        if option.drive.state.players[seat].out:
            return WRECKED
        state = alone(option.drive.state, seat)
        for buy in option.bought:
            DIRT_AND_DUST.act(state, 0, buy)
        if not option.drive.settled:
            DIRT_AND_DUST.act(state, 0, Finish())
        last = state.round + self.horizon
        while True:
            roll(state, rng)
            if state.phase == "over":
                return score(state, 0).total if not state.players[0].out else WRECKED
            player = state.players[0]
            if state.phase == "preparation":
                DIRT_AND_DUST.act(state, 0, keep_the_best(player))
            elif player.faces:
                DIRT_AND_DUST.act(state, 0, answer_to_roll(state, player))
            else:
                best = drives(state, 0, rng, QUICK)[0]
                if state.round >= last:
                    return best.value
                if best.path:
                    state = alone(best.state, 0)
                    if state.players[0].out:
                        return WRECKED
                    if best.settled:
                        continue
                while isinstance(wish := purchase(state, state.players[0], rng), Buy):
                    DIRT_AND_DUST.act(state, 0, wish)
                DIRT_AND_DUST.act(state, 0, Finish())


def alone(state: State, seat: int) -> State:
    """The table with nobody else at it but a Ghost that is as popular as the most popular rival."""
    copy = state.clone()
    if copy.ghost is None:
        copy.ghost = Ghost([], 0, popularity=max(rivals(state, state.players[seat]), default=0))
    copy.players = [copy.players[seat]]
    copy.priority, copy.turns, copy.disputed = [[0]], [], []
    copy.before, copy.stock_before = (), {}
    copy.holder = 0 if state.holder == seat else None
    return copy


def roll(state: State, rng: random.Random) -> None:
    """Let dice and cards fall until a decision is due."""
    settle(DIRT_AND_DUST, state, by_weights(rng))


def answer_to_roll(state: State, player: Player) -> AnyAction:
    """Ignore a hard roll if one can."""
    hits = sum(FACES[face].hits for face in player.faces)
    reactions = [action for action in DIRT_AND_DUST.actions(state, 0) if isinstance(action, React)]
    return reactions[0] if reactions and hits >= HARD_ROLL else Accept()
