from tests.support.window_fixtures import collected_here, preferences, qtbot, tasks

__all__ = ["collected_here", "preferences", "qtbot", "tasks"]
