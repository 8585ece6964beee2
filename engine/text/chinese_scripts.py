"""Traditional and Simplified Chinese: converts units to the chosen script."""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from engine.errors import SettingsError
from engine.settings import Script
from engine.text.language_check import is_cantonese
from engine.text.scripts import is_cjk

if TYPE_CHECKING:
    from opencc import OpenCC

_STEPS = {
    Script.SIMPLIFIED: ("tw2s", "hk2s"),
    Script.HONG_KONG: ("s2hk", "t2hk"),
    Script.TAIWAN: ("s2tw", "t2tw"),
}
_CHINESE = ("zh", "yue", "chinese")
_OF_HONG_KONG, _OF_TAIWAN = {"hk", "mo"}, {"tw", "hant", "traditional", "taiwan"}


def script_of_session(script: Script, environment: Mapping[str, str] = os.environ) -> Script:
    """Return the script for speech: the chosen one, the system's, or the majority's.

    Recognisers may write one utterance in one script and the next in the other.
    """
    if script is not Script.AS_SPOKEN:
        return script
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    named = next(filter(None, names), "") or locale.getlocale()[0] or ""
    return script_of_locale(named) or Script.MAJORITY


def script_of_locale(name: str) -> Script | None:
    """Return how Chinese is written in a locale such as zh_TW.UTF-8; None if it is not Chinese."""
    language, *parts = re.split("[^A-Za-z]+", name)
    if language.lower() not in _CHINESE:
        return None
    told = {part.lower() for part in parts}
    if "hans" in told:
        return Script.SIMPLIFIED
    if told & _OF_HONG_KONG or language.lower() == "yue":
        return Script.HONG_KONG
    return Script.TAIWAN if told & _OF_TAIWAN else Script.SIMPLIFIED


class ScriptConverter:
    """Converts CJK characters to one script, unit by unit.

    The form depends on the words around (OpenCC: 头发 → 頭髮, 发现 → 發現). Regional words stay,
    since what was said is written.
    """

    def __init__(self, script: Script) -> None:
        """Args: script: The target; `AS_SPOKEN` changes nothing.

        Raises:
            SettingsError: opencc is not installed.
        """
        self._is_open = script is Script.MAJORITY
        self._steps = _steps(script)

    def settle(self, units: Sequence[str]) -> None:
        """Take units that are final: if the majority decides, it is theirs."""
        if self._is_open and (script := majority_script(units)):
            self._steps, self._is_open = _steps(script), False

    def written(self, units: Sequence[str]) -> list[str]:
        if self._is_open and (script := majority_script(units)):
            return ScriptConverter(script).written(units)
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
        if len(whole) != len(text):  # a phrase changed its length: convert characters one by one
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


def majority_script(units: Sequence[str]) -> Script | None:
    """Return the script of most characters that differ between scripts; None if none do.

    Traditional characters are Hong Kong's if the words are Cantonese.
    """
    text = "".join(filter(is_cjk, units))
    simplified, traditional = (_converter(name).convert(text) for name in ("t2s", "s2t"))
    told = [
        Script.SIMPLIFIED if it == other else Script.TAIWAN
        for it, other, another in zip(text, simplified, traditional, strict=False)
        if other != another
    ]
    if not told:
        return None
    if max(told, key=told.count) is Script.SIMPLIFIED:  # the first, if equal
        return Script.SIMPLIFIED
    return Script.HONG_KONG if is_cantonese(units) else Script.TAIWAN


def _steps(script: Script) -> list[OpenCC]:
    return [_converter(step) for step in _STEPS.get(script, ())]


@cache  # loading the dictionaries takes a while
def _converter(name: str) -> OpenCC:
    try:
        from opencc import OpenCC
    except ImportError as error:
        raise SettingsError("script", "opencc, which converts Chinese, is not installed") from error
    return OpenCC(name)
