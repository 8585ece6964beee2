"""Answers of Amazon Transcribe and Otter, in the form these services write."""

from __future__ import annotations

WORDS = ["so", "i", "was", "thinking", "we", "could", "meet", "at", "noon"]


def pronunciation(at, word, **more):
    return {
        "id": at,
        "speaker_label": "spk_0",
        "start_time": f"{at * 0.5:.2f}",
        "end_time": f"{at * 0.5 + 0.4:.2f}",
        "alternatives": [{"confidence": "0.98", "content": word}],
        "type": "pronunciation",
        **more,
    }


def mark(at, sign):
    return {
        "id": at,
        "speaker_label": "spk_0",
        "alternatives": [{"confidence": "0.0", "content": sign}],
        "type": "punctuation",
    }


def aws():
    """The words with a wrong comma after the second one, in two audio segments."""
    items = [pronunciation(0, "So"), pronunciation(1, "i"), mark(2, ",")]
    items += [pronunciation(at, word) for at, word in enumerate(WORDS[2:], 3)]
    return {
        "jobName": "job",
        "accountId": "111122223333",
        "status": "COMPLETED",
        "results": {
            "transcripts": [{"transcript": "So i, " + " ".join(WORDS[2:])}],
            "speaker_labels": {"speakers": 1, "segments": [{"start_time": "0.0", "items": []}]},
            "items": items,
            "audio_segments": [
                {"id": 0, "transcript": "So i, was thinking", "items": [0, 1, 2, 3, 4]},
                {"id": 1, "transcript": "we could meet at noon", "items": [5, 6, 7, 8, 9]},
            ],
        },
    }


def otter(**speech):
    def turn(start_offset, text):
        words, at = [], 0
        for place, word in enumerate(text.split()):
            at = text.index(word, at)
            times = {"start": place * 0.5, "end": place * 0.5 + 0.4}
            words.append({"word": word, **times, "startOffset": at, "endOffset": at + len(word)})
            at += len(word)
        return {
            "uuid": "u",
            "start_offset": start_offset,
            "end_offset": start_offset + 64_000,
            "transcript": text,
            "speaker_id": None,
            "alignment": words,
        }

    return {
        "status": "OK",
        "speech": {
            "title": "Meeting",
            "speech_outline": [{"text": "Not spoken", "segments": None}],
            "transcripts": [turn(16_000, "So, i was thinking"), turn(80_000, "we could meet")],
            **speech,
        },
    }
