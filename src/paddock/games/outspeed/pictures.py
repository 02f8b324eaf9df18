"""A race for the terminal and as a picture: zones with ships and force fields, the tile, every ship."""

from __future__ import annotations

from paddock.core.text_pictures import disc, label, seat_mark, svg
from paddock.games.outspeed.components import Route
from paddock.games.outspeed.terms import Choose, Chosen, Count, Die, Expression, Fixed, Sum
from paddock.games.outspeed.views import OutspeedView, RouteView, ShipView

_FILLS = {"red": "#c0392b", "yellow": "#d4a106", "blue": "#2471a3"}
_ZONE = 46.0


def amount(expression: Expression) -> str:
    """Returns an amount in a few characters: `2`, `dy` a yellow die, `#red` players on red, `?` the dial."""
    match expression:
        case Fixed():
            return str(expression.amount)
        case Die():
            rolls = amount(expression.rolls)
            return ("" if rolls == "1" else f"{rolls}·") + f"d{expression.die[0]}"
        case Count():
            return f"#{expression.colour}"
        case Choose() | Chosen():
            return "?"
        case Sum():
            return "+".join(map(amount, expression.parts))


def route_words(route: Route | None) -> str:
    """Returns a route in one line: its number of players, its cost, its reward."""
    if route is None:
        return "unlit"
    brings = " ".join(f"{amount(reward.amount)} {reward.kind}" for reward in route.reward) or "nothing"
    most = "any" if route.seats is None else f"up to {route.seats}"
    return f"{most}: {amount(route.cost)} fuel -> {brings}"


def text(view: OutspeedView) -> str:
    """Returns the race for a terminal."""
    zones = range(view.rear, view.front + 1)
    fields = {field.zone: field.fields for field in view.fields}
    here = {zone: [ship.seat for ship in view.ships if not ship.out and ship.zone == zone] for zone in zones}
    wide = max(4, *(len(seats) + 1 for seats in here.values()))
    rows = [
        "".join(f"{zone:>{wide}}" for zone in zones),
        "".join(f"{''.join(map(seat_mark, here[zone])) or '·':>{wide}}" for zone in zones),
    ]
    if fields:
        rows.append("".join(f"{'▒' * fields.get(zone, 0):>{wide}}" for zone in zones))
    return "\n".join([_head(view), *rows, "", *_tile(view), *(_ship(view, ship) for ship in view.ships)])


def svg_of(view: OutspeedView) -> str:
    """Returns the race as a picture."""
    zones = range(view.rear, view.front + 1)
    width = 24 + _ZONE * len(zones)
    parts = [label(12, 24, _head(view), 14)]
    for i, zone in enumerate(zones):
        x = 12 + i * _ZONE
        parts.append(
            f'<rect x="{x:g}" y="40" width="{_ZONE - 3:g}" height="110" rx="5" fill="#dfe6ee"/>'
            + label(x + _ZONE / 2 - 2, 54, str(zone), 11, "#667", "middle")
        )
    for field in view.fields:
        x = 12 + (field.zone - view.rear) * _ZONE
        parts.append(
            f'<rect x="{x:g}" y="40" width="{_ZONE - 3:g}" height="110" rx="5" fill="none" '
            f'stroke="#16a085" stroke-width="{2 + field.fields}"/>'
        )
    for zone in zones:
        seats = [ship.seat for ship in view.ships if not ship.out and ship.zone == zone]
        for n, seat in enumerate(seats):
            x = 12 + (zone - view.rear) * _ZONE + (11 if n % 2 == 0 else 31)
            parts.append(disc(x, 72 + n // 2 * 24, seat))
    for n, route in enumerate(view.tile.routes if view.tile else ()):
        y = 164 + 26 * n
        parts.append(
            f'<rect x="12" y="{y}" width="16" height="18" rx="3" fill="{_FILLS[route.colour]}"/>'
            + label(36, y + 14, route_words(route.route))
        )
    for n, ship in enumerate(view.ships):
        parts.append(label(12, 262 + 18 * n, _ship(view, ship)))
    return svg(max(width, 560), 270 + 18 * len(view.ships), "".join(parts), "Outspeed")


def _head(view: OutspeedView) -> str:
    return f"Outspeed  turn {view.turn} of {view.turns}  {view.phase}"


def _tile(view: OutspeedView) -> list[str]:
    if view.tile is None:
        return []
    return [
        f"tile {view.tile.id}{' (finish)' if view.finish else ''}",
        *(_route(route) for route in view.tile.routes),
    ]


def _route(route: RouteView) -> str:
    return f"  {route.colour:<6} {route_words(route.route)}"


def _ship(view: OutspeedView, ship: ShipView) -> str:
    asked = ">" if ship.seat in view.deciding else " "
    own = f"  {', '.join(view.hand.tokens)}" if view.hand is not None and view.seat == ship.seat else ""
    out = f"  out in turn {ship.out} ({ship.cause})" if ship.out else ""
    line = f"{seat_mark(ship.seat)} zone {ship.zone:<3} fuel {ship.fuel:<3} tokens {ship.tokens}"
    return f"{asked}{line}{own}{out}"
