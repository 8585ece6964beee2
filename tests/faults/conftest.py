from tests.support.window_fixtures import collected_here, qtbot

__all__ = ["collected_here", "qtbot"]
