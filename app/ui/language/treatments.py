"""What people call the treatments of marks that stand in a transcript."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.transcripts.treatment import Treatment


def treatment_names() -> dict[str, str]:
    """Return the names by the values of `Treatment`."""
    return {
        Treatment.REPAIR.value: QCoreApplication.translate("Treatments", "Repair them"),
        Treatment.FROM_SCRATCH.value: QCoreApplication.translate("Treatments", "Set them anew"),
        Treatment.ONLY_ADD.value: QCoreApplication.translate("Treatments", "Only add to them"),
    }
