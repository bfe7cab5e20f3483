"""The weights file as arrays, for play at full speed."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

import sirtommy
from sirtommy import weights_calculation
from sirtommy.lab.compiled import Array, Net
from sirtommy.weights import fine_chances, read_weights

WEIGHTS = Path(sirtommy.__file__).with_name("weights.json")
CALCULATION = Path(sirtommy.__file__).with_name(weights_calculation.FILE)


def stamp(path: Path = WEIGHTS) -> str:
    """Return a short name of the weights that changes when they do."""
    return sha256(Path(path).read_bytes()).hexdigest()[:12]


@cache
def load(path: Path = WEIGHTS) -> tuple[Net, Array]:
    """Return the integer net in a weights file, and its fine table of chances."""
    shape = (weights_calculation.ROWS, weights_calculation.HIDDEN) if path == CALCULATION else ()
    data = read_weights(Path(path).read_text(encoding="ascii"), *shape)
    rows = np.array(data["rows"], np.int32)
    net = (
        np.ascontiguousarray(rows[:-1]),
        rows[-1].copy(),
        np.array(data["out"], np.int64),
        np.array(data["out_bias"], np.int64),
    )
    return net, np.array(fine_chances(data["chances"]), np.int64)
