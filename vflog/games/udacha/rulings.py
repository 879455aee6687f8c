"""The named rulings of the chapter's doubts, and its revisions."""

from __future__ import annotations

from vflog.engine.ruleset import Named, Revision

NAMED: dict[str, Named] = {
    entry.name: entry
    for entry in (
        Named("reactions_alternate", ("true", "false"),
              "Players alternate in the REACTION window as in the INTERRUPT window, or only in the latter.",
              "Keywords & Miscellaneous, ¶10, ¶11", "A21"),
        Named("active_scenery", ("together", "by_type"),
              "The right-most card of a Scenery Area is Active, or the right-most Place and the right-most Pursuit.",
              "Keywords & Miscellaneous, ¶15", "A29"),
        Named("base_untargetable", ("true", "false"),
              "A Base may not be named by an effect that Discards or Destroys, or may be named and stays.",
              "Keywords & Miscellaneous, ¶20", "A32"),
        Named("destroyed_unique_binds", ("unset", "owner", "both"),
              "Whom a Destroyed Unique card shuts out besides its owner: left open, nobody, or the foe too.",
              "Keywords & Miscellaneous, ¶17, ¶29", "A5"),
    )
}  # fmt: skip

FIRST = Revision(
    name="2026-12",
    rulings={name: named.values[0] for name, named in NAMED.items()},
    note="The literal word of the chapter.",
)
REVISIONS: tuple[Revision, ...] = (FIRST,)
