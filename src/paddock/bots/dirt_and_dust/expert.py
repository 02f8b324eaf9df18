"""The expert of Dirt & Dust: compares drives and purchases by rollouts."""

from __future__ import annotations

import random
from statistics import fmean

from msgspec import Struct

from paddock.bots.dirt_and_dust.board_values import WRECKED, rivals
from paddock.bots.dirt_and_dust.card_values import purchase_worth
from paddock.bots.dirt_and_dust.club import ClubBot, Plan, keep_the_best, purchase
from paddock.bots.dirt_and_dust.drive_search import QUICK, WIDE, Drive, drives
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
"""The number of Hits that is worth a reaction."""


class Option(Struct):
    """A drive with the cards bought after it, and the results of its rollouts so far."""

    drive: Drive
    bought: tuple[Buy, ...]
    totals: list[float]

    def value(self, faith: float) -> float:
        """Returns the mean of the rollouts plus `faith` times the value the search gave the drive."""
        return fmean(self.totals) + faith * self.drive.value


class ExpertBot(ClubBot):
    """Plans drives like the club player, then compares them by solo rollouts that include purchases."""

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("dirt-and-dust.expert")
    effort = WIDE
    candidates = 4
    offers = 2
    horizon = 1
    """The number of rounds in a rollout."""
    passes: tuple[tuple[int, int], ...] = ((1, 4), (3, 1))
    """Rollouts for every option in each pass, and how many of the best options remain for the next."""
    faith = 0.3
    """The weight of the search's own value of a drive, added to the mean of its rollouts."""

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """Returns the decisions of the best drive, and the card bought after it."""
        options = self.options(state, seat, rng)
        best = self.compared(options, seat, rng) if len(options) > 1 else options[0]
        return (*best.drive.path, *best.bought) or (Finish(),)

    def options(self, state: State, seat: int, rng: random.Random) -> list[Option]:
        """Returns the best drives, each without and with the cards that could be bought after it."""
        made = []
        for drive in drives(state, seat, rng, self.effort)[: self.candidates]:
            made.append(Option(drive, (), []))
            if not drive.settled and not drive.state.players[seat].out:
                made += [Option(drive, (buy,), []) for buy in self.wishes(drive.state, seat)]
        return made

    def wishes(self, state: State, seat: int) -> list[Buy]:
        """Returns the most valuable cards to buy."""
        player = state.players[seat]
        rated = [
            (purchase_worth(state, player, buy.card, price(player, buy.card)), buy)
            for buy in buyable(state, player)
        ]
        return [buy for _, buy in sorted(rated, key=lambda offer: -offer[0])[: self.offers]]

    def compared(self, options: list[Option], seat: int, rng: random.Random) -> Option:
        """Returns the best option by rollouts with common random numbers; better options get more of them."""
        ranking = options
        for games, kept in self.passes:
            lucks = [rng.random() for _ in range(games)]
            for option in ranking:
                option.totals += [self.played_on(option, seat, random.Random(luck)) for luck in lucks]
            ranking = sorted(ranking, key=lambda option: -option.value(self.faith))[:kept]
        return ranking[0]

    def played_on(self, option: Option, seat: int, rng: random.Random) -> float:
        """Returns the expected total of the seat, alone on the road, some rounds after the option."""
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
    """Returns the state without rivals, except for a Ghost as popular as the most popular rival."""
    copy = state.clone()
    if copy.ghost is None:
        copy.ghost = Ghost([], 0, popularity=max(rivals(state, state.players[seat]), default=0))
    copy.players = [copy.players[seat]]
    copy.priority, copy.turns, copy.disputed = [[0]], [], []
    copy.before, copy.stock_before = (), {}
    copy.holder = 0 if state.holder == seat else None
    return copy


def roll(state: State, rng: random.Random) -> None:
    """Rolls dice and draws cards until a decision is due."""
    settle(DIRT_AND_DUST, state, by_weights(rng))


def answer_to_roll(state: State, player: Player) -> AnyAction:
    """Returns the action that ignores a hard roll, if there is one."""
    hits = sum(FACES[face].hits for face in player.faces)
    reactions = [action for action in DIRT_AND_DUST.actions(state, 0) if isinstance(action, React)]
    return reactions[0] if reactions and hits >= HARD_ROLL else Accept()
