from __future__ import annotations

import pytest

from engine.transcripts.treatment import Treatment
from tests.support.transcripts import opened, rewritten, words_of

STAYS = {
    "yaml": "---\ntitle: my day\ntags: [a, b]\n---\n",
    "toml": '+++\ntitle = "my day"\n+++\n',
    "fence": "```python\nx = one\n\ny = two\n```\n",
    "long fence": "````\n```\nfour ticks\n```\n````\n",
    "tildes": "~~~\nx ``` y\n~~~\n",
    "indented": "    x = one\n    y = two\n",
    "table": "| name | age |\n|---|---|\n| ann | ten |\n",
    "table without edges": "name | age\n--- | ---\nann | ten\n",
    "heading": "## my own day\n",
    "underlined": "my own day\n==========\n",
    "underlined twice": "my own day\n---\n",
    "html": '<div class="note">\nsome words here\n</div>\n',
    "script": "<script>\nvar one = two\n\nvar three\n</script>\n",
    "comment": "<!-- one\n\ntwo -->\n",
    "definition": '[guide]: https://example.org/a "the guide"\n',
    "footnote": "[^1]: see the other book\n",
    "picture": "![my cat](cat.png)\n",
    "ruler": "* * *\n",
    "include": "{% include video.html id=1 %}\n",
}


@pytest.mark.parametrize("block", STAYS.values(), ids=STAYS)
@pytest.mark.parametrize("treatment", Treatment)
def test_blocks_set_apart_stay(tmp_path, block, treatment):
    text = (
        f"{block}\none two three\n\n{block}"
        if block[0] not in "-+"
        else f"{block}\none two three\n"
    )
    after = rewritten(opened(tmp_path, text, "a.md"), treatment=treatment)
    assert after == text.replace("one two three", "One two three.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("use `git push` and go", "Use `git push` and go."),
        (
            r"so \[laughter\] we \<crosstalk\> go \[\00:18.08\]",
            r"So \[laughter\] we \<crosstalk\> go. \[\00:18.08\]",
        ),
        ("use ``a ` b`` and go", "Use ``a ` b`` and go."),
        (
            "the [long guide](http://x.y/a_(b)) now",
            "The [long guide](http://x.y/a_(b)) now.",
        ),
        ("the [long guide][1] now", "The [long guide][1] now."),
        ("it is so[^1] now", "It is so[^1] now."),
        (
            "go to <https://x.y/a> or https://x.y/B",
            "Go to <https://x.y/a> or https://x.y/B.",
        ),
        ("a <b>bold</b> word", "A <b>bold</b> word."),
        ("some *weak* and **strong** words", "Some *weak* and **strong** words."),
        ("- one two\n- [ ] three four\n", "- One two.\n- [ ] Three four.\n"),
        ("1. one two\n   three\n2) four\n", "1. One two\n   three.\n2) Four.\n"),
        ("> one two\n> three\n", "> One two\n> three.\n"),
        ("it was in\n2027. she left\n", "It was in\n2027 she left.\n"),
        ("one two  \nthree\\\nfour\n", "One two  \nthree\\\nfour.\n"),
        ("- one\n\n    two three\n", "- One.\n\n    Two three.\n"),
        ("**Ann:** hi\n\n**Bob:** oh\n", "**Ann:** Hi.\n\n**Bob:** Oh.\n"),
    ],
)
def test_words_between_them_are_read(tmp_path, before, after):
    assert rewritten(opened(tmp_path, before, "a.md")) == after


def test_speakers_in_bold_are_turns(tmp_path):
    transcript = opened(tmp_path, "**Ann:** hi\n\n**Bob:** oh\n", "a.md")
    assert [said.word.core for said in words_of(transcript)] == ["hi", "oh"]
    assert (
        rewritten(transcript, names={"Ann": "Anna Smith"})
        == "**Anna Smith:** Hi.\n\n**Bob:** Oh.\n"
    )
