"""Whether the screen is locked, according to systemd's logind."""

from __future__ import annotations

import logging
import sys

_log = logging.getLogger(__name__)
_TIMEOUT_S = 0.2
_LOGIND = "org.freedesktop.login1"
_SESSION = "/org/freedesktop/login1/session/auto"


def is_locked() -> bool:
    """Ask whether it is; no if nobody tells, as without logind."""
    if sys.platform != "linux":
        return False
    from jeepney import DBusAddress, DBusErrorResponse, Properties
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    ask = Properties(DBusAddress(_SESSION, _LOGIND, f"{_LOGIND}.Session")).get("LockedHint")
    try:
        with open_dbus_connection("SYSTEM") as connection:
            ((_, hint),) = unwrap_msg(connection.send_and_get_reply(ask, timeout=_TIMEOUT_S))
    except (OSError, KeyError, ValueError, DBusErrorResponse) as error:
        _log.debug("nobody tells whether the screen is locked: %s", type(error).__name__)
        return False
    return bool(hint)
