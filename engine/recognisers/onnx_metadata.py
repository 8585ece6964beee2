"""What an ONNX file says of itself, read without loading its weights."""

from __future__ import annotations

from io import BytesIO
from itertools import islice
from pathlib import Path

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.recognisers.protobuf import fields

_PROPERTIES = 14  # of a ModelProto; 1 and 2 of each are its key and its value
_MOST = 100


def read_metadata(path: Path) -> dict[str, str]:
    """Return the properties that an exporter wrote into a model, without reading its weights.

    Raises:
        ModelFormatError: it is no ONNX file, or cut short; the error names its folder.
    """
    try:
        with path.open("rb") as stream:
            found = fields(stream, path.stat().st_size)
            bodies = list(islice((body for field, body in found if field == _PROPERTIES), _MOST))
        pairs = [dict(fields(BytesIO(body), len(body))) for body in bodies]
        return {pair[1].decode(): pair.get(2, b"").decode() for pair in pairs}
    except (OSError, ValueError, KeyError) as error:
        reason = Message("{file} is no ONNX file, or is cut short", file=path.name)
        raise ModelFormatError(path.parent, reason) from error
