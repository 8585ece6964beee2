# Tasks of developers; `just` comes with the extra `dev` (PyPI: rust-just).

python := ".venv/bin/python"

# list the tasks
default:
    @just --list

# a virtual environment with everything that development needs
setup:
    python3 -m venv .venv
    .venv/bin/pip install -e '.[dev]'
    .venv/bin/pre-commit install

# lint, format, types and import contracts
check:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy
    .venv/bin/lint-imports

# the test suite, or some of it
test *arguments:
    .venv/bin/pytest {{arguments}}

# every test that has one in its long form: hours, and some of them as root
test-full:
    FERMATA_KILLS=200 FERMATA_CUTS=50 FERMATA_FAULTS=100 FERMATA_UNPLUGS=20 FERMATA_LEAVINGS=10 \
    FERMATA_EDITS=20000 FERMATA_DAMAGES=50 FERMATA_FUZZ_SECONDS=600 FERMATA_SLOW_MINUTES=30 \
    FERMATA_HOURS=8 FERMATA_CYCLES=100 FERMATA_FILES=10000 FERMATA_FREEZES=5 FERMATA_LARGE_MB=1024 \
    FERMATA_MACHINES=2 \
    .venv/bin/pytest tests/faults tests/app/dictation tests/training/loop/test_runs.py

# measure the bundled models; the data lies in ../shared
bench *arguments="--smoke":
    {{python}} -m training bench {{arguments}}

# measure how fluid the window is; on a machine that does nothing else
bench-window:
    .venv/bin/pytest -s tests/benchmarks/bench_*.py

# bring the translations up to date with the sources
translate:
    {{python}} packaging/update_translations.py

# pin what is shipped, each file by its hash, and list the licences of it; `--upgrade` takes newer ones
lock *arguments:
    python3 -m venv build/lock
    build/lock/bin/pip install -q uv
    build/lock/bin/uv pip compile pyproject.toml --generate-hashes --python-platform x86_64-manylinux_2_34 \
        --quiet --python-version 3.11 --custom-compile-command "just lock" -o packaging/linux.lock {{arguments}}
    build/lock/bin/uv pip compile pyproject.toml --generate-hashes --python-platform x86_64-pc-windows-msvc \
        --quiet --python-version 3.11 --custom-compile-command "just lock" -o packaging/windows.lock {{arguments}}
    build/lock/bin/uv pip compile pyproject.toml --generate-hashes --python-platform aarch64-apple-darwin \
        --quiet --python-version 3.11 --custom-compile-command "just lock" -o packaging/macos.lock {{arguments}}
    build/lock/bin/pip install -q --require-hashes -r packaging/linux.lock
    build/lock/bin/python packaging/list_licences.py

# name a release: pyproject.toml gets the version, CHANGELOG.md its date; `.github/workflows` does the rest
release version:
    {{python}} packaging/release.py {{version}}

# take the pictures of the window as it is now: the README's, and those of the first minute
screenshots:
    xvfb-run -a -s "-screen 0 1920x1200x24" {{python}} -m tests.support.ui.tour assets/screenshots readme
    xvfb-run -a -s "-screen 0 1920x1200x24" {{python}} -m tests.support.ui.first_minute assets/screenshots

# from a fresh clone to a sentence in another window, with a sheet of pictures of it
first-sentence sheet:
    {{python}} -m tests.support.ui.first_sentence {{sheet}}

# the window, or a command of `fermata`
run *arguments:
    .venv/bin/fermata {{arguments}}
