"""The names that somebody may have meant who wrote one that there is not."""

from __future__ import annotations

from collections.abc import Iterable

#: Of fewer letters than this a name is not guessed from its beginning.
_LEAST = 3


def nearest(word: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Those of the names that are like the word, the nearest first; case, hyphens and the like count for nothing."""
    from difflib import get_close_matches

    forms: dict[str, list[str]] = {}
    for name in names:
        forms.setdefault(_form(name), []).append(name)
    form = _form(word)
    if not form:
        return []
    like = [form] if form in forms else get_close_matches(form, forms, n=most + 2)
    # Letters changed about are the likeliest slip.
    like.sort(key=lambda each: sorted(each) != sorted(form))
    like += [each for each in forms if len(form) >= _LEAST and each.startswith(form)]
    return [name for each in dict.fromkeys(like) for name in forms[each]][:most]


def meant(word: str, names: Iterable[str], most: int = 1) -> str:
    """A question behind a sentence: “ Did you mean …?” with the nearest names; nothing where none is near."""
    found = nearest(word, names, most)
    return f" Did you mean {' or '.join(found)}?" if found else ""


def _form(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
