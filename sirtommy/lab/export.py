"""From trained floating-point weights to the integers of the weights file."""

import json
from base64 import b85encode
from zlib import compress, crc32

import numpy as np

from sirtommy.lab.compiled import Array, Net
from sirtommy.weights import CERTAIN, FORMAT, UNIT

KNOTS = 161


def integers(net: Net, most: int = 127) -> tuple[Array, Array, Array]:
    """Return the rows (the bias last), the second layer and its bias as integers.

    Every place of the first layer is stretched so that its largest weight just fits its bytes:
    two for place 0, which counts as it is, one for the others, or less where the file should be
    small: then `most` is the largest. The second layer takes it back.
    """
    weights, bias, out, out_bias = (part.astype(np.float64) for part in net)
    rows = np.concatenate([weights, bias[None]])
    limits = np.where(np.arange(rows.shape[1]) == 0, (most + 1 << 8) - 1, most)
    scale = limits / np.maximum(np.abs(rows).max(axis=0), 1e-9)
    return (
        np.rint(rows * scale).astype(np.int32),
        np.rint(out / scale * UNIT).astype(np.int64),
        np.rint(out_bias * UNIT).astype(np.int64),
    )


def logistic_knots() -> list[int]:
    """Return the logistic function at evenly spaced evaluations from -10 to 10, of `CERTAIN`."""
    at = np.linspace(-10, 10, KNOTS)
    return [round(CERTAIN / (1 + float(np.exp(-x)))) for x in at]


def weights_text(net: Net, made: str, rules: str = "sir-tommy", most: int = 127) -> str:
    """Return the text of a weights file for `net`; `made` says how it was made."""
    rows, out, out_bias = integers(net, most)
    count, hidden = rows.shape
    record = np.zeros(count, np.dtype([("first", "<i2"), ("rest", "i1", hidden - 1)]))
    record["first"] = rows[:, 0]
    record["rest"] = rows[:, 1:]
    raw = record.tobytes()
    data = {
        "format": FORMAT,
        "rules": rules,
        "made": made,
        "checksum": crc32(raw),
        "out": out.tolist(),
        "out_bias": out_bias.tolist(),
        "chances": logistic_knots(),
        "layer": b85encode(compress(raw, 9)).decode(),
    }
    return json.dumps(data, indent=0).replace(",\n-", ", -") + "\n"
