"""One module a command of `python -m training`; imports are lazy, so that help is quick."""
