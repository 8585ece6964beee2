"""Which test files run in parallel, and which come first."""

from __future__ import annotations

_SHARED = {
    "screen": (
        "tests/app/desktop/test_desktop.py",
        "tests/app/desktop/test_instances.py",
        "tests/app/desktop/test_portals.py",
    ),
    "sound": (
        "tests/app/commands/test_listen.py",
        "tests/app/ui/dictation/test_playback.py",
        "tests/app/ui/settings/test_microphones.py",
        "tests/engine/audio/test_microphone.py",
        "tests/engine/audio/test_devices.py",
        "tests/faults/test_microphones.py",
    ),
}
_LONGEST = (
    "sound",
    "screen",
    "tests/faults/test_history_taken.py",
    "tests/faults/test_frozen_window.py",
    "tests/engine/recognisers/test_utterance_recogniser.py",
    "tests/app/commands/test_transcribe.py",
    "tests/faults/test_strangers.py",
    "tests/training/loop/test_runs.py",
    "tests/training/loop/test_device_run.py",
    "tests/app/commands/test_train.py",
    "tests/faults/test_leaving.py",
    "tests/faults/test_hostile_files.py",
    "tests/app/ui/test_chinese_window.py",
    "tests/app/ui/models/test_used.py",
    "tests/faults/test_downloads.py",
)

_RESOURCE = {file: resource for resource, files in _SHARED.items() for file in files}
_PLACE = {unit: place for place, unit in enumerate(_LONGEST)}


def unit_of(nodeid: str) -> str:
    """Return what runs in one worker, in order: a file, or all that share a resource."""
    file = nodeid.partition("::")[0]
    return _RESOURCE.get(file, file)


def place_of(nodeid: str) -> int:
    """Sort long units first, so that all workers end at about the same time."""
    return _PLACE.get(unit_of(nodeid), len(_PLACE))
