"""Colours and line styles of the drawings: one palette with a light and a dark side, one stylesheet."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Theme = Literal["auto", "light", "dark"]

PALETTE: dict[str, tuple[str, str]] = {
    "grass": ("#bcd6a0", "#22301f"),
    "grass-edge": ("#a9c68b", "#2b3b27"),
    "patch": ("#b0cd92", "#283825"),
    "tree": ("#7ba363", "#34502e"),
    "runoff": ("#d9dcc9", "#39423a"),
    "trap": ("#e3d3a2", "#4a4330"),
    "asphalt": ("#5b626b", "#454b54"),
    "line": ("#ffffff", "#c9d0d8"),
    "kerb": ("#d9303e", "#b3303c"),
    "kerb-gap": ("#ffffff", "#c4c8ce"),
    "dots": ("#ffd24a", "#f2bd34"),
    "heath": ("#d3cb98", "#2e2b1d"),
    "heath-edge": ("#c1b981", "#3a3624"),
    "heath-patch": ("#c6c08a", "#363220"),
    "pine": ("#6f8f58", "#3c5133"),
    "rock": ("#a9a392", "#57544a"),
    "verge": ("#a89a63", "#443d26"),
    "gravel": ("#c39a6b", "#6a5138"),
    "rut": ("#b99062", "#614a33"),
    "gravel-line": ("#fff6e2", "#d9c9ac"),
    "outside": ("#b68654", "#5b4329"),
    "cut": ("#8f8a4f", "#3f3f22"),
    "cut-edge": ("#5f5c2c", "#a39d5c"),
    "water": ("#5eaede", "#2b6c97"),
    "wave": ("#e3f4ff", "#a9d4ee"),
    "jump": ("#3d3a8c", "#6662c8"),
    "sign": ("#ffffff", "#f4f4f0"),
    "sign-ring": ("#cf1f2e", "#c8303c"),
    "sign-ink": ("#17191c", "#17191c"),
    "outer-ring": ("#1f5fae", "#2f6fbe"),
    "short-ring": ("#4e7d22", "#5f9130"),
    "danger-yellow": ("#ffd83d", "#e8c22f"),
    "danger-orange": ("#f98a1f", "#e07f22"),
    "danger-red": ("#dc2f34", "#c93a3e"),
    "danger-ink": ("#2a2416", "#1b170e"),
    "start": ("#1f9d55", "#2fae66"),
    "check": ("#16181b", "#101214"),
    "check-gap": ("#ffffff", "#e2e5e8"),
    "label": ("#4d5b45", "#94a38b"),
    "tent": ("#e9e4d2", "#8d8877"),
    "tent-roof": ("#c8434a", "#a3444a"),
    "bright": ("#ffffff", "#ffffff"),
}
"""Every custom property of the stylesheet (`--track-…`) in its light and its dark colour."""

_ROOT = ".paddock-track"
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

_RULES = f"""
text{{font-family:{_FONT};font-weight:700;text-anchor:middle}}
.line,.edge,.dots,.slide,.trail,.wave{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.gt .hex{{fill:@grass;stroke:@grass-edge;stroke-width:1.5}}
.dirt .hex{{fill:@heath;stroke:@heath-edge;stroke-width:1.5}}
.gt .patch{{fill:@patch}}
.dirt .patch{{fill:@heath-patch}}
.tree,.bush{{fill:@tree}}
.pine,.fir{{fill:@pine}}
.rock{{fill:@rock}}
.trap{{fill:@trap}}
.gt .verge{{fill:@runoff}}
.dirt .verge{{fill:@verge}}
.gt .surface{{fill:@asphalt}}
.dirt .surface{{fill:@gravel}}
.rut{{fill:none;stroke:@rut;stroke-width:5}}
.outside{{fill:@outside}}
.kerb-gap{{fill:none;stroke:@kerb-gap;stroke-width:5}}
.kerb{{fill:none;stroke:@kerb;stroke-width:5;stroke-dasharray:6 6}}
.gt .edge{{stroke:@line;stroke-width:1.8}}
.gt .line{{stroke:@line;stroke-width:1.2;stroke-opacity:.8}}
.dirt .edge{{stroke:@gravel-line;stroke-width:1.8;stroke-opacity:.9}}
.dirt .line{{stroke:@gravel-line;stroke-width:1.4}}
.dirt .ways{{stroke:@gravel-line;stroke-width:1.4;stroke-dasharray:.1 4.5;stroke-linecap:round;fill:none}}
.faint{{opacity:.4}}
.dots-bed{{fill:none;stroke:@asphalt;stroke-width:4}}
.dots{{stroke:@dots;stroke-width:3.8;stroke-dasharray:.1 5.4}}
.slide{{stroke:@gravel-line;stroke-width:1.8;stroke-dasharray:5 4}}
.grid{{fill:none;stroke:@line;stroke-width:2}}
.check-gap{{stroke:@check-gap;stroke-width:8;fill:none}}
.check{{stroke:@check;stroke-width:4;stroke-dasharray:4 4;fill:none}}
.start{{stroke:@start;stroke-width:5;fill:none}}
.post{{fill:@start}}
.post.end{{fill:@check}}
.chevron{{fill:none;stroke:@bright;stroke-width:2.6;stroke-opacity:.55;stroke-linejoin:round}}
.limit circle{{fill:@sign;stroke:@sign-ring;stroke-width:2.6}}
.limit path{{fill:@sign;stroke:@sign-ring;stroke-width:2.6;stroke-linejoin:round}}
.limit text{{fill:@sign-ink;font-size:16px}}
.limit .in-triangle{{font-size:15px}}
.limit.small text{{font-size:13px}}
.limit.outer circle{{stroke:@outer-ring}}
.limit.short circle{{stroke:@short-ring}}
.on-line circle{{fill:@dots;stroke:@sign-ink;stroke-width:1.4}}
.on-line path{{fill:@dots;stroke:@sign-ink;stroke-width:1.4;stroke-linejoin:round}}
.on-line text{{fill:@sign-ink;font-size:14px}}
.cut{{fill:@cut;stroke:@cut-edge;stroke-width:1.6;stroke-dasharray:4 3;stroke-linejoin:round}}
.trail{{stroke:@gravel-line;stroke-width:2;stroke-opacity:.75}}
.water{{fill:@water;fill-opacity:.88}}
.wave{{stroke:@wave;stroke-width:1.8}}
.crest{{stroke:@sign-ink;fill:none}}
.jump rect{{fill:@jump}}
.jump path{{fill:@bright}}
.jump text{{fill:@bright;font-size:15px}}
.danger path{{stroke:@danger-ink;stroke-width:1.4;stroke-linejoin:round}}
.danger .pips{{fill:@danger-ink;stroke:none}}
.yellow{{fill:@danger-yellow}}
.orange{{fill:@danger-orange}}
.red{{fill:@danger-red}}
.number{{fill:@label;font-size:9px;font-weight:600}}
.tent{{fill:@tent}}
.roof{{fill:@tent-roof}}
.cell{{fill:@bright;fill-opacity:0}}
"""


def used_properties() -> set[str]:
    """Returns the custom properties that the stylesheet reads."""
    return set(re.findall(r"@([a-z-]+)", _RULES))


@lru_cache
def stylesheet(theme: Theme = "auto") -> str:
    """Returns the CSS of a drawing; `auto` follows the system, unless a surrounding `data-theme` is set."""
    first = 1 if theme == "dark" else 0
    blocks = [_block(_ROOT, first)]
    if theme == "auto":
        blocks.append("@media (prefers-color-scheme:dark){" + _block(_ROOT, 1) + "}")
        for side, name in enumerate(("light", "dark")):
            blocks.append(_block(f"[data-theme={name}] {_ROOT},{_ROOT}[data-theme={name}]", side))
    return "\n".join([*blocks, *(_rule(line, first) for line in _RULES.strip().splitlines())])


def _block(selector: str, side: int) -> str:
    colours = "".join(f"--track-{name}:{pair[side]};" for name, pair in sorted(PALETTE.items()))
    return f"{selector}{{{colours}}}"


def _rule(line: str, side: int) -> str:
    """Returns one rule under the drawing's own class; colours also as plain values, for simple viewers."""
    selectors, body = line.rstrip("}").split("{")
    scoped = ",".join(_scoped(selector) for selector in selectors.split(","))
    declarations = []
    for declaration in body.split(";"):
        name, _, value = declaration.partition(":")
        if value.startswith("@"):
            declarations.append(f"{name}:{PALETTE[value[1:]][side]}")
            value = f"var(--track-{value[1:]})"
        declarations.append(f"{name}:{value}")
    return f"{scoped}{{{';'.join(declarations)}}}"


def _scoped(selector: str) -> str:
    if selector.startswith((".gt ", ".dirt ")):
        return f"{_ROOT}{selector}"
    return f"{_ROOT} {selector}"
