"""Runs a program of the tests: `python -m tests.support faults.leaving …`.

A child of `multiprocessing` imports the main module again unless it is called `__main__`, as
Fermata's is, and this one.
"""

from __future__ import annotations

import runpy
import sys

del sys.argv[0]
runpy.run_module(f"tests.support.{sys.argv[0]}", run_name="__main__")
