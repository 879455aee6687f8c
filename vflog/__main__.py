"""`python -m vflog`: the command line."""

from vflog.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
