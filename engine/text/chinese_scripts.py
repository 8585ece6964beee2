"""Traditional and Simplified Chinese: writes units in the script that was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from engine.errors import SettingsError
from engine.settings import Script
from engine.text.scripts import is_cjk

if TYPE_CHECKING:
    from opencc import OpenCC

_STEPS = {
    Script.SIMPLIFIED: ("tw2s", "hk2s"),
    Script.HONG_KONG: ("s2hk", "t2hk"),
    Script.TAIWAN: ("s2tw", "t2tw"),
}


class ScriptConverter:
    """Writes CJK characters in one script; as many units come out as went in.

    A character is chosen by the words around it (OpenCC: 头发 → 頭髮, 发现 → 發現). Only its form
    changes, words of other regions stay: what was said is written.
    """

    def __init__(self, script: Script) -> None:
        """Args: script: what to write; with `AS_SPOKEN` nothing changes.

        Raises:
            SettingsError: opencc is not installed.
        """
        self._steps = [_converter(step) for step in _STEPS.get(script, ())]

    def written(self, units: Sequence[str]) -> list[str]:
        if not self._steps:
            return list(units)
        written: list[str] = []
        for is_chinese, found in groupby(units, is_cjk):
            run = list(found)
            written += self._run(run) if is_chinese else run
        return written

    def _run(self, units: Sequence[str]) -> Iterator[str]:
        text = "".join(units)
        whole = self._converted(text)
        if len(whole) != len(text):  # a phrase has grown or shrunk: each character on its own
            pairs = ((unit, self._converted(unit)) for unit in units)
            whole = "".join(new if len(new) == len(unit) else unit for unit, new in pairs)
        at = 0
        for unit in units:
            yield whole[at : at + len(unit)]
            at += len(unit)

    def _converted(self, text: str) -> str:
        for step in self._steps:
            text = step.convert(text)
        return text


@cache  # of the dictionaries; texts come by the thousand
def _converter(name: str) -> OpenCC:
    try:
        from opencc import OpenCC
    except ImportError as error:
        raise SettingsError("script", "opencc, which converts Chinese, is not installed") from error
    return OpenCC(name)
