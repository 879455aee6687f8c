"""The names that somebody may have meant who wrote one that there is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Of fewer letters than this a name is not guessed from its beginning.
_LEAST = 3
#: So much of a word and a name is alike where one is but a slip of the other: `mvoe` and `move`, not `s1` and `s2`.
_SURE = 0.75


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


def slip(words: Iterable[str], names: Sequence[object]) -> str | None:
    """The name that one of the words is, but for a slip of the fingers; `None` where none is, or one is a name as it
    stands."""
    from difflib import SequenceMatcher

    known = [name for name in names if isinstance(name, str)]
    words = [word.strip('"') for word in words]
    if any(word in known for word in words):
        return None
    for word in words:
        for name in nearest(word, known, 1):
            if SequenceMatcher(None, word, name).ratio() >= _SURE:
                return name
    return None


def _form(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
