"""Figures and pages from a database: `write` makes a folder of pages that open offline."""

from __future__ import annotations

from vflog.reporting.write import UnknownFigure, Written, write

__all__ = ["UnknownFigure", "Written", "write"]
