"""Where the folders beside the code are: in a checkout next to ``app/``, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path

_APP = Path(__file__).parent


def resources(name: str) -> Path:
    """The folder ``migrations``, ``static`` or ``templates``.

    Raises FileNotFoundError when the program is not installed whole.
    """
    for place in (_APP / name, _APP.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no folder {name} with this program; install it again")
