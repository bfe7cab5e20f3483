"""What compiled code is made with: the compiler, typed, and the kinds of its arguments."""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

# Numba keeps machine code by the file of a function alone, and would go on using functions of other
# files as they were. So each state of the laboratory has a cache of its own.
if not os.environ.get("NUMBA_CACHE_DIR"):
    _here = Path(__file__).parent
    _shared = (
        "game",
        "play",
        "ahead",
        "deep",
        "keyed",
        "sums",
        "turns",
        "ways",
        "train",
        "solve",
        "advice",
    )
    _engine = (_here.parent / "weights.py", _here.parent / "turns.py")
    _files = [*_engine, *(_here / f"{name}.py" for name in _shared)]
    _state = sha256(b"".join(path.read_bytes() for path in _files if path.exists())).hexdigest()
    _place = Path(tempfile.gettempdir()) / f"sirtommy-{os.getuid()}-{_state[:16]}"
    numba.config.CACHE_DIR = str(_place)  # type: ignore[attr-defined]

F = TypeVar("F", bound=Callable[..., object])

Array = npt.NDArray[Any]
"""An array; each function says what it holds."""

Net = tuple[Array, Array, Array, Array]
"""Rows, bias, second layer, its bias: `float32` in training, integers in play."""

Number = int | float | np.uint64 | np.float32
"""A number of whatever width the compiled code works in."""


def compiled(function: F) -> F:
    """Compile a function at its first call; the machine code is kept on disk.

    Whatever is passed a constant of Python's own is compiled for that constant too; hence numbers
    of NumPy's where a variable begins as one.
    """
    return cast("F", numba.njit(cache=True)(function))


def inlined(function: F) -> F:
    """Compile a small function into the functions that call it."""
    return cast("F", numba.njit(cache=True, inline="always")(function))
