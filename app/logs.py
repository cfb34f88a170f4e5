"""Logs: one line an event, for people or as JSON, from our code and from the libraries alike.

Code says ``structlog.get_logger().info("room.started", seats=4)``. What a whole piece of work is
about is bound once around it and then stands in each of its lines::

    with structlog.contextvars.bound_contextvars(room=room.id, move=move.client_id):
        ...

Secrets stay out: values under telling names are blanked, wherever they come from, and requests
are not logged by address, since the addresses of invitations are keys.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from app.settings import Settings

BLANK = "[secret]"
_TELLING = (
    "authorization",
    "cookie",
    "csrf",
    "database_url",
    "invite",
    "password",
    "secret",
    "seed",
    "token",
)


def _blanked(values: Mapping[str, object]) -> dict[str, object]:
    return {
        key: BLANK
        if any(word in key.lower() for word in _TELLING)
        else _blanked({str(name): inner for name, inner in value.items()})
        if isinstance(value, Mapping)
        else value
        for key, value in values.items()
    }


def blank_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A structlog processor that blanks the values of telling names, also inside of mappings."""
    return {
        **_blanked({key: value for key, value in event.items() if not key.startswith("_")}),
        **{key: value for key, value in event.items() if key.startswith("_")},
    }


def _json(event: EventDict, **_: object) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()


def configure(settings: Settings, stream: TextIO = sys.stderr) -> None:
    """Send all logs to ``stream`` as the settings say."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        blank_secrets,
    ]
    # tracebacks come without local variables, which may hold secrets
    rendering: list[Processor] = (
        [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(serializer=_json),
        ]
        if settings.log_format == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # its lines at level "info" name the address of every websocket
    logging.getLogger("uvicorn").setLevel(max(level, logging.WARNING))
    logging.getLogger("alembic").setLevel(max(level, logging.WARNING))
