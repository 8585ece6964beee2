"""Settings of files that are dropped on the window."""

from __future__ import annotations

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.settings_page import SettingsPage


class FilesSettingsPage(SettingsPage):
    """Formats, folders and the queue."""

    section = "files"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(self.tr("Files"), preferences)
        self.group(self.tr("Results"))
        self.choice(
            "files.export_format",
            {
                "same": self.tr("The source’s own"),
                "txt": self.tr("Text (txt)"),
                "md": self.tr("Markdown (md)"),
                "docx": self.tr("Word (docx)"),
                "srt": self.tr("Subtitles (srt)"),
                "vtt": self.tr("Subtitles (vtt)"),
                "json": self.tr("Data (json)"),
            },
            self.tr("Format"),
            self.tr("Recordings have no text format of their own; they become txt."),
        )
        self.folder(
            "files.output_folder",
            self.tr("Folder"),
            self.tr("Your files are never overwritten."),
            self.tr("Beside the source"),
        )
        self.flag(
            "files.marks_changes",
            self.tr("Highlight what was added"),
            self.tr("Marks and capitals that the source did not have."),
        )
        self.group(self.tr("Queue"))
        self.number(
            "files.at_once",
            self.tr("Files worked on at the same time"),
            self.tr("More is faster where there are many processor cores."),
        )
