from __future__ import annotations

import pytest

from app.desktop.mains_power import on_linux


@pytest.mark.parametrize(
    ("supplies", "told"),
    [
        ({}, None),
        ({"AC/online": "1", "BAT0/status": "Charging"}, True),
        ({"AC/online": "0", "BAT0/status": "Discharging"}, False),
        ({"AC/online": "0", "usb-c/online": "1"}, True),
        ({"BAT0/status": "Discharging"}, False),
        ({"BAT0/status": "Full"}, None),
    ],
)
def test_adapters_and_batteries_show_the_power_source(tmp_path, supplies, told):
    for name, value in supplies.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{value}\n", encoding="ascii")
    assert on_linux(tmp_path) is told
