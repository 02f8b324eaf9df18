"""Networks with one hidden layer, fitted to chances by gradient descent (Adam)."""

from __future__ import annotations

import numpy as np

from paddock.bots.gt.traffic_model import Net, Seen

INNER = 24
EPOCHS = 12
BATCH = 512
RATE = 0.002
HELD = 1e-5
"""The strength of weight decay."""
_MOVED = ("into", "bias", "out", "direct", "level")


def untaught(seen: int, seed: int) -> Net:
    """Returns a new network with output 0 for `seen` features."""
    rng = np.random.default_rng(seed)
    into = (rng.standard_normal((seen, INNER)) / np.sqrt(seen)).astype(np.float32)
    nothing = [np.zeros(size, np.float32) for size in (INNER, INNER, seen, 1)]
    return Net(np.zeros(seen, np.float32), np.ones(seen, np.float32), into, *nothing)


def fitted(net: Net, seen: Seen, wanted: Seen, seed: int) -> Net:
    """Returns the network trained to chances `wanted`; the first column is the log-odds of tables."""
    rng = np.random.default_rng(seed)
    net = net._replace(middle=seen.mean(axis=0), scale=seen.std(axis=0) + 1e-3)
    rows = (seen - net.middle) / net.scale
    weights = {name: getattr(net, name) for name in _MOVED}
    drift = {name: np.zeros_like(table) for name, table in weights.items()}
    swing = {name: np.zeros_like(table) for name, table in weights.items()}
    step = 0
    for epoch in range(EPOCHS):
        mixed, rate = rng.permutation(len(rows)), RATE * (1 - epoch / EPOCHS) + 1e-5
        for begin in range(0, len(rows), BATCH):
            some = mixed[begin : begin + BATCH]
            step += 1
            for name, slope in _slopes(weights, rows[some], seen[some, 0], wanted[some]).items():
                drift[name] = 0.9 * drift[name] + 0.1 * slope
                swing[name] = 0.999 * swing[name] + 0.001 * slope**2
                down = drift[name] / (1 - 0.9**step) / (np.sqrt(swing[name] / (1 - 0.999**step)) + 1e-8)
                weights[name] = (weights[name] - rate * down).astype(np.float32)
    return net._replace(**weights)


def _slopes(weights: dict[str, Seen], rows: Seen, odds: Seen, wanted: Seen) -> dict[str, Seen]:
    inner = np.tanh(rows @ weights["into"] + weights["bias"])
    told = odds + rows @ weights["direct"] + inner @ weights["out"] + weights["level"]
    off = (1 / (1 + np.exp(-told)) - wanted) / len(rows)
    behind = off[:, None] * weights["out"] * (1 - inner**2)
    return {
        "into": rows.T @ behind + HELD * weights["into"],
        "bias": behind.sum(axis=0),
        "out": inner.T @ off + HELD * weights["out"],
        "direct": rows.T @ off + HELD * weights["direct"],
        "level": off.sum(keepdims=True),
    }
