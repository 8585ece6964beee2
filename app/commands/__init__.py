"""The subcommands of `fermata`, one a module; what is heavy is imported when one runs."""
