"""Labels at the start of a line with a speaker or a time: `Ann: `, `[00:12] Ann: `, `Ann  0:12`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import islice

from engine.text.scripts import is_cjk

_LINES = 20_000  # searched for names of speakers
_MOST_NAMES = 1000
_LABEL_CHARACTERS = 160
SIGNS = re.compile(r"\s*(?:(?:[-–—*•+#>|]+\s+)|[-–—>]+(?=[^\W\d_]))*")
_CLOCK = r"(?:\d{1,3}:)?\d{1,2}:(?:\d{2}(?:[.,:;]\d{1,7})?|\d[.,]\d{1,7})(?!\d)"
_SPAN = rf"(?P<at>{_CLOCK})(?:\s?[AaPp]\.?[Mm]\.?)?(?P<till>\s*(?:-->|[-–—])\s*{_CLOCK})?"
_BRACKETED = rf"(?P<open>[\[(<])\s*{_SPAN}\s*[\])>]"
_AT = rf"(?P<open>[\[(<])?\s*{_SPAN}\s*[\])>]?"
_CAPITAL = "A-ZÀ-ÖØ-ÞĆČĎĐĘĚĞİŁŃŇŐŒŘŚŞŠŤŮŰŹŻŽΑ-ΩЀ-Я"
_WORD = rf"[{_CAPITAL}][^\W_]*(?:['’_&/-]\w+)*\.?"
_LINK = r"(?:de|del|della|da|dos|du|la|le|van|von|der|den|bin|al|el|of|the|and|y|e|&)"
_NAME = rf"(?P<name>{_WORD}(?:,?\ (?:{_LINK}\ )*(?:{_WORD}|\d{{1,3}}\b)){{0,4}})"
_REMARK = r"(?:\s?(?:\((?![\d:., ]+\))[^()\r\n:]{1,40}\)|\[(?![\d:., ]+\])[^\[\]\r\n:]{1,40}\]))?"
_BOLD = r"(?:\*\*|__)?"
_COLON = rf"{_BOLD}\s?(?::{_BOLD}(?=\s|\Z)|：)"
_NICKNAME = r"(?P<name>[a-z][\w.-]{0,24}(?:\ \d{1,3})?)"
_NO_SIGN = r"[^\s，。？！、；：「『《（(\[\]<>:]"
_WIDE = rf"(?P<name>(?!\d){_NO_SIGN}{{1,8}}\ ?\d{{0,3}})(?<![說说道話话問问答講讲曰是為为有如下即])"
_IN_BRACKETS = rf"\({_NAME}\)|\[{_NAME}\]".replace("?P<name>", "?:") + r"|（[^（）\r\n]{1,8}）"
_BESIDE = r"\s*(?:[-–—|]\s*)?"
_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"{_AT}\s*\Z",  # 0:04
        rf"{_NAME}{_REMARK}\s?[,|–—:-]?\s*{_BRACKETED}:?\s*\Z",  # Ann (0:04)
        rf"(?P<name>\S[^\r\n:]{{0,59}}?)\s{{2,}}{_SPAN}\s*\Z",  # Ann  0:04
        rf"\[(?P<name>[^\[\]\r\n]{{1,40}})\]\s*{_SPAN}\s*\Z",  # [Ann] 10:32:01
        rf"{_AT}\s+(?:[-–—|]\s+)?(?P<guess>{_NAME}){_REMARK}\s*\Z",  # 00:00:04 Ann
        rf"(?P<guess>{_NAME}){_REMARK},?\s{_SPAN}\s*\Z",  # Ann 0:04
        rf"{_AT}{_BESIDE}{_BOLD}{_NAME}{_REMARK}{_COLON}",  # [0:04] Ann: so
        rf"{_AT}{_BESIDE}{_BOLD}{_NICKNAME}{_COLON}",  # [0:04] speaker_00: so
        rf"{_AT}\s*{_WIDE}(?:：|:(?=\s))",  # [0:04] 主持人：好
        rf"{_BOLD}{_NAME}{_REMARK}{_BOLD}\s?{_BRACKETED}{_COLON}",  # Ann (0:04): so
        rf"{_BOLD}{_NAME}{_REMARK}{_COLON}\s*{_BRACKETED}(?=\s|\Z)",  # Ann: [0:04] so
        rf"{_BRACKETED}:?(?=\s|\Z)",  # [0:04] so
        rf"(?P<at>\d+:\d\d:\d\d(?:[.,]\d{{1,7}})?)(?:\s*-->\s*{_CLOCK})?(?=\s)",  # 0:00:04 so
        rf"(?P<guess>{_BOLD}{_NAME}){_REMARK}{_COLON}",  # Ann: so
        rf"(?P<guess>{_BOLD}{_NICKNAME}){_COLON}",  # speaker_00: so
        rf"(?P<guess>{_IN_BRACKETS}):?(?=\s|\Z|(?<=）))",  # (Ann) so; perhaps a person
        r"(?P<guess>(?P<name>[QA]))\.(?=\s)",  # Q. Where were you?
        rf"(?P<guess>{_WIDE})(?:：|:(?=\s))",  # 主持人：好
        r"(?P<guess>\*\*(?P<name>[^*\r\n]{1,40}))(?::\*\*|\*\*:)(?=\s|\Z)",  # **my aunt:** so
    )
)
_BRACKETED_NAME = re.compile(rf"{SIGNS.pattern}[(\[](?P<name>[^()]*[a-z][^()]*)[)\]]:?\s*")
_SOUND = re.compile(
    r"(?:s|ing|ed|laughter|applause|music|silence|noise|chatter|pause|inaudible|crosstalk)\b",
    re.IGNORECASE,
)  # endings of brackets that are not names: (Sighs), (Phone ringing)
_OF_EACH = re.compile(r"[:：]|[QA]\.\s|^[^\w(\[（]*[(\[（]")  # in every shape, and in few lines
_NOBODY = frozenset(
    """abstract action actions address agenda also attendees author bcc caption caution cc chapter
    conclusion contents copyright date day duration e-mail edit email example examples fax fig
    figure finally first fixme from hint how however http https important introduction isbn keywords
    location method n.b nb note notes p.s page participants phone place present price ps re reason
    remember result results second section source sources speakers step subject summary table tel
    third time tip title to todo topic total transcript update url warning website week what when
    where who why yes no 主題 主题 例如 來源 来源 備註 备注 地點 地点 摘要 日期 時間 时间 標題
    标题 注意 結論 结论 註 注""".split()  # noqa: SIM905  a list of a hundred strings is harder to read
)
_NAME_ALONE = re.compile(rf"\s*{_NAME}{_REMARK}\s*")
_FEW_NAMES = 12
_NUMBERED = re.compile(r"(?:speaker|spk)[ _]?\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """What comes at the start of a line before, or instead of, the words.

    Attributes:
        text: As written, with the white space after it.
        speaker: Just the name; empty if nobody is named.
        start_s: When the turn begins, in seconds, if stated.
        is_another: The speaker changes, whatever the name.
    """

    text: str
    speaker: str = ""
    start_s: float | None = None
    is_another: bool = False

    @property
    def is_span(self) -> bool:
        """Whether it is `0:0:4.5 --> 0:0:6.9`, after which Teams has a line with only a name."""
        return not self.speaker and self.start_s is not None and "-->" in self.text


def read_label(
    line: str, speakers: Container[str] = (), before: Label | None = None
) -> Label | None:
    """Return the label at the start of a line.

    Args:
        line: A line, or its beginning.
        speakers: Names known from elsewhere in the text; see `speakers_in`.
        before: Label of the previous line.
    """
    if before and before.is_span and line.strip() in speakers:
        return Label(line, line.strip())
    found = _found(line)
    if found is None:
        return None
    if found.is_sure or found.label.speaker in speakers:
        return found.label
    if not found.stays:
        return None
    bracketed = _BRACKETED_NAME.fullmatch(found.label.text)
    is_another = bracketed is not None and not _SOUND.search(bracketed["name"])
    return Label(found.label.text, "", found.label.start_s, is_another)


def speakers_in(lines: Iterable[str]) -> frozenset[str]:
    """Return the names used as labels in a text: those that recur, and those that answer."""
    names: Counter[str] = Counter()
    alone: Counter[str] = Counter()  # on a line after a time span
    texts = 0
    before: Label | None = None
    for line in islice((line for line in lines if line.strip()), _LINES):
        texts += 1
        found = _found(line)
        if found and (found.label.speaker in names or len(names) < _MOST_NAMES):
            names[found.label.speaker] += 1
        elif before and before.is_span and _NAME_ALONE.fullmatch(line) and len(alone) < _MOST_NAMES:
            alone[line.strip()] += 1
        before = found.label if found else None
    del names[""]
    again = {name for name, count in names.items() if count >= (3 if name[0].islower() else 2)}
    is_conversation = 3 * names.total() >= texts and (again or len(names) <= _FEW_NAMES)
    answering = {name for name in names if is_conversation and not name[0].islower()}
    return frozenset(again | answering | {name for name, count in alone.items() if count > 1})


@dataclass(frozen=True, slots=True)
class _Found:
    """A label; `is_sure`: no sentence begins so; `stays`: it is not speech, whoever is meant."""

    label: Label
    is_sure: bool
    stays: bool


def _found(line: str) -> _Found | None:
    head = line[:_LABEL_CHARACTERS]
    if not _OF_EACH.search(head):
        return None
    signs = SIGNS.match(head)
    for shape in _SHAPES:
        found = shape.match(head, signs.end() if signs else 0)
        if found is None or (_WIDE in shape.pattern and not is_cjk(found["name"])):
            continue
        fields = found.groupdict()
        name, guess = fields.get("name") or "", fields.get("guess")
        is_nobody = _is_nobody(name)
        if is_nobody and guess is None:
            continue
        text = line[: len(line) - len(line[found.end() :].lstrip())]
        label = Label(text, "" if is_nobody else name, _seconds(fields.get("at")))
        is_sure = not is_nobody and (guess is None or _is_sure(name, label))
        is_set_off = guess is not None and (
            _is_caps(name) or guess[0] in "([（" or "**" in guess or is_cjk(name)
        )
        return _Found(label, is_sure, is_set_off)
    return None


def _is_nobody(name: str) -> bool:
    words = name.lower().replace(". ", " ").split()
    return not _NOBODY.isdisjoint((*words[:1], *words[-1:]))


def _is_sure(name: str, label: Label) -> bool:
    if label.start_s is not None:
        return label.text.count(":") > 1
    is_full = " " in name and "," not in name and not is_cjk(name)
    return is_full or _is_caps(name) or _NUMBERED.fullmatch(name) is not None


def _is_caps(name: str) -> bool:
    return len(name) > 1 and name.isupper()


def _seconds(clock: str | None) -> float | None:
    if clock is None:
        return None
    seconds = 0.0
    for part in clock.replace(",", ".").replace(";", ":").split(":")[:3]:
        seconds = 60 * seconds + float(part)
    return seconds
