"""The card file, validated when it is loaded: errors name the card and the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, get_args

import msgspec

from paddock.core.data import game_data
from paddock.core.errors import BadInput
from paddock.games.dirt_and_dust.components import (
    Box,
    Card,
    DamageToken,
    Driver,
    DriverCard,
    DriverId,
    GhostLevel,
    Level,
    Limits,
    PopularityFace,
    RiskFace,
    Scoring,
    Stage,
    StageCard,
    StageId,
    StarterCard,
    TeamCard,
    Track,
    TrackId,
    Trial,
)
from paddock.games.dirt_and_dust.language import IN_A_REACTION, Count, DiscardSelf, TripleNavigators, snake

NOTES = frozenset({"name_pl", "text", "field_sources"})
"""Fields of a card that document it and that the game does not read; any other unknown field is an error."""
HALF_A_DECK = 5
"""The number of starter cards of a player, and of a driver's cards."""

T = TypeVar("T")
AnyCard = TypeVar("AnyCard", bound=Card)


def refuse(card: str, reason: str) -> BadInput:
    """Returns the error for a card file, naming the card and the reason."""
    return BadInput("dirt-and-dust.bad-card", card=card, reason=reason)


def _read(kind: Any, name: str, values: Any) -> Any:
    try:
        return msgspec.convert(values, type=kind)
    except msgspec.ValidationError as error:
        raise refuse(name, str(error)) from None


def _part(data: Any, *keys: str) -> Any:
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise refuse(".".join(keys), f"`{key}` is missing")
        data = data[key]
    return data


def _list(data: Any, *keys: str, of: str = "") -> list[Any]:
    found = _part(data, *keys)
    if not isinstance(found, list):
        raise refuse(of or ".".join(keys), f"`{keys[-1]}` must be a list")
    return found


def _title(values: Any, place: str) -> str:
    if not isinstance(values, dict):
        return place
    name = str(values.get("name", place))
    return f"{name} ({values['id']})" if "id" in values else name


def _without_notes(values: Any) -> Any:
    if not isinstance(values, dict):
        return values
    return {key: value for key, value in values.items() if key not in NOTES}


def _check_passive(name: str, card: Card) -> None:
    for effect in card.effects:
        if effect.reaction:
            raise refuse(name, "`ignore_risk_roll` belongs in the passive")
    passive = card.passive
    if passive is None:
        return
    if passive.mandatory:
        raise refuse(name, "a passive cannot be mandatory")
    if passive.reaction:
        for op in passive.do:
            if not isinstance(op, IN_A_REACTION):
                raise refuse(name, f"`{snake(type(op).__name__)}` cannot be part of a reaction")


def _cards(kind: type[AnyCard], data: Iterable[Any], place: str) -> tuple[AnyCard, ...]:
    cards = []
    for number, values in enumerate(data, 1):
        name = _title(values, f"{place} {number}")
        card: AnyCard = _read(kind, name, _without_notes(values))
        _check_passive(name, card)
        cards.append(card)
    return tuple(cards)


def _starters(data: Any) -> tuple[StarterCard, ...]:
    starters = _cards(StarterCard, _list(data, "starter_cards"), "starter card")
    copies = sum(card.copies_per_player for card in starters)
    if copies != HALF_A_DECK:
        raise refuse("starter_cards", f"a player starts with {HALF_A_DECK} starter cards, not {copies}")
    return starters


def _driver(data: Any) -> Driver:
    title = _title(data, "driver")
    cards = _cards(DriverCard, _list(data, "cards", of=title), f"card of {title}")
    copies = sum(card.copies for card in cards)
    if copies != HALF_A_DECK:
        raise refuse(title, f"a driver brings {HALF_A_DECK} cards, not {copies}")
    named = {"id": _part(data, "id"), "name": _part(data, "name"), "cards": ()}
    driver: Driver = _read(Driver, title, named)
    return msgspec.structs.replace(driver, cards=cards)


def _team(data: Any) -> tuple[TeamCard, ...]:
    team = _cards(TeamCard, _list(data, "team_cards"), "team card")
    for letter in ("A", "B"):
        numbers = sorted(card.number for card in team if card.set == letter)
        if numbers != list(range(1, 10)):
            raise refuse(f"set {letter}", f"numbers 1 to 9 must each occur once, not {numbers}")
    return team


def _stage(data: Any, length: int, *, raising: tuple[int, ...] = (1,)) -> Stage:
    title = _title(data, "stage")
    cards = []
    for number, values in enumerate(_list(data, "cards", of=title), 1):
        name = f"{_part(data, 'name')} {number}"
        card: StageCard = _read(StageCard, name, _without_notes(values))
        if card.no != number:
            raise refuse(name, f"card {number} of a stage must have `no` {number}, not {card.no}")
        for effect in card.effects:
            if effect.reaction or any(isinstance(op, DiscardSelf) for op in effect.do):
                raise refuse(name, "a Stage card lies in no slot: it cannot react or discard itself")
        cards.append(card)
    raised = sum(isinstance(op, TripleNavigators) for card in cards for e in card.effects for op in e.do)
    if len(cards) != length or raised not in raising:
        wanted = " or ".join(map(str, raising))
        raise refuse(
            title,
            f"this stage has {length} cards, {wanted} of them with `triple_navigators`, not "
            f"{len(cards)} and {raised}",
        )
    named = {"id": _part(data, "id"), "name": _part(data, "name"), "cards": ()}
    stage: Stage = _read(Stage, title, named)
    return msgspec.structs.replace(stage, cards=tuple(cards))


def _trial(data: Any, known: dict[str, Card]) -> Trial:
    trial: Trial = _read(Trial, "trial", _part(data, "trial"))
    for name in (*trial.market, *trial.starting_deck):
        if name not in known:
            raise refuse(name, "the Trial Stage asks for a card that does not exist")
    for name in trial.market:
        if not isinstance(card := known[name], TeamCard):
            raise refuse(
                f"{card.name} ({card.id})", "only Racing Team cards lie in the supply of the Trial Stage"
            )
    if len(trial.starting_deck) != 2 * HALF_A_DECK:
        raise refuse("trial", f"`starting_deck` has {2 * HALF_A_DECK} cards, not {len(trial.starting_deck)}")
    return trial


def _tracks(data: Any) -> dict[str, Track]:
    tracks = {name: _track(name, data) for name in get_args(TrackId)}
    names = [space.id for track in tracks.values() for space in (*track.top, *track.bottom)]
    if len(set(names)) != len(names):
        raise refuse("position tracks", "every space needs an `id` of its own")
    return tracks


def _track(name: str, data: Any) -> Track:
    title = f"position track {name}"
    track: Track = _read(Track, title, _part(data, "cockpit", "position_tracks", name))
    below = {"bricks": len(track.top) + 1, "pairs": 2 * len(track.top)}[name]
    if len(track.top) % 2 == 0 or len(track.bottom) != below:
        raise refuse(title, f"the top row has a centre, and {below} spaces lie below its {len(track.top)}")
    if track.start not in [space.id for space in (*track.top, *track.bottom)]:
        raise refuse(title, f"`start` {track.start} is no space")
    return track


def _tokens(data: Any) -> tuple[DamageToken, ...]:
    place = ("cockpit", "permanent_damage")
    tokens: tuple[DamageToken, ...] = _read(tuple[DamageToken, ...], "permanent_damage", _part(data, *place))
    if [token.n for token in tokens] != list(range(1, len(tokens) + 1)):
        raise refuse("permanent_damage", "the tokens must be numbered from 1 in order")
    if [token.n for token in tokens if token.modifier == "eliminated"] != [len(tokens)]:
        raise refuse("permanent_damage", "the last token, and only it, is `eliminated`")
    for token in tokens:
        if token.modifier == "hand_limit" and (isinstance(token.set, bool) or not isinstance(token.set, int)):
            raise refuse(f"permanent damage {token.n}", "`hand_limit` needs a number in `set`")
    return tokens


def _ghosts(data: Any, stage_length: int) -> tuple[GhostLevel, ...]:
    pairs = _read(Count, "solo", _part(data, "solo", "ghost_pairs"))
    levels: tuple[GhostLevel, ...] = _read(tuple[GhostLevel, ...], "solo", _part(data, "solo", "levels"))
    for level in levels:
        cards = level.risk_dice_on_stage_cards
        if level.start_pairs + len(cards) != pairs:
            raise refuse(
                level.name, f"the Ghost has {pairs} pairs of dice, not {level.start_pairs + len(cards)}"
            )
        if len(set(cards)) != len(cards) or any(card > stage_length for card in cards):
            raise refuse(level.name, f"no stage has cards {list(cards)} with a Ghost die each")
    return levels


def _by_id(items: Sequence[Any], what: str, names: Any) -> dict[str, Any]:
    found = {item.id: item for item in items}
    wanted = get_args(names)
    if len(items) != len(found) or set(found) != set(wanted):
        raise refuse(what, f"each of {', '.join(wanted)} must occur once")
    return found


def _known(cards: Iterable[Card]) -> dict[str, Card]:
    known: dict[str, Card] = {}
    for card in cards:
        if card.id in known:
            raise refuse(f"{card.name} ({card.id})", "the id occurs twice")
        known[card.id] = card
    return known


def load(file: bytes) -> Box:
    """Parses a component file; raises BadInput that names the card and the reason."""
    try:
        data = msgspec.json.decode(file)
    except msgspec.DecodeError as error:
        raise refuse("file", str(error)) from None
    starters, team = _starters(data), _team(data)
    drivers = [_driver(values) for values in _list(data, "drivers")]
    known = _known((*starters, *(card for driver in drivers for card in driver.cards), *team))
    trial = _trial(data, known)
    stages = [_stage(values, 10) for values in _list(data, "stages")]
    stages.append(_stage(_part(data, "trial"), 5, raising=(0, 1)))
    faces = [0 if face == "blank" else face for face in _list(data, "dice", "popularity", "faces")]
    return Box(
        limits=_read(Limits, "limits", _part(data, "limits")),
        tracks=_tracks(data),
        damage_end=_read(Count, "damage track", _part(data, "cockpit", "damage_track", "end")),
        tokens=_tokens(data),
        risk_faces=_read(tuple[RiskFace, ...], "risk die", _list(data, "dice", "risk", "faces")),
        popularity_faces=_read(tuple[PopularityFace, ...], "popularity die", faces),
        face_up=_read(Count, "stage board", _part(data, "stage_board", "face_up_spaces")),
        face_up_easier=_read(Count, "variants", _part(data, "variants", "easier", "face_up_spaces")),
        cards=known,
        starters=starters,
        drivers=_by_id(drivers, "drivers", DriverId),
        team={card.id: card for card in team},
        stages=_by_id(stages, "stages", StageId),
        trial=trial,
        scoring=_read(Scoring, "scoring", _part(data, "scoring")),
        ghosts=_by_id(_ghosts(data, 10), "solo", Level),
    )


@lru_cache
def box() -> Box:
    """Returns the box in use."""
    return load(game_data("dirt-and-dust", "paddock.games.dirt_and_dust"))


BOX = box()
