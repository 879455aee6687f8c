"""Places whose refusal makes no difference that a test could see, each with the reason: file, function, code."""

EQUIVALENT: dict[tuple[str, str, str], str] = {}
