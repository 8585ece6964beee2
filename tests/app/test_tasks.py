from __future__ import annotations

import threading

import pytest

from app.tasks import Lane, TaskRunner

LANE = Lane("one")
WAIT_S = 20.0


def test_a_lane_keeps_the_order_and_calls_back_on_this_thread(qtbot, tasks):
    here, told = threading.get_ident(), []
    for number in range(50):
        tasks.run(
            LANE,
            lambda number=number: (number, threading.get_ident()),
            lambda result: told.append((*result, threading.get_ident())),
        )
    qtbot.waitUntil(lambda: len(told) == 50)
    assert [number for number, _, _ in told] == list(range(50))
    assert len({there for _, there, _ in told} | {here}) == 2
    assert {back for _, _, back in told} == {here}


def test_progress_comes_before_the_result(qtbot, tasks):
    told = []

    def work():
        tasks.call(told.append, "half")
        return "whole"

    tasks.run(LANE, work, told.append)
    qtbot.waitUntil(lambda: told == ["half", "whole"])


def test_an_error_goes_to_its_handler_or_to_the_excepthook(qtbot, tasks):
    told = []
    tasks.run(LANE, lambda: 1 / 0, told.append, told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert isinstance(told[0], ZeroDivisionError)
    with qtbot.capture_exceptions() as caught:
        tasks.run(LANE, lambda: 1 / 0)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError


@pytest.mark.parametrize("drains", [True, False])
def test_closing_waits_for_running_tasks_and_then_drains_or_drops(qtbot, drains):
    tasks, lane = TaskRunner(), Lane("closing", drains=drains)
    begun, may_end, done, told = threading.Event(), threading.Event(), [], []

    def work():
        begun.set()
        assert may_end.wait(WAIT_S)
        done.append("begun")

    tasks.run(lane, work, told.append)
    tasks.run(lane, lambda: done.append("waiting"), told.append)
    assert begun.wait(WAIT_S)
    threading.Timer(0.05, may_end.set).start()
    tasks.close()
    assert done == (["begun", "waiting"] if drains else ["begun"])
    tasks.run(lane, lambda: done.append("late"))
    qtbot.wait(20)
    assert told == []
    assert "late" not in done
