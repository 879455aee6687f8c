"""The commands, one module each: see `vflog.cli.app`."""
