"""The subcommands of `fermata`, one per module: help texts, `add_options` and `run`.

Heavy modules are imported only when one runs.
"""
