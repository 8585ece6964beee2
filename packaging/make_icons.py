"""Draws the icon in the forms that systems want: `python packaging/make_icons.py FOLDER`.

From assets/icons/fermata.svg: PNG for Linux, .ico for Windows, .icns for macOS.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parent.parent / "assets/icons/fermata.svg"
LINUX_PX = (16, 24, 32, 48, 64, 128, 256, 512)
_WINDOWS_PX = (16, 24, 32, 48, 64, 256)
_MACOS = {"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}


def png(side_px: int) -> bytes:
    picture = QImage(side_px, side_px, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(SOURCE.read_bytes())).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return content.data()


def ico() -> bytes:
    """Return Windows's form: a table of places, then PNGs; a side of 256 is written as 0."""
    pictures = {side: png(side) for side in _WINDOWS_PX}
    at = 6 + 16 * len(pictures)
    rows = []
    for side, content in pictures.items():
        rows.append(struct.pack("<4B2H2I", side % 256, side % 256, 0, 0, 1, 32, len(content), at))
        at += len(content)
    return struct.pack("<3H", 0, 1, len(pictures)) + b"".join([*rows, *pictures.values()])


def icns() -> bytes:
    """Return macOS's form: PNGs, each behind its kind and size."""
    pictures = {kind: png(side) for kind, side in _MACOS.items()}
    parts = [kind.encode() + struct.pack(">I", 8 + len(it)) + it for kind, it in pictures.items()]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def make_icons(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fermata.ico").write_bytes(ico())
    (folder / "fermata.icns").write_bytes(icns())
    for side in LINUX_PX:
        (folder / f"fermata-{side}.png").write_bytes(png(side))


if __name__ == "__main__":
    make_icons(Path(sys.argv[1]))
