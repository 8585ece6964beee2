"""The subcommands of `fermata`, one a module: its help texts, `add_options` and `run`.

What is heavy is imported when one runs.
"""
