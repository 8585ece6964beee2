"""Pictures on one sheet, each under its caption."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

_NO_DITHERING = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
_SPACE_PX, _CAPTION_PX, _CAPTION_FONT_PX = 14, 30, 17


def contact_sheet(pictures: Sequence[tuple[str, Path]], path: Path, columns: int = 3) -> None:
    """Write pictures of one size side by side, captioned, in the 256 most frequent colours."""
    images = [QImage(str(picture)) for _, picture in pictures]
    width, height = images[0].width() + _SPACE_PX, images[0].height() + _SPACE_PX + _CAPTION_PX
    rows = -(-len(images) // columns)
    sheet = QImage(
        columns * width + _SPACE_PX, rows * height + _SPACE_PX, QImage.Format.Format_RGB32
    )
    sheet.fill(QColor("#d0d0d4"))
    painter = QPainter(sheet)
    font = QFont()
    font.setPixelSize(_CAPTION_FONT_PX)
    painter.setFont(font)
    for number, ((caption, _), image) in enumerate(zip(pictures, images, strict=True)):
        x = _SPACE_PX + number % columns * width
        y = _SPACE_PX + number // columns * height
        place = QRect(x, y, image.width(), _CAPTION_PX)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, f"{number + 1}. {caption}")
        painter.drawImage(x, y + _CAPTION_PX, image)
    painter.end()
    colours, counts = np.unique(np.frombuffer(sheet.constBits(), "<u4"), return_counts=True)
    table = [int(it) for it in colours[np.argsort(-counts)][:256]]
    sheet.convertToFormat(QImage.Format.Format_Indexed8, table, _NO_DITHERING).save(str(path))
